package io.github.tmuxmcp.mcp;

import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.ErrorCodes;
import io.modelcontextprotocol.spec.McpSchema.LoggingLevel;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** What happens when our own code fails: the trace for us, one plain sentence for the client. */
final class Faults {
    private final Consumer<String> errorLog;
    private final BiConsumer<LoggingLevel, String> toClient;

    Faults(Consumer<String> errorLog, BiConsumer<LoggingLevel, String> toClient) {
        this.errorLog = errorLog;
        this.toClient = toClient;
    }

    /** Records the failure and gives the answer to the request that met it. */
    McpError bug(String where, Throwable failure) {
        String told = where + " failed inside the server; its log has the details";
        try {
            errorLog.accept(where + " failed: " + trace(failure));
            toClient.accept(LoggingLevel.ERROR, told);
        } catch (Throwable e) {
            // Out of memory even for the trace: the answer still has to go out.
        }
        return new McpError(new McpSchema.JSONRPCResponse.JSONRPCError(ErrorCodes.INTERNAL_ERROR, told, null));
    }

    private static String trace(Throwable failure) {
        StringWriter trace = new StringWriter();
        failure.printStackTrace(new PrintWriter(trace));
        return trace.toString();
    }
}
