package io.github.tmuxmcp.mcp;

import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema;
import org.jspecify.annotations.Nullable;

/** JSON-RPC errors, and how much of the client's own words goes back into them. */
final class Errors {
    private static final int SHOWN_CHARACTERS = 200;

    private Errors() {}

    static McpError of(int code, String message) {
        return of(code, message, null);
    }

    /**
     * @param data plain JSON values; null: none
     */
    static McpError of(int code, String message, @Nullable Object data) {
        return new McpError(new McpSchema.JSONRPCResponse.JSONRPCError(code, message, data));
    }

    /** The text, cut after 200 characters. */
    static String cut(String text) {
        return text.length() <= SHOWN_CHARACTERS ? text : text.substring(0, SHOWN_CHARACTERS) + "…";
    }
}
