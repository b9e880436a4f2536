package io.github.tmuxmcp.libtmux.service;

import io.github.tmuxmcp.tool.Json;
import io.github.tmuxmcp.tool.ToolAnswer;
import io.github.tmuxmcp.tool.ToolFailure;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How a failed call looks: one text that is JSON, {@code {"data":{"kind","retryable","stale",…},"message":"…"}}, and the data once more in
 * {@code _meta}, since some clients show only the one and some only the other. No structured content: clients validate it against the tool's
 * output schema even then.
 */
public final class Failures {
    /** Under this key the data stand in the {@code _meta} of a failed call. */
    public static final String META_KEY = "tmux-mcp/error";

    private Failures() {}

    /** The answer of a failed call. */
    public static ToolAnswer answer(ToolFailure failure) {
        Map<String, Object> data = data(failure);
        Map<String, Object> text = new LinkedHashMap<>();
        text.put("data", data);
        text.put("message", failure.message());
        return new ToolAnswer(Json.compact(text), Map.of(META_KEY, data), true);
    }

    /** What programs get of a failure, whoever made it. */
    public static Map<String, Object> data(ToolFailure failure) {
        return failure.meta().containsKey("kind")
                ? failure.meta()
                : kind(failure).data();
    }

    private static ErrorKind kind(ToolFailure failure) {
        if (failure.kind().equals(ToolFailure.INVALID_ARGUMENT)) {
            return ErrorKind.INVALID_INPUT;
        }
        ErrorKind kind = ErrorKind.of(failure.kind());
        return kind == null ? ErrorKind.OTHER : kind;
    }
}
