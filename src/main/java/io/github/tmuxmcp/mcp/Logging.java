package io.github.tmuxmcp.mcp;

import io.modelcontextprotocol.spec.McpLoggableSession;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.ErrorCodes;
import io.modelcontextprotocol.spec.McpSchema.LoggingLevel;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** {@code logging/setLevel} and {@code notifications/message}. */
final class Logging {
    private static final String LEVELS = "debug, info, notice, warning, error, critical, alert, emergency";

    private Logging() {}

    static Mono<Object> setLevel(McpLoggableSession session, Map<String, @Nullable Object> params) {
        LoggingLevel level = params.get("level") instanceof String name ? level(name) : null;
        if (level == null) {
            return Mono.error(Errors.of(ErrorCodes.INVALID_PARAMS, "\"level\" must be one of " + LEVELS));
        }
        session.setMinLoggingLevel(level);
        return Mono.just(Map.of());
    }

    private static @Nullable LoggingLevel level(String name) {
        for (LoggingLevel level : LoggingLevel.values()) {
            if (level.name().toLowerCase(Locale.ROOT).equals(name)) {
                return level;
            }
        }
        return null;
    }

    /** Sends a message to the client, if it wants messages of that level. */
    static void send(McpLoggableSession session, LoggingLevel level, String logger, String text) {
        if (session.isNotificationForLevelAllowed(level)) {
            session.sendNotification(
                            "notifications/message", new McpSchema.LoggingMessageNotification(level, logger, text))
                    .subscribe();
        }
    }
}
