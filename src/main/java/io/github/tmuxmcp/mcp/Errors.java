package io.github.tmuxmcp.mcp;

import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema;

/** JSON-RPC errors, and how much of the client's own words goes back into them. */
final class Errors {
    private static final int SHOWN_CHARACTERS = 200;

    private Errors() {}

    static McpError of(int code, String message) {
        return new McpError(new McpSchema.JSONRPCResponse.JSONRPCError(code, message, null));
    }

    /** The text, cut after 200 characters. */
    static String cut(String text) {
        return text.length() <= SHOWN_CHARACTERS ? text : text.substring(0, SHOWN_CHARACTERS) + "…";
    }
}
