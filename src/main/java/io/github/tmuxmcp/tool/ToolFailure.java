package io.github.tmuxmcp.tool;

import java.io.Serial;
import java.util.Map;

/**
 * A failure that was to be expected: the caller reads its message and knows what to do. It carries no stack trace; anything that needs one
 * is a bug and another exception.
 */
public final class ToolFailure extends RuntimeException {
    /** The kind of a failure to bind the arguments. */
    public static final String INVALID_ARGUMENT = "invalid_argument";
    /** The kind of a call that the server has no room for. */
    public static final String CAPACITY = "capacity";

    @Serial
    private static final long serialVersionUID = 1;

    private final String kind;
    private final transient Map<String, Object> meta;

    /**
     * @param kind a stable word for programs, such as {@code busy}
     * @param message what failed and what to do next
     */
    public ToolFailure(String kind, String message) {
        this(kind, message, Map.of());
    }

    /**
     * @param meta goes to {@code result._meta}; plain JSON values
     */
    public ToolFailure(String kind, String message, Map<String, Object> meta) {
        super(message, null, false, false);
        this.kind = kind;
        this.meta = meta;
    }

    /** The stable word. */
    public String kind() {
        return kind;
    }

    /** What goes to {@code result._meta}; empty: nothing. */
    public Map<String, Object> meta() {
        return meta;
    }

    /** The message; never null. */
    public String message() {
        return String.valueOf(getMessage());
    }
}
