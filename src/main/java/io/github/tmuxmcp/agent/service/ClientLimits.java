package io.github.tmuxmcp.agent.service;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How long each client waits for one call, and so how long a wait may last when nobody asked for a time: the client's own limit less
 * a margin. A client that this table does not know is assumed to wait 60 s, the default of the official SDKs, unless it asked for
 * progress, which shows that it can wait.
 */
public final class ClientLimits {
    private record Client(String namePart, @Nullable Duration longestCall) {}

    /** Measured; null: longer than any {@code max_timeout}. Names are parts of clientInfo.name, lower case. */
    private static final List<Client> CLIENTS = List.of(
            new Client("codex", Duration.ofSeconds(290)),
            new Client("claude", null),
            new Client("gemini", Duration.ofSeconds(590)),
            new Client("qwen", Duration.ofSeconds(590)),
            new Client("opencode", null),
            new Client("mcpc", Duration.ofSeconds(290)),
            new Client("mcporter", Duration.ofSeconds(55)));

    private static final Duration UNKNOWN = Duration.ofSeconds(55);

    private ClientLimits() {}

    /** The longest wait for this client, or null when it sets no bound of its own. */
    public static @Nullable Duration longestWait(String clientName, boolean wantsProgress) {
        String name = clientName.toLowerCase(Locale.ROOT);
        for (Client client : CLIENTS) {
            if (name.contains(client.namePart())) {
                return client.longestCall();
            }
        }
        return wantsProgress ? null : UNKNOWN;
    }
}
