/**
 * Level 3, mode 1: all of one tmux server, one tool per operation. The tools are classes in {@code inspect}, {@code manage},
 * {@code execute} and {@code teardown}, one package per toolset; what they share is in {@code service}.
 *
 * <p>{@link io.github.tmuxmcp.libtmux.LibtmuxSurface} is what one process serves of them, frozen at its start.
 */
@NullMarked
package io.github.tmuxmcp.libtmux;

import org.jspecify.annotations.NullMarked;
