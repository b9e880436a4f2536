package io.github.tmuxmcp.agent.service;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a wait ended.
 *
 * @param state the state
 * @param evidence what decided
 * @param exitCode of the command or the shell, 0-255; null when there is none or it is not known
 * @param foreground name of the program in the foreground; empty when there is none
 * @param wantsMore the shell itself waits for the rest of a command: an open quote or a heredoc
 * @param elapsed since the wait began
 * @param silence since the last byte, or since the wait began when none came
 */
public record WaitOutcome(
        WaitState state,
        Evidence evidence,
        @Nullable Integer exitCode,
        String foreground,
        boolean wantsMore,
        Duration elapsed,
        Duration silence) {}
