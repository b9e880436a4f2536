/**
 * Level 1: one tmux process per command ({@link io.github.tmuxmcp.tmux.process.ProcessTmux}), the version of a binary, and what to
 * put before one that starts a server ({@link io.github.tmuxmcp.tmux.process.CleanStart}). Uses
 * {@code tmux}. A daemon thread per process reads what it prints.
 */
@NullMarked
package io.github.tmuxmcp.tmux.process;

import org.jspecify.annotations.NullMarked;
