package io.github.tmuxmcp.libtmux.service;

import org.jspecify.annotations.Nullable;

/**
 * The last command that {@code run_shell_command} ran in a pane, as it stands now.
 *
 * @param outcome how the call ended that ran it
 * @param exitStatus null while it runs, and when nobody knows
 * @param running whether it still runs
 * @param seconds how long it has run, or ran
 */
public record LastRun(String outcome, @Nullable Integer exitStatus, boolean running, double seconds) {}
