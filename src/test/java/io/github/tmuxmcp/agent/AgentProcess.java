package io.github.tmuxmcp.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** Agent mode as a process of its own, in a process group of its own, that can be killed; with its own home, temporary and socket folder. */
final class AgentProcess implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    final Path root;
    final Process process;
    /** In the environment of all that this server starts. */
    private final String mark = "agent-" + UUID.randomUUID();

    private final BufferedReader answers;
    private final OutputStream requests;
    private int lastId;

    private AgentProcess(Path root) throws IOException {
        this.root = root;
        ProcessBuilder builder = new ProcessBuilder(
                "setsid",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-XX:-UsePerfData",
                "-cp",
                System.getProperty("java.class.path"),
                "io.github.tmuxmcp.cli.Main",
                "--mode",
                "agent");
        builder.redirectError(ProcessBuilder.Redirect.DISCARD);
        Map<String, String> environment = builder.environment();
        List.of("TMUX", "TMUX_PANE", "BASH_ENV", "ENV", "PROMPT_COMMAND").forEach(environment::remove);
        environment.put("HOME", root.resolve("home").toString());
        environment.put("TMPDIR", root.resolve("tmp").toString());
        environment.put("TMUX_TMPDIR", root.resolve("sockets").toString());
        environment.put("LC_ALL", "C.UTF-8");
        environment.put("TEST_AGENT", mark);
        process = builder.start();
        answers = process.inputReader(StandardCharsets.UTF_8);
        requests = process.getOutputStream();
        send("initialize", Map.of("protocolVersion", "2025-11-25", "capabilities", Map.of(), "clientInfo", client()));
        answer();
    }

    private static Map<String, String> client() {
        return Map.of("name", "test", "version", "1");
    }

    /** Fresh folders below {@code parent} for one server or more. */
    static Path folders(Path parent) throws IOException {
        for (String name : List.of("home", "tmp", "sockets")) {
            Files.createDirectory(
                    parent.resolve(name),
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
        return parent;
    }

    static AgentProcess start(Path folders) throws IOException {
        return new AgentProcess(folders);
    }

    private void send(String method, Map<String, ?> params) throws IOException {
        lastId++;
        requests.write(
                JSON.writeValueAsBytes(Map.of("jsonrpc", "2.0", "id", lastId, "method", method, "params", params)));
        requests.write('\n');
        requests.flush();
    }

    private JsonNode answer() throws IOException {
        JsonNode message = JSON.readTree(answers.readLine());
        assertThat(message.path("id").asInt()).isEqualTo(lastId);
        return message.path("result");
    }

    /** Asks for a command to be run, and does not wait for the answer. */
    void order(String command) throws IOException {
        send("tools/call", Map.of("name", "tmux_run", "arguments", Map.of("command", command)));
    }

    String run(String command) throws IOException {
        order(command);
        return answer().path("content").path(0).path("text").asText();
    }

    Path folder() {
        return root.resolve("tmp").resolve("tmux-mcp-" + process.pid());
    }

    Path socket() {
        try (Stream<Path> found = Files.walk(root.resolve("sockets"))) {
            return found.filter(path -> path.endsWith("tmux-mcp-" + process.pid()))
                    .findFirst()
                    .orElse(root.resolve("sockets/none"));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** The tmux server, as a child of whoever adopted it: its panes know its pid. */
    long tmux() throws IOException {
        return Long.parseLong(run("echo ${TMUX%,*}").replaceAll(".*,", ""));
    }

    void signal(String name) throws Exception {
        signal(name, Long.toString(process.pid()));
    }

    void signalGroup(String name) throws Exception {
        signal(name, "-" + process.pid());
    }

    static void signal(String name, String target) throws Exception {
        new ProcessBuilder("kill", "-" + name, "--", target)
                .redirectErrorStream(true)
                .start()
                .waitFor();
    }

    /** Ends the input and waits for the process. */
    Duration endOfInput() throws Exception {
        long start = System.nanoTime();
        requests.close();
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        return Duration.ofNanos(System.nanoTime() - start);
    }

    /** All processes that have these folders in their environment or command line. */
    static List<ProcessHandle> processesOf(Path root) {
        return processesWith(root.toString());
    }

    private static List<ProcessHandle> processesWith(String text) {
        return ProcessHandle.allProcesses()
                .filter(handle -> text(handle, "environ").contains(text)
                        || text(handle, "cmdline").contains(text))
                .toList();
    }

    private static String text(ProcessHandle handle, String file) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(handle.pid()), file), StandardCharsets.ISO_8859_1);
        } catch (IOException gone) {
            return "";
        }
    }

    /** False for a process that has ended, reaped or not. */
    static boolean runs(long pid) {
        try {
            return Files.readAllBytes(Path.of("/proc", Long.toString(pid), "cmdline")).length > 0;
        } catch (IOException gone) {
            return false;
        }
    }

    static void awaitNothingLeft(Path root, Duration patience) {
        Awaitility.await().atMost(patience).untilAsserted(() -> {
            assertThat(processesOf(root)).isEmpty();
            try (Stream<Path> files = Stream.concat(Files.walk(root.resolve("tmp"), 1), sockets(root))) {
                assertThat(files.filter(path -> !path.endsWith("tmp"))).isEmpty();
            }
        });
    }

    private static Stream<Path> sockets(Path root) throws IOException {
        return Files.walk(root.resolve("sockets")).filter(path -> !Files.isDirectory(path));
    }

    @Override
    public void close() {
        process.destroyForcibly();
        processesWith(mark).forEach(ProcessHandle::destroyForcibly);
    }
}
