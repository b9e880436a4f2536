/**
 * Level 1: what the system tells of processes and terminals, from /proc where it exists, else from ps and stty. Uses
 * {@code limits}.
 *
 * <p>{@link io.github.tmuxmcp.host.Foreground} says what a pane's program waits for, {@link
 * io.github.tmuxmcp.host.InputEvidence} judges it together with the {@link io.github.tmuxmcp.host.TerminalModes},
 * {@link io.github.tmuxmcp.host.ProcessTable} finds processes, and {@link io.github.tmuxmcp.host.Watchdog} writes the
 * script that outlives us. Everything may be called from any thread; nothing is remembered between two calls.
 */
@NullMarked
package io.github.tmuxmcp.host;

import org.jspecify.annotations.NullMarked;
