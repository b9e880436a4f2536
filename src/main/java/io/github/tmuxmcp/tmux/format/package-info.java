/**
 * Level 1: the one place that turns words into argv or a control-mode line ({@link io.github.tmuxmcp.tmux.format.Quoting}), and the
 * formats that we ask tmux for ({@link io.github.tmuxmcp.tmux.format.Format}). Pure functions and values; uses nothing of ours.
 */
@NullMarked
package io.github.tmuxmcp.tmux.format;

import org.jspecify.annotations.NullMarked;
