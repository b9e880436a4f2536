/**
 * Level 1: the control-mode connection (tmux(1) CONTROL MODE). {@link io.github.tmuxmcp.tmux.control.ControlParser} turns bytes into
 * {@link io.github.tmuxmcp.tmux.control.ControlEvent}s; {@link io.github.tmuxmcp.tmux.control.ControlConnection} is the client. Uses
 * {@code tmux}. A daemon thread per connection reads; another one writes while tmux does not keep up.
 */
@NullMarked
package io.github.tmuxmcp.tmux.control;

import org.jspecify.annotations.NullMarked;
