package io.github.tmuxmcp.libtmux.service;

import io.github.tmuxmcp.tool.ToolFailure;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Why a call failed, as programs read it: every failure says {@code kind}, {@code retryable} (the same call may succeed later, unchanged)
 * and {@code stale} (the target is gone; a fresh listing says something else).
 */
public enum ErrorKind {
    /** An argument is wrong, or two do not fit together. */
    INVALID_INPUT(ErrorKind.INVALID_PARAMS, false, false),
    /** The target is not there, or not any more. */
    OBJECT_GONE(ErrorKind.INVALID_PARAMS, false, true),
    /** tmux or a guard refused; the data may say {@code reason}. */
    REFUSED(ErrorKind.INVALID_PARAMS, false, false),
    /** There is no tmux server. */
    SERVER_GONE(ErrorKind.INTERNAL_ERROR, true, false),
    /** A tmux command took too long. */
    TIMEOUT(ErrorKind.INTERNAL_ERROR, false, false),
    /** tmux cannot be run at all. */
    UNREACHABLE(ErrorKind.INTERNAL_ERROR, false, false),
    /** This version of tmux cannot do it. */
    UNSUPPORTED_VERSION(ErrorKind.INTERNAL_ERROR, false, false),
    /** A process, a pipe or the connection failed. */
    TRANSPORT(ErrorKind.INTERNAL_ERROR, false, false),
    /** tmux said something that could not be read. */
    DECODE(ErrorKind.INTERNAL_ERROR, false, false),
    /** Something was done before a later step failed. */
    PARTIAL_EFFECT(ErrorKind.INTERNAL_ERROR, false, false),
    /** Whether tmux took a typed command is not known. */
    DISPATCH_UNKNOWN(ErrorKind.INTERNAL_ERROR, false, false),
    /** A run holds the pane. */
    ACTIVE_RUN(ErrorKind.INTERNAL_ERROR, true, false),
    /** The call would hit the caller's own pane, or the caller's place in tmux cannot be told. */
    SELF_PROTECTION(ErrorKind.INVALID_PARAMS, false, false),
    /** The server has no room; the data may say {@code resource} and {@code capacity}. */
    CAPACITY(ErrorKind.INTERNAL_ERROR, true, false),
    /** A fault of ours. */
    INTERNAL(ErrorKind.INTERNAL_ERROR, false, false),
    /** None of the above. */
    OTHER(ErrorKind.INTERNAL_ERROR, false, false);

    private static final int INVALID_PARAMS = -32602;
    private static final int INTERNAL_ERROR = -32603;

    private final int code;
    private final boolean retryable;
    private final boolean stale;

    ErrorKind(int code, boolean retryable, boolean stale) {
        this.code = code;
        this.retryable = retryable;
        this.stale = stale;
    }

    /** The word on the wire. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The JSON-RPC code in rows that report a call that was not made. */
    public int code() {
        return code;
    }

    /** The kind of that wire name, or null. */
    public static @Nullable ErrorKind of(String wireName) {
        for (ErrorKind kind : values()) {
            if (kind.wireName().equals(wireName)) {
                return kind;
            }
        }
        return null;
    }

    /** What programs get of a failure of this kind. */
    public Map<String, Object> data() {
        return data(retryable, Map.of());
    }

    private Map<String, Object> data(boolean canBeRepeated, Map<String, Object> more) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("kind", wireName());
        data.put("retryable", canBeRepeated);
        data.put("stale", stale);
        data.putAll(more);
        return data;
    }

    /** A failure of this kind. */
    public ToolFailure failure(String message) {
        return failure(message, Map.of());
    }

    /**
     * A failure that says more.
     *
     * @param more goes into the data, beside the three that are always there; plain JSON values
     */
    public ToolFailure failure(String message, Map<String, Object> more) {
        return new ToolFailure(wireName(), message, data(retryable, more));
    }

    /** A failure of this kind that differs from its like in whether the call may be repeated. */
    public ToolFailure failure(String message, boolean canBeRepeated) {
        return new ToolFailure(wireName(), message, data(canBeRepeated, Map.of()));
    }
}
