package io.github.tmuxmcp.agent.service;

import io.github.tmuxmcp.limits.Ticker;
import io.github.tmuxmcp.tool.Call;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The wait arguments of a call, filled up with the operator's defaults and what the client can bear. */
public final class Waiting {
    private Waiting() {}

    /**
     * Options for a call.
     *
     * @param timeout idle seconds as given, or null for {@code defaultIdle}
     * @param maxTimeout hard cap in seconds as given, or null for the operator's default or what the client allows, whichever is shorter
     * @param waitFor the pattern as given, or null
     */
    public static WaitOptions options(
            @Nullable Double timeout,
            Duration defaultIdle,
            @Nullable Double maxTimeout,
            @Nullable String waitFor,
            AgentSettings settings,
            Ticker ticker,
            Call call) {
        WaitPattern pattern = waitFor == null ? null : WaitPattern.compile(waitFor, ticker);
        Duration idle = timeout == null ? defaultIdle : seconds(timeout);
        if (maxTimeout != null) {
            return new WaitOptions(idle, seconds(maxTimeout), false, pattern);
        }
        Duration client = ClientLimits.longestWait(call.client().name(), call.wantsProgress());
        if (client == null || client.compareTo(settings.maxTimeout()) >= 0) {
            return new WaitOptions(idle, settings.maxTimeout(), false, pattern);
        }
        return new WaitOptions(idle, client, true, pattern);
    }

    private static Duration seconds(double seconds) {
        return Duration.ofNanos(Math.round(seconds * 1e9));
    }
}
