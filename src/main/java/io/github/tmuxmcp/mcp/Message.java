package io.github.tmuxmcp.mcp;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What one line of the client says. An id is kept as the JSON text that stood for it, so that it goes back as it came. */
sealed interface Message {
    /** The id of an answer to something that had none. */
    String NO_ID = "null";

    /**
     * Wants an answer.
     *
     * @param params empty when absent
     */
    record Request(String id, String method, Map<String, @Nullable Object> params) implements Message {}

    /**
     * Wants none.
     *
     * @param params empty when absent
     */
    record Notification(String method, Map<String, @Nullable Object> params) implements Message {}

    /** An answer to a request of ours. */
    record Response() implements Message {}

    /**
     * Something that gets an error as its answer.
     *
     * @param id {@link #NO_ID} when it has none that could be read
     */
    record Refused(String id, int code, String reason) implements Message {}
}
