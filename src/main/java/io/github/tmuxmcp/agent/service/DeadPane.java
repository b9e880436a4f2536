package io.github.tmuxmcp.agent.service;

import org.jspecify.annotations.Nullable;

/** What tmux tells of how a pane's process ended. */
public final class DeadPane {
    private static final int SIGNAL_BASE = 128;

    private DeadPane() {}

    /**
     * The exit code as a shell would say it: the status, or 128 and the signal.
     *
     * @param status tmux's {@code pane_dead_status}
     * @param signal tmux's {@code pane_dead_signal}
     * @return null while the process lives or when tmux cannot tell
     */
    public static @Nullable Integer exitCode(String status, String signal) {
        if (!signal.isEmpty() && !signal.equals("0")) {
            return SIGNAL_BASE + Integer.parseInt(signal);
        }
        return status.isEmpty() ? null : Integer.valueOf(status);
    }
}
