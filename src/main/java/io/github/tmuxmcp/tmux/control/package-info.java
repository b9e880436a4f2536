/**
 * Level 1: the control-mode connection (tmux(1) CONTROL MODE): parser, connection, notifications.
 */
@NullMarked
package io.github.tmuxmcp.tmux.control;

import org.jspecify.annotations.NullMarked;
