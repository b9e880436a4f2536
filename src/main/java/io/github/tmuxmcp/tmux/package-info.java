/**
 * Level 1: tmux as a typed service: ids, commands, replies. Uses {@code limits}.
 */
@NullMarked
package io.github.tmuxmcp.tmux;

import org.jspecify.annotations.NullMarked;
