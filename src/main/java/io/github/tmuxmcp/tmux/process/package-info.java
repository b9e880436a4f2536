/**
 * Level 1: one tmux process per command.
 */
@NullMarked
package io.github.tmuxmcp.tmux.process;

import org.jspecify.annotations.NullMarked;
