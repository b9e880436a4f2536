/**
 * Level 1: tmux as a typed service. {@link io.github.tmuxmcp.tmux.Tmux} takes a {@link io.github.tmuxmcp.tmux.TmuxCommand} and gives a
 * {@link io.github.tmuxmcp.tmux.Reply}; {@code control} and {@code process} are the two ways to a {@link io.github.tmuxmcp.tmux.Server}. Ids are
 * the only targets. Uses {@code format} and {@code limits}, and {@code process} for the version of a binary. Values here are immutable;
 * a {@code Tmux} is safe for many threads.
 */
@NullMarked
package io.github.tmuxmcp.tmux;

import org.jspecify.annotations.NullMarked;
