package io.github.tmuxmcp.mcp;

import io.github.tmuxmcp.tool.Client;
import io.github.tmuxmcp.tool.Dispatcher;
import io.github.tmuxmcp.tool.ToolAnswer;
import io.github.tmuxmcp.tool.ToolFailure;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.ErrorCodes;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

/** {@code tools/call}: one daemon thread for each call that runs, and a bound for those in flight. */
final class ToolCalls {
    private static final String NO_THREAD =
            "the system takes no more processes or threads of this user (ulimit -u), or has no "
                    + "memory for one; end some and call again";

    private final Dispatcher<?> dispatcher;
    private final Faults faults;
    private final Room room;
    private final ExecutorService workers = new ThreadPoolExecutor(
            0, Integer.MAX_VALUE, 30, TimeUnit.SECONDS, new SynchronousQueue<>(), work -> daemon(work, "call"));
    private final Turns turns = new Turns(workers);
    private final ScheduledThreadPoolExecutor timer =
            new ScheduledThreadPoolExecutor(1, work -> daemon(work, "waiting calls"));

    /**
     * A request as it came.
     *
     * @param length bytes of its line
     * @param arrivalNanos when it was read
     * @param idBytes bytes of its id
     */
    record Asked(Map<String, @Nullable Object> params, int length, long arrivalNanos, int idBytes) {}

    ToolCalls(Dispatcher<?> dispatcher, Faults faults, Room room) {
        this.dispatcher = dispatcher;
        this.faults = faults;
        this.room = room;
        timer.setRemoveOnCancelPolicy(true);
    }

    private static Thread daemon(Runnable work, String name) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }

    /**
     * Runs a call. What it returns starts its call when subscribed to, and interrupts it when disposed of.
     *
     * @param notifier sends the call's progress; called for a caller that wants it only
     */
    Mono<McpSchema.CallToolResult> handle(
            Client client, Consumer<McpSchema.ProgressNotification> notifier, Asked asked) {
        Map<String, @Nullable Object> params = asked.params();
        if (!(params.get("name") instanceof String name)) {
            return Mono.error(Errors.of(ErrorCodes.INVALID_PARAMS, "\"name\" must be the name of a tool"));
        }
        // Taken out, since the session holds the parameters until the answer.
        Object given = params.remove("arguments");
        if (given != null && !(given instanceof Map)) {
            return Mono.error(Errors.of(ErrorCodes.INVALID_PARAMS, "\"arguments\" must be an object"));
        }
        if (!dispatcher.knows(name)) {
            return Mono.error(unknown(name));
        }
        RunningCall call;
        try {
            call = new RunningCall(client, reporter(notifier, params), asked.arrivalNanos(), asked.idBytes());
        } catch (McpError e) {
            return Mono.error(e);
        }
        Map<String, @Nullable Object> arguments = given == null ? Map.of() : MessageParser.asMap(given);
        String turn = dispatcher.turn(name, arguments);
        String bound = room.enter(asked.length(), turn == null);
        if (bound != null) {
            return Mono.just(result(dispatcher.failed(new ToolFailure(ToolFailure.CAPACITY, bound))));
        }
        return Mono.create(sink -> new Work(name, arguments, turn, asked.length(), call, sink).start());
    }

    /** A call in flight, which leaves the room once: when it has run, or when it is cancelled before that. */
    private final class Work implements Runnable {
        private final String name;
        private final Map<String, @Nullable Object> arguments;
        private final @Nullable String turn;
        private final int length;
        private final RunningCall call;
        private final MonoSink<McpSchema.CallToolResult> sink;

        Work(
                String name,
                Map<String, @Nullable Object> arguments,
                @Nullable String turn,
                int length,
                RunningCall call,
                MonoSink<McpSchema.CallToolResult> sink) {
            this.name = name;
            this.arguments = arguments;
            this.turn = turn;
            this.length = length;
            this.call = call;
            this.sink = sink;
        }

        void start() {
            sink.onCancel(this::cancel);
            boolean waits = false;
            try {
                waits = turns.execute(turn, this);
            } catch (RejectedExecutionException e) {
                // The server is closing: nobody waits for an answer.
                room.leave(length);
            } catch (Throwable e) {
                room.leave(length);
                fail(e);
            }
            if (waits) {
                tellThatItWaits();
            }
        }

        private void tellThatItWaits() {
            try {
                call.waits(timer);
            } catch (RejectedExecutionException | OutOfMemoryError e) {
                // The server is closing, or has no thread for this: the call waits all the same.
            }
        }

        private void cancel() {
            call.cancel();
            if (turns.withdraw(turn, this)) {
                room.leave(length);
            }
        }

        @Override
        public void run() {
            try {
                callAndAnswer();
            } finally {
                dispatcher.answered();
            }
        }

        private void callAndAnswer() {
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
            room.leave(length);
            if (cancelled) {
                return;
            }
            if (failure != null) {
                fail(failure);
            } else {
                sink.success(result);
            }
        }

        /** A thread that the system refuses is no bug of ours; Java tells it apart from a full heap by its words only. */
        private void fail(Throwable failure) {
            if (failure instanceof OutOfMemoryError
                    && String.valueOf(failure.getMessage()).contains("native thread")) {
                sink.success(result(dispatcher.failed(new ToolFailure(ToolFailure.CAPACITY, NO_THREAD))));
            } else {
                sink.error(faults.bug(name, failure));
            }
        }
    }

    private static McpSchema.CallToolResult result(ToolAnswer answer) {
        return new McpSchema.CallToolResult(
                List.of(McpSchema.TextContent.builder(answer.text()).build()),
                answer.isError(),
                answer.structured() ? new RawJson(answer.text()) : null,
                answer.meta());
    }

    private McpError unknown(String name) {
        ToolFailure failure = dispatcher.unknown(name);
        return failure == null
                ? Errors.of(ErrorCodes.INVALID_PARAMS, "Unknown tool: " + Errors.cut(name))
                : Errors.of(ErrorCodes.INVALID_PARAMS, failure.message(), failure.meta());
    }

    private static @Nullable BiConsumer<Double, String> reporter(
            Consumer<McpSchema.ProgressNotification> notifier, Map<String, @Nullable Object> params) {
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
        return (progress, message) ->
                notifier.accept(new McpSchema.ProgressNotification(token, progress, null, message, null));
    }

    /** Takes no more calls. */
    void close() {
        workers.shutdown();
        timer.shutdownNow();
    }
}
