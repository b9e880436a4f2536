package io.github.tmuxmcp.mcp;

import io.github.tmuxmcp.tool.Client;
import io.github.tmuxmcp.tool.Dispatcher;
import io.github.tmuxmcp.tool.ToolAnswer;
import io.modelcontextprotocol.server.McpAsyncServerExchange;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.ErrorCodes;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

/** {@code tools/call}: one daemon thread for each call in flight, up to a bound. */
final class ToolCalls {
    private final Dispatcher<?> dispatcher;
    private final Faults faults;
    private final int maxCalls;
    private final Semaphore free;
    private final ExecutorService workers = new ThreadPoolExecutor(
            0, Integer.MAX_VALUE, 30, TimeUnit.SECONDS, new SynchronousQueue<>(), ToolCalls::worker);

    ToolCalls(Dispatcher<?> dispatcher, Faults faults, int maxCalls) {
        this.dispatcher = dispatcher;
        this.faults = faults;
        this.maxCalls = maxCalls;
        this.free = new Semaphore(maxCalls);
    }

    private final Turns turns = new Turns(workers);

    private static Thread worker(Runnable work) {
        Thread thread = new Thread(work, "call");
        thread.setDaemon(true);
        return thread;
    }

    /** The session's handler. What it returns starts its call when subscribed to, and interrupts it when disposed of. */
    Mono<McpSchema.CallToolResult> handle(McpAsyncServerExchange exchange, Map<String, @Nullable Object> params) {
        if (!(params.get("name") instanceof String name)) {
            return Mono.error(Errors.of(ErrorCodes.INVALID_PARAMS, "\"name\" must be the name of a tool"));
        }
        Object arguments = params.get("arguments") == null ? Map.of() : params.get("arguments");
        if (!(arguments instanceof Map)) {
            return Mono.error(Errors.of(ErrorCodes.INVALID_PARAMS, "\"arguments\" must be an object"));
        }
        if (!dispatcher.knows(name)) {
            return Mono.error(Errors.of(ErrorCodes.INVALID_PARAMS, "Unknown tool: " + Errors.cut(name)));
        }
        RunningCall call;
        try {
            call = new RunningCall(client(exchange), reporter(exchange, params));
        } catch (McpError e) {
            return Mono.error(e);
        }
        if (!free.tryAcquire()) {
            return Mono.just(result(new ToolAnswer(
                    maxCalls + " calls are in flight, the most this server takes; wait for one to end",
                    Map.of(),
                    true)));
        }
        return Mono.create(sink -> start(name, MessageParser.asMap(arguments), call, sink));
    }

    private void start(
            String name,
            Map<String, @Nullable Object> arguments,
            RunningCall call,
            MonoSink<McpSchema.CallToolResult> sink) {
        sink.onCancel(call::cancel);
        try {
            turns.execute(dispatcher.turn(name, arguments), () -> run(name, arguments, call, sink));
        } catch (RejectedExecutionException e) {
            // The server is closing: nobody waits for an answer.
            free.release();
        } catch (Throwable e) {
            // No more threads.
            free.release();
            sink.error(faults.bug(name, e));
        }
    }

    private void run(
            String name,
            Map<String, @Nullable Object> arguments,
            RunningCall call,
            MonoSink<McpSchema.CallToolResult> sink) {
        McpSchema.CallToolResult result = null;
        Throwable failure = null;
        try {
            if (call.begin()) {
                result = result(dispatcher.call(name, arguments, call));
            }
        } catch (Throwable e) {
            failure = e;
        }
        boolean cancelled = call.end();
        free.release();
        if (cancelled) {
            return;
        }
        if (failure != null) {
            sink.error(faults.bug(name, failure));
        } else {
            sink.success(result);
        }
    }

    private static McpSchema.CallToolResult result(ToolAnswer answer) {
        return new McpSchema.CallToolResult(
                List.of(McpSchema.TextContent.builder(answer.text()).build()), answer.isError(), null, answer.meta());
    }

    private static Client client(McpAsyncServerExchange exchange) {
        McpSchema.Implementation info = exchange.getClientInfo();
        return info == null ? Client.UNKNOWN : new Client(info.name(), info.version());
    }

    private static @Nullable BiConsumer<Double, String> reporter(
            McpAsyncServerExchange exchange, Map<String, @Nullable Object> params) {
        Object meta = params.get("_meta");
        if (meta == null) {
            return null;
        }
        if (!(meta instanceof Map)) {
            throw Errors.of(ErrorCodes.INVALID_PARAMS, "\"_meta\" must be an object");
        }
        Object token = MessageParser.asMap(meta).get("progressToken");
        if (token == null) {
            return null;
        }
        if (!(token instanceof String) && !(token instanceof Number)) {
            throw Errors.of(ErrorCodes.INVALID_PARAMS, "\"progressToken\" must be a string or a number");
        }
        return (progress, message) -> exchange.progressNotification(
                        new McpSchema.ProgressNotification(token, progress, null, message, null))
                .subscribe();
    }

    /** Takes no more calls. */
    void close() {
        workers.shutdown();
    }
}
