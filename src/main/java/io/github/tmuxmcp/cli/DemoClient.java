package io.github.tmuxmcp.cli;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A small MCP client over the stdio of a child process: one request at a time. A server that says nothing for too long is ended, so
 * that no call of this class hangs.
 */
final class DemoClient implements AutoCloseable {
    private static final Duration LONGEST_REQUEST = Duration.ofSeconds(30);
    private static final Duration LONGEST_EXIT = Duration.ofSeconds(3);

    private final Process server;
    private final BufferedWriter toServer;
    private final BufferedReader fromServer;
    private int lastId;

    private DemoClient(Process server) {
        this.server = server;
        this.toServer = new BufferedWriter(new OutputStreamWriter(server.getOutputStream(), StandardCharsets.UTF_8));
        this.fromServer = new BufferedReader(new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Starts the server; what it says on stderr goes where ours goes. */
    static DemoClient start(List<String> command) throws IOException {
        return new DemoClient(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    /** The server's process id; the launcher becomes the server, so it is also in the name of the server's tmux socket. */
    long pid() {
        return server.pid();
    }

    /**
     * Sends a request and waits for its answer.
     *
     * @param parameters a JSON object
     * @return the {@code result} member
     * @throws IOException when the server answers with an error, ends, or does not answer in 30 seconds
     */
    Map<?, ?> request(String method, String parameters) throws IOException {
        int id = ++lastId;
        send("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":" + JsonText.quote(method) + ",\"params\":" + parameters
                + "}");
        Thread timer = killAfter(LONGEST_REQUEST);
        try {
            String line;
            while ((line = fromServer.readLine()) != null) {
                Map<?, ?> message = object(JsonText.parse(line));
                if (message.get("id") instanceof Double answered && answered == id) {
                    return result(method, message);
                }
            }
        } catch (IllegalArgumentException notJson) {
            throw new IOException("the server wrote a line that is not JSON", notJson);
        } finally {
            timer.interrupt();
        }
        throw new IOException("the server ended without an answer to " + method);
    }

    void notify(String method) throws IOException {
        send("{\"jsonrpc\":\"2.0\",\"method\":" + JsonText.quote(method) + "}");
    }

    /** Ends the server by the end of its input, as clients do. */
    @Override
    public void close() throws IOException {
        toServer.close();
        try {
            if (!server.waitFor(LONGEST_EXIT.toMillis(), TimeUnit.MILLISECONDS)) {
                server.destroyForcibly();
            }
        } catch (InterruptedException hurried) {
            server.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    /** A value as an object, empty when it is none. */
    static Map<?, ?> object(@Nullable Object value) {
        return value instanceof Map<?, ?> members ? members : Map.of();
    }

    private static Map<?, ?> result(String method, Map<?, ?> message) throws IOException {
        if (message.get("result") instanceof Map<?, ?> result) {
            return result;
        }
        throw new IOException(
                method + " was refused: " + object(message.get("error")).get("message"));
    }

    private void send(String line) throws IOException {
        toServer.write(line);
        toServer.write('\n');
        toServer.flush();
    }

    private Thread killAfter(Duration limit) {
        Thread timer = new Thread(
                () -> {
                    try {
                        Thread.sleep(limit.toMillis());
                        server.destroyForcibly();
                    } catch (InterruptedException answeredInTime) {
                        return;
                    }
                },
                "demo-timer");
        timer.setDaemon(true);
        timer.start();
        return timer;
    }
}
