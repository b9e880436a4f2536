package io.github.tmuxmcp.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.tmuxmcp.tool.Dispatcher;
import io.github.tmuxmcp.tool.NullPolicy;
import io.github.tmuxmcp.tool.ToolsJson;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** A server in this process, and its client: raw lines over real pipes. */
final class Wire implements AutoCloseable {
    static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    final TestTools.Services services = new TestTools.Services();
    final List<String> errors = new CopyOnWriteArrayList<>();
    final McpServer server;
    final Thread serving;
    private final Thread reader;
    private final Pipe toServer;
    private final Pipe fromServer;
    private final LinkedBlockingQueue<String> lines = new LinkedBlockingQueue<>();

    private Wire(int maxLineBytes, int maxCalls, long maxHeldBytes) {
        this(
                maxLineBytes,
                maxCalls,
                maxHeldBytes,
                null,
                services -> new Dispatcher<>(TestTools.CATALOG, services, services.answers));
    }

    private Wire(
            int maxLineBytes,
            int maxCalls,
            long maxHeldBytes,
            Resources resources,
            Function<TestTools.Services, Dispatcher<TestTools.Services>> dispatcher) {
        try {
            toServer = Pipe.open();
            fromServer = Pipe.open();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server = new McpServer(
                new McpServer.Settings(
                        "test",
                        "1.2.3",
                        "Try echo.",
                        ToolsJson.list(TestTools.CATALOG),
                        resources,
                        maxLineBytes,
                        maxCalls,
                        maxHeldBytes),
                dispatcher.apply(services),
                toServer.source(),
                uninterruptible(fromServer),
                errors::add);
        serving = new Thread(server::serve, "serve");
        serving.setDaemon(true);
        serving.start();
        reader = new Thread(this::read, "client");
        reader.setDaemon(true);
        reader.start();
    }

    /** A server that has seen nothing yet. */
    static Wire fresh() {
        return new Wire(
                McpServer.Settings.MAX_LINE_BYTES, McpServer.Settings.MAX_CALLS, McpServer.Settings.MAX_HELD_BYTES);
    }

    /** A server with resources, whose calls fail in a shape of their own; initialized, for at most so many calls. */
    static Wire typed(int maxCalls) {
        Wire wire = new Wire(
                McpServer.Settings.MAX_LINE_BYTES,
                maxCalls,
                McpServer.Settings.MAX_HELD_BYTES,
                TestTools.RESOURCES,
                services -> new Dispatcher<>(
                        TestTools.CATALOG, services, NullPolicy.ABSENT, services.answers, TestTools.REFUSALS));
        wire.send(initialize(0, "2025-11-25"));
        wire.next();
        return wire;
    }

    /** A server that has been initialized. */
    static Wire initialized() {
        return initialized(McpServer.Settings.MAX_LINE_BYTES, McpServer.Settings.MAX_CALLS);
    }

    static Wire initialized(int maxLineBytes, int maxCalls) {
        return initialized(maxLineBytes, maxCalls, McpServer.Settings.MAX_HELD_BYTES);
    }

    static Wire initialized(int maxLineBytes, int maxCalls, long maxHeldBytes) {
        Wire wire = new Wire(maxLineBytes, maxCalls, maxHeldBytes);
        wire.send(initialize(0, "2025-11-25"));
        wire.next();
        wire.send("{'jsonrpc':'2.0','method':'notifications/initialized'}");
        return wire;
    }

    static String initialize(int id, String version) {
        return "{'jsonrpc':'2.0','id':" + id + ",'method':'initialize','params':{'protocolVersion':'" + version
                + "','capabilities':{},'clientInfo':{'name':'tester','version':'9'}}}";
    }

    static String call(Object id, String tool, String arguments) {
        return "{'jsonrpc':'2.0','id':" + id + ",'method':'tools/call','params':{'name':'" + tool + "','arguments':"
                + arguments + "}}";
    }

    static String cancel(Object id) {
        return "{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':" + id + "}}";
    }

    /** A stream that an interrupted thread can go on writing to, as a {@code FileOutputStream} is. */
    private static OutputStream uninterruptible(Pipe pipe) {
        OutputStream plain = Channels.newOutputStream(pipe.sink());
        return new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                write(new byte[] {(byte) b}, 0, 1);
            }

            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                boolean interrupted = Thread.interrupted();
                try {
                    plain.write(bytes, offset, length);
                } finally {
                    if (interrupted) {
                        Thread.currentThread().interrupt();
                    }
                }
            }
        };
    }

    /** Sends a line; ' stands for ". */
    void send(String line) {
        sendRaw((line.replace('\'', '"') + "\n").getBytes(UTF_8));
    }

    void sendRaw(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        try {
            while (buffer.hasRemaining()) {
                toServer.sink().write(buffer);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The next line of the server, as it came. */
    String nextLine() {
        try {
            String line = lines.poll(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            if (line == null) {
                throw new AssertionError("no answer");
            }
            return line;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** The next message of the server. */
    JsonNode next() {
        try {
            return JSON.readTree(nextLine());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends a line and gives the next message of the server. */
    JsonNode ask(String line) {
        send(line);
        return next();
    }

    /** Fails unless the server is alive and has said nothing more than what was taken. */
    void expectQuietAndAlive() {
        JsonNode pong = ask("{'jsonrpc':'2.0','id':'alive?','method':'ping'}");
        if (!pong.path("id").asText().equals("alive?") || !pong.path("result").isObject()) {
            throw new AssertionError("not the answer to the ping: " + pong);
        }
    }

    void closeInput() {
        try {
            toServer.sink().close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void closeOutput() {
        try {
            fromServer.source().close();
            // A read that is under way keeps the pipe open for the server.
            reader.join();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private void read() {
        try (BufferedReader in =
                new BufferedReader(new InputStreamReader(Channels.newInputStream(fromServer.source()), UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                lines.add(line);
            }
        } catch (IOException e) {
            // The test closed it.
        }
    }

    @Override
    public void close() {
        server.close();
        closeInput();
    }
}
