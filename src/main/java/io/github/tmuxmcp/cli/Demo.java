package io.github.tmuxmcp.cli;

import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * {@code tmux-mcp demo}: what an agent does, for a person to see. The packaged server is started through the launcher over real stdio,
 * works in a real tmux on its private socket, and leaves nothing behind.
 */
final class Demo {
    private static final int FAILED = 1;
    private static final String CLIENT =
            "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"tmux-mcp demo\",\"version\":\"1\"}}";

    private final Map<String, String> environment;
    private final PrintStream out;
    private final PrintStream err;

    Demo(Map<String, String> environment, PrintStream out, PrintStream err) {
        this.environment = environment;
        // The virtual machine's own stdout follows the locale, which the text of a pane does not.
        this.out = new PrintStream(out, true, StandardCharsets.UTF_8);
        this.err = err;
    }

    /**
     * Runs the demo.
     *
     * @param hold true to wait for Enter on stdin before the server ends
     * @return 0, or 1 when the server did not do its part
     */
    int run(boolean hold) {
        long start = System.nanoTime();
        try (DemoClient client = DemoClient.start(serverCommand())) {
            greet(client, start);
            call(client, "tmux_run", "{\"command\":\"uname -sr\"}");
            call(client, "tmux_run", "{\"command\":\"false\"}");
            call(client, "tmux_run", "{\"command\":\"for i in 1 2 3; do echo step $i; sleep 0.3; done\"}");
            askAndAnswer(client);
            call(client, "tmux_list", "{}");
            if (hold) {
                out.println("Press Enter to end the server.");
                System.in.read();
            }
        } catch (IOException failed) {
            out.flush();
            err.println("tmux-mcp: the demo failed: " + failed.getMessage());
            return FAILED;
        }
        out.println("The server has ended, and its tmux with it. Register it with your client: see README.md.");
        return 0;
    }

    private void greet(DemoClient client, long start) throws IOException {
        Map<?, ?> hello = client.request("initialize", CLIENT);
        client.notify("notifications/initialized");
        Map<?, ?> server = DemoClient.object(hello.get("serverInfo"));
        out.println("An MCP client (this demo) talks to a server over stdio, as an agent would.");
        out.println();
        out.println("server  " + server.get("name") + " " + server.get("version") + ", MCP "
                + hello.get("protocolVersion") + ", ready after " + millisSince(start) + " ms");
        out.println("tools   " + tools(client.request("tools/list", "{}")));
        out.println("watch   tmux -L tmux-mcp-" + client.pid() + " attach -r   (in another terminal; read-only)");
        out.println();
    }

    /** A program that reads: the call returns while it waits, and the next call answers it. */
    private void askAndAnswer(DemoClient client) throws IOException {
        if (onPath("python3")) {
            call(client, "tmux_run", "{\"session\":\"repl\",\"command\":\"python3 -q\"}");
            call(client, "tmux_run", "{\"session\":\"repl\",\"command\":\"6 * 7\"}");
            call(client, "tmux_send_keys", "{\"session\":\"repl\",\"keys\":[\"C-d\"]}");
            return;
        }
        call(client, "tmux_run", "{\"session\":\"ask\",\"command\":\"read -p 'Your name? ' name; echo Hello, $name\"}");
        call(client, "tmux_run", "{\"session\":\"ask\",\"command\":\"tmux\"}");
    }

    private void call(DemoClient client, String tool, String arguments) throws IOException {
        out.println("> " + tool + " " + arguments);
        long start = System.nanoTime();
        Map<?, ?> result =
                client.request("tools/call", "{\"name\":" + JsonText.quote(tool) + ",\"arguments\":" + arguments + "}");
        long millis = millisSince(start);
        text(result).lines().forEach(line -> out.println("    " + line));
        out.println("  = " + outcome(result) + ", " + millis + " ms");
        out.println();
        if (Boolean.TRUE.equals(result.get("isError"))) {
            throw new IOException(tool + " answered with an error");
        }
    }

    private static String outcome(Map<?, ?> result) {
        Map<?, ?> facts =
                DemoClient.object(DemoClient.object(result.get("_meta")).get("tmux-mcp/result"));
        if (facts.get("exitCode") instanceof Double code) {
            return "exit code " + code.intValue();
        }
        return facts.get("state") instanceof String state ? state : "answered";
    }

    private static String text(Map<?, ?> result) {
        return items(result.get("content")).stream()
                .map(item -> String.valueOf(DemoClient.object(item).get("text")))
                .collect(Collectors.joining("\n"));
    }

    private static String tools(Map<?, ?> list) {
        return items(list.get("tools")).stream()
                .map(tool -> String.valueOf(DemoClient.object(tool).get("name")))
                .collect(Collectors.joining(" "));
    }

    private static List<?> items(@Nullable Object value) {
        return value instanceof List<?> list ? list : List.of();
    }

    /** The launcher where it started us, else this very virtual machine and jar. */
    private static List<String> serverCommand() {
        String launcher = System.getProperty("tmuxmcp.launcher");
        if (launcher != null) {
            return List.of(launcher, "--mode", "agent");
        }
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return List.of(java, "-cp", System.getProperty("java.class.path"), Main.class.getName(), "--mode", "agent");
    }

    private boolean onPath(String program) {
        for (String folder : environment.getOrDefault("PATH", "").split(File.pathSeparator, -1)) {
            if (!folder.isEmpty() && Files.isExecutable(Path.of(folder, program))) {
                return true;
            }
        }
        return false;
    }

    private static long millisSince(long start) {
        return (System.nanoTime() - start) / 1_000_000;
    }
}
