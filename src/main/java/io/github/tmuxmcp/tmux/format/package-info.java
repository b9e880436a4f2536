/**
 * Level 1: the one place that turns typed arguments into argv or a control-mode line, and the formats that we ask tmux for.
 */
@NullMarked
package io.github.tmuxmcp.tmux.format;

import org.jspecify.annotations.NullMarked;
