package io.github.tmuxmcp.agent.service;

import java.util.Locale;

/** What decided that a wait ended; {@code _meta} carries it so that a program can weigh the answer. */
public enum Evidence {
    /** The shell's own marker for this command. */
    MARKER,
    /** A line typed behind the command. */
    SENTINEL,
    /** The pane's process ended. */
    EXIT,
    /** {@code wait_for}. */
    PATTERN,
    /** A process of the foreground group is blocked reading the terminal. */
    INPUT_READ,
    /** A line editor has taken the terminal and waits. */
    INPUT_EDITOR,
    /** A process reads the terminal with echo switched off. */
    INPUT_NOECHO,
    /** Only the text before the cursor looks like a prompt. */
    PROMPT_TEXT,
    /** A full-screen program has painted and settled. */
    SCREEN,
    /** Silence for the idle timeout. */
    IDLE,
    /** The hard cap. */
    CAP,
    /** {@code tmux_kill}. */
    KILLED,
    /** Nothing was waited for. */
    NONE;

    /** The name as {@code _meta} has it, such as {@code input-read}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
