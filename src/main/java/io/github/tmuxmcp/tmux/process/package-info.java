/**
 * Level 1: one tmux process per command ({@link io.github.tmuxmcp.tmux.process.ProcessTmux}), and the version of a binary. Uses
 * {@code tmux}. A daemon thread per process reads what it prints.
 */
@NullMarked
package io.github.tmuxmcp.tmux.process;

import org.jspecify.annotations.NullMarked;
