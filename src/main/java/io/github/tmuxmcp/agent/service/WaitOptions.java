package io.github.tmuxmcp.agent.service;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How long a call waits and for what.
 *
 * @param idle silence that ends the wait; zero means not to wait at all
 * @param cap longest wait, output or not
 * @param clientCap true when {@code cap} is what the client allows and not what anybody asked for; the footer says so
 * @param pattern {@code wait_for}, or null
 */
public record WaitOptions(
        Duration idle,
        Duration cap,
        boolean clientCap,
        @Nullable WaitPattern pattern) {
    /** Whether the call returns what is there at once. */
    public boolean immediate() {
        return idle.isZero();
    }
}
