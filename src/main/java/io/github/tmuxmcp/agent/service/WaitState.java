package io.github.tmuxmcp.agent.service;

import java.util.Locale;

/** How a call's wait ended; {@code _meta} carries the name in lower case. */
public enum WaitState {
    /** The command ended. */
    FINISHED,
    /** The shell, or a pane's process, ended. */
    EXITED,
    /** The program waits for input. */
    WAITING,
    /** {@code wait_for} was found; the program goes on. */
    MATCHED,
    /** Nothing was printed for the idle timeout; the program goes on. */
    IDLE,
    /** The hard cap was reached while output went on. */
    CAP,
    /** The call did not wait. */
    IMMEDIATE,
    /** A full-screen program runs. */
    SCREEN,
    /** {@code tmux_kill} ended the session under the call. */
    KILLED;

    /** The name as {@code _meta} has it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
