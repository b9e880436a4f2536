package io.github.tmuxmcp.mcp;

import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpServerTransport;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** What the SDK's session sends through. Writes on the thread that subscribes; an answer whose request was cancelled goes nowhere. */
final class Transport implements McpServerTransport {
    private final LineWriter out;
    private final InFlight inFlight;
    private final Faults faults;

    Transport(LineWriter out, InFlight inFlight, Faults faults) {
        this.out = out;
        this.inFlight = inFlight;
        this.faults = faults;
    }

    @Override
    public Mono<Void> sendMessage(McpSchema.JSONRPCMessage message) {
        return Mono.fromRunnable(() -> send(message));
    }

    private void send(McpSchema.JSONRPCMessage message) {
        if (message instanceof McpSchema.JSONRPCNotification notification) {
            out.write(MessageWriter.notification(notification));
        } else if (message instanceof McpSchema.JSONRPCResponse response) {
            String id = inFlight.answer((Long) response.id());
            if (id != null) {
                out.write(answer(id, response));
            }
        } else {
            throw new IllegalArgumentException("this server asks nothing of its client");
        }
    }

    private LineBuffer answer(String id, McpSchema.JSONRPCResponse response) {
        McpSchema.JSONRPCResponse.JSONRPCError error = response.error();
        if (error == null) {
            try {
                return MessageWriter.result(id, response.result());
            } catch (Throwable e) {
                // A result that is no JSON, or too large for the memory that is left.
                error = faults.bug("writing a result", e).getJsonRpcError();
            }
        }
        return MessageWriter.error(id, error.code(), error.message(), error.data());
    }

    /** Parameters reach the session in the type that it asks for. */
    @Override
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    public <T> @Nullable T unmarshalFrom(@Nullable Object data, TypeRef<T> type) {
        return (T) data;
    }

    @Override
    public Mono<Void> closeGracefully() {
        return Mono.empty();
    }
}
