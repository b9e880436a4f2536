package io.github.tmuxmcp.mcp;

import io.github.tmuxmcp.tool.Client;
import io.github.tmuxmcp.tool.Dispatcher;
import io.modelcontextprotocol.server.McpAsyncServerExchange;
import io.modelcontextprotocol.server.McpRequestHandler;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.ErrorCodes;
import io.modelcontextprotocol.spec.McpSchema.LoggingLevel;
import io.modelcontextprotocol.spec.McpServerSession;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ReadableByteChannel;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * One MCP server over two byte streams, one JSON-RPC message a line.
 *
 * <p>The thread in {@link #serve} reads, and answers what needs no tool; each call of a tool has a thread of its own; one thread
 * writes what they answer. The SDK's session keeps the protocol's state; this class keeps from it what it cannot bear: broken lines, requests before
 * their time, ids that are in use or of a type it does not know, and cancellation, which it does not do. A request that names its
 * version itself is none of the session's ({@link StatelessRequests}).
 */
public final class McpServer {
    private static final String CALL = "tools/call";
    private static final String INITIALIZED = "notifications/initialized";
    private static final String NO_MEMORY =
            "the server has no memory left for a message of this length; send it again when calls in flight have ended";
    /** The first request of some clients; without a version it must fail at once, before {@code initialize} too, for them to go on. */
    private static final String DISCOVER = "server/discover";
    /** In the {@code _meta} of a request of a version without a session: which one. */
    static final String VERSION_KEY = "io.modelcontextprotocol/protocolVersion";

    /**
     * What a server says of itself, and its bounds.
     *
     * @param instructions for the model, about the whole server; empty: none
     * @param toolsListJson the result of {@code tools/list} on one line, sent as it is
     * @param resources what can be read; null: this server has no resources
     * @param maxLineBytes a longer line of the client is refused
     * @param maxCalls calls of tools in flight; more are refused, save a few that wait for nobody
     * @param maxHeldBytes bytes of the lines that those calls came in; a call that goes beyond is refused
     */
    public record Settings(
            String name,
            String version,
            String instructions,
            String toolsListJson,
            @Nullable Resources resources,
            int maxLineBytes,
            int maxCalls,
            long maxHeldBytes) {
        public static final int MAX_LINE_BYTES = 16 << 20;
        public static final int MAX_CALLS = 256;
        /** A byte is two of heap at the most, once it is a string; reading the next line takes several times its length. */
        public static final long MAX_HELD_BYTES = 24 << 20;

        public Settings {
            if (maxLineBytes < 1 || maxCalls < 1 || maxHeldBytes < 1) {
                throw new IllegalArgumentException("bounds are positive");
            }
        }

        /** With the usual bounds: lines of 16 MiB, 256 calls, 24 MiB of requests. */
        public Settings(String name, String version, String instructions, String toolsListJson) {
            this(name, version, instructions, toolsListJson, null);
        }

        /** With the usual bounds, and resources. */
        public Settings(
                String name, String version, String instructions, String toolsListJson, @Nullable Resources resources) {
            this(name, version, instructions, toolsListJson, resources, MAX_LINE_BYTES, MAX_CALLS, MAX_HELD_BYTES);
        }
    }

    private final Settings settings;
    private final ReadableByteChannel in;
    private final Consumer<String> errorLog;
    private final LineWriter out;
    private final InFlight inFlight = new InFlight();
    private final Faults faults;
    private final Room room;
    private final ToolCalls calls;
    private final McpServerSession session;
    private final Map<String, McpRequestHandler<?>> handlers;
    /** Made for the first request that needs it; used by the reading thread. */
    private @Nullable StatelessRequests stateless;

    private volatile boolean initialized;
    private volatile boolean closed;

    /**
     * @param in closed by this server; a {@code FileChannel} or another interruptible channel, so that {@link #close} ends a read
     * @param out not closed by this server; need not be buffered
     * @param errorLog gets one entry for each fault of ours, a stack trace as a rule; any thread
     */
    public <C> McpServer(
            Settings settings,
            Dispatcher<C> dispatcher,
            ReadableByteChannel in,
            OutputStream out,
            Consumer<String> errorLog) {
        this.settings = settings;
        this.in = in;
        this.errorLog = errorLog;
        this.out = new LineWriter(out, this::close);
        this.faults = new Faults(errorLog, this::log);
        this.room = new Room(settings.maxCalls(), settings.maxHeldBytes());
        this.calls = new ToolCalls(dispatcher, faults, room);
        this.handlers = handlers(settings);
        this.session = new McpServerSession(
                "stdio",
                Duration.ofSeconds(10),
                new Transport(this.out, inFlight, faults),
                new Handshake(settings)::answer,
                handlers,
                Map.of(),
                Mono::empty,
                new NoSchemaValidator());
        session.setMinLoggingLevel(LoggingLevel.WARNING);
    }

    private Map<String, McpRequestHandler<?>> handlers(Settings settings) {
        RawJson tools = new RawJson(settings.toolsListJson());
        McpRequestHandler<RawJson> list = (exchange, params) -> Mono.just(tools);
        McpRequestHandler<McpSchema.CallToolResult> call =
                (exchange, params) -> calls.handle(client(exchange), notifier(exchange), (ToolCalls.Asked) params);
        McpRequestHandler<Object> setLevel = (exchange, params) -> setLevel(MessageParser.asMap(params));
        Map<String, McpRequestHandler<?>> handlers = new HashMap<>();
        handlers.put("tools/list", list);
        handlers.put(CALL, call);
        handlers.put("logging/setLevel", setLevel);
        if (settings.resources() != null) {
            addResources(handlers, settings.resources());
        }
        return handlers;
    }

    private static Client client(McpAsyncServerExchange exchange) {
        McpSchema.Implementation info = exchange.getClientInfo();
        return info == null ? Client.UNKNOWN : new Client(info.name(), info.version());
    }

    private static Consumer<McpSchema.ProgressNotification> notifier(McpAsyncServerExchange exchange) {
        return progress -> exchange.progressNotification(progress).subscribe();
    }

    private static void addResources(Map<String, McpRequestHandler<?>> handlers, Resources resources) {
        ResourceRequests requests = new ResourceRequests(resources);
        McpRequestHandler<Object> list = (exchange, params) -> requests.list().cast(Object.class);
        McpRequestHandler<Object> templates =
                (exchange, params) -> requests.templates().cast(Object.class);
        McpRequestHandler<Object> read =
                (exchange, params) -> requests.read(MessageParser.asMap(params)).cast(Object.class);
        handlers.put(ResourceRequests.LIST, list);
        handlers.put(ResourceRequests.TEMPLATES, templates);
        handlers.put(ResourceRequests.READ, read);
    }

    /** Serves until the client's stream ends, {@link #close} is called, or nothing can be written any more. Called once. */
    public void serve() {
        LineReader lines = new LineReader(in, settings.maxLineBytes());
        out.readsHere();
        try {
            while (!closed && next(lines)) {
                // One line after another.
            }
        } catch (ClosedChannelException ours) {
            // A signal ends the server so.
        } catch (IOException e) {
            if (!closed) {
                errorLog.accept("reading from the client failed: " + e);
            }
        } finally {
            close();
            out.finish();
        }
    }

    /** Answers one line; false when there are no more. */
    private boolean next(LineReader lines) throws IOException {
        try {
            switch (lines.next()) {
                case LINE -> line(lines);
                case TOO_LONG ->
                    refuse(
                            lines,
                            ErrorCodes.INVALID_REQUEST,
                            "the line is longer than " + settings.maxLineBytes() + " bytes");
                case NO_MEMORY -> refuse(lines, ErrorCodes.INTERNAL_ERROR, NO_MEMORY);
                case END -> {
                    return false;
                }
            }
        } catch (OutOfMemoryError e) {
            // Not even an answer of a few words could be made: nothing is left to do for this line.
            faults.bug("answering a message", e);
        }
        return true;
    }

    /** Ends {@link #serve} and interrupts all calls. Waits for nothing; calling it again does nothing. Any thread. */
    public void close() {
        closed = true;
        try {
            in.close();
        } catch (IOException e) {
            // It is of no more use either way.
        }
        inFlight.cancelAll();
        calls.close();
    }

    /** Tells the client something that a person should know, if it wants warnings. Before {@code initialize} it is not sent. */
    public void warn(String message) {
        log(LoggingLevel.WARNING, message);
    }

    private void log(LoggingLevel level, String message) {
        if (initialized) {
            Logging.send(session, level, settings.name(), message);
        }
    }

    private void line(LineReader lines) {
        long arrival = System.nanoTime();
        if (isBlank(lines)) {
            return;
        }
        String bound = room.forbids(lines.length());
        if (bound != null) {
            refuse(lines, ErrorCodes.INTERNAL_ERROR, bound);
            return;
        }
        String id = Message.NO_ID;
        try {
            Message message = MessageParser.parse(lines.bytes(), lines.offset(), lines.length());
            if (message instanceof Message.Request request) {
                id = request.id();
                request(request, lines.length(), arrival);
            } else if (message instanceof Message.Notification notification) {
                notification(notification);
            } else if (message instanceof Message.Refused refused) {
                refuse(refused);
            }
        } catch (OutOfMemoryError e) {
            // What was made of the line is garbage by now, so that there is memory again for its id.
            faults.bug("reading a message", e);
            inFlight.cancel(id);
            refuse(lines, ErrorCodes.INTERNAL_ERROR, NO_MEMORY);
        } catch (Throwable e) {
            // Whatever one line does to us, the next one is read.
            McpError error = faults.bug("reading a message", e);
            inFlight.cancel(id);
            out.write(MessageWriter.error(
                    id, ErrorCodes.INTERNAL_ERROR, error.getJsonRpcError().message()));
        }
    }

    private static boolean isBlank(LineReader line) {
        for (int i = line.offset(); i < line.offset() + line.length(); i++) {
            byte b = line.bytes()[i];
            if (b != ' ' && b != '\t' && b != '\r') {
                return false;
            }
        }
        return true;
    }

    private void request(Message.Request request, int length, long arrival) {
        String method = request.method();
        if (method.equals("ping")) {
            out.write(MessageWriter.result(request.id(), Map.of()));
        } else if (isStateless(request)) {
            stateless().request(request, asked(request, length, arrival));
        } else if (method.equals("initialize")) {
            initialize(request);
        } else if (method.equals(DISCOVER)) {
            refuse(request, ErrorCodes.METHOD_NOT_FOUND, "Method not found: " + DISCOVER);
        } else if (!initialized) {
            refuse(request, ErrorCodes.INVALID_REQUEST, "the session begins with initialize");
        } else if (!handlers.containsKey(method)) {
            refuse(request, ErrorCodes.METHOD_NOT_FOUND, "Method not found: " + Errors.cut(method));
        } else if (method.equals(CALL)) {
            pass(request, asked(request, length, arrival));
        } else {
            pass(request, request.params());
        }
    }

    private static ToolCalls.Asked asked(Message.Request request, int length, long arrival) {
        return new ToolCalls.Asked(
                request.params(), length, arrival, request.id().length());
    }

    /** True when the request says itself which version it speaks, one without a session. */
    private static boolean isStateless(Message.Request request) {
        return request.params().get("_meta") instanceof Map<?, ?> meta
                && meta.get(VERSION_KEY) instanceof String version
                && !Handshake.VERSIONS.contains(version)
                && !request.method().equals("initialize");
    }

    private StatelessRequests stateless() {
        StatelessRequests requests = stateless;
        if (requests == null) {
            requests = new StatelessRequests(settings, calls, inFlight, out, faults);
            stateless = requests;
        }
        return requests;
    }

    /**
     * The session answers nothing before it has seen the client's notice that it is initialized. Clients ask sooner, so it gets the notice
     * with the answer.
     */
    private void initialize(Message.Request request) {
        if (initialized) {
            refuse(request, ErrorCodes.INVALID_REQUEST, "the session is initialized already");
            return;
        }
        McpSchema.InitializeRequest asked;
        try {
            asked = Handshake.request(request.params());
        } catch (McpError e) {
            refuse(request, e.getJsonRpcError().code(), e.getJsonRpcError().message());
            return;
        }
        pass(request, asked);
        session.handle(new McpSchema.JSONRPCNotification(INITIALIZED)).subscribe();
        initialized = true;
    }

    private void pass(Message.Request request, Object params) {
        InFlight.Entry entry = inFlight.open(request.id());
        if (entry == null) {
            refuse(request, ErrorCodes.INVALID_REQUEST, "a request with this id is still in flight");
            return;
        }
        McpSchema.JSONRPCRequest passed = new McpSchema.JSONRPCRequest(request.method(), entry.number(), params);
        entry.work().update(session.handle(passed).subscribe());
    }

    private void notification(Message.Notification notification) {
        Object id = notification.params().get("requestId");
        if (notification.method().equals("notifications/cancelled") && id != null) {
            inFlight.cancel(MessageParser.idText(id));
        }
    }

    /** Refuses a line that is not read. */
    private void refuse(LineReader line, int code, String reason) {
        refuse(MessageParser.unread(line, code, reason));
    }

    private void refuse(Message.Request request, int code, String reason) {
        refuse(new Message.Refused(request.id(), code, reason));
    }

    private void refuse(Message.Refused refused) {
        out.write(MessageWriter.error(refused.id(), refused.code(), refused.reason()));
    }

    private Mono<Object> setLevel(Map<String, @Nullable Object> params) {
        return Logging.setLevel(session, params);
    }
}
