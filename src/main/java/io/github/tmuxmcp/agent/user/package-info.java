/**
 * Level 3, mode 2: the user's own tmux server. It is asked by one process a question; nothing is attached, installed, piped or set there, and
 * nothing there ends but by {@code tmux_kill_target}.
 */
@NullMarked
package io.github.tmuxmcp.agent.user;

import org.jspecify.annotations.NullMarked;
