package io.github.tmuxmcp.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One server process and a client of it. Confined to the test's thread, but for the reader. */
final class PackagedServer {
    /** A tool's answer. */
    record Answer(String text, boolean isError) {}

    /** What a used server has in the system: its tmux server, the socket, the log folder, the pids of what runs in its sessions. */
    record Traces(long tmux, Path socket, Path folder, List<Long> jobs) {
        boolean filesGone() {
            return !Files.exists(socket, LinkOption.NOFOLLOW_LINKS) && !Files.exists(folder, LinkOption.NOFOLLOW_LINKS);
        }

        boolean processesGone() {
            return !runs(tmux) && jobs.stream().noneMatch(PackagedServer::runs);
        }
    }

    private static final Duration LONGEST_ANSWER = Duration.ofSeconds(20);
    private static final Pattern JOB = Pattern.compile("job=(\\d+)=");
    private static final Pattern TMUX = Pattern.compile("tmux=(.*),(\\d+),\\d+=");

    private final Process process;
    private final Writer toServer;
    private final Map<Integer, Map<?, ?>> answers = new ConcurrentHashMap<>();
    private final List<Long> jobs = new ArrayList<>();
    private int lastId;

    PackagedServer(Process process) {
        this.process = process;
        this.toServer = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8);
        Thread reader = new Thread(this::readAnswers, "answers");
        reader.setDaemon(true);
        reader.start();
    }

    private void readAnswers() {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                Map<?, ?> message = DemoClient.object(JsonText.parse(line));
                if (message.get("id") instanceof Double id) {
                    answers.put(id.intValue(), message);
                }
            }
        } catch (IOException closed) {
            // The test has closed the pipe.
        }
    }

    /** The started process; that is the server unless a script stands between. */
    Process process() {
        return process;
    }

    long pid() {
        return process.pid();
    }

    void initialize() throws IOException {
        int id = send(
                "initialize",
                "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"lifecycle-test\",\"version\":\"1\"}}");
        write("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
        assertThat(DemoClient.object(answer(id).get("result")).get("serverInfo"))
                .isNotNull();
    }

    /** Sends a request and does not wait. */
    int send(String method, String parameters) throws IOException {
        int id = ++lastId;
        write("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":" + JsonText.quote(method) + ",\"params\":"
                + parameters + "}");
        return id;
    }

    /** Sends a ping and does not wait; whether there still is a server to send it to. */
    boolean pings() {
        try {
            send("ping", "{}");
        } catch (IOException broken) {
            // It is about to end.
        }
        return process.isAlive();
    }

    private void write(String line) throws IOException {
        toServer.write(line + "\n");
        toServer.flush();
    }

    /** Sends a command and does not wait. */
    int sendRun(String session, String command) throws IOException {
        return send(
                "tools/call",
                "{\"name\":\"tmux_run\",\"arguments\":{\"session\":" + JsonText.quote(session) + ",\"command\":"
                        + JsonText.quote(command) + "}}");
    }

    Answer run(String session, String command) throws IOException {
        return toolAnswer(sendRun(session, command));
    }

    Answer list() throws IOException {
        return toolAnswer(send("tools/call", "{\"name\":\"tmux_list\",\"arguments\":{}}"));
    }

    Answer toolAnswer(int id) {
        Map<?, ?> result = DemoClient.object(answer(id).get("result"));
        List<?> content = (List<?>) result.get("content");
        return new Answer(
                String.valueOf(DemoClient.object(content.get(0)).get("text")),
                Boolean.TRUE.equals(result.get("isError")));
    }

    private Map<?, ?> answer(int id) {
        await("an answer to request " + id)
                .atMost(LONGEST_ANSWER)
                .pollInterval(Duration.ofMillis(5))
                .until(() -> answers.containsKey(id));
        return answers.get(id);
    }

    /**
     * Starts a session with two jobs that ignore SIGHUP.
     *
     * @param logs the server's log folder
     */
    Traces use(Path logs) throws IOException {
        String text = run(
                        "used",
                        "(trap '' HUP; exec sleep 1000) & echo \"job=$!=\"; nohup sleep 1000 >/dev/null 2>&1 & "
                                + "echo \"job=$!=\"; disown -a; echo \"job=$$=\"; echo \"tmux=$TMUX=\"")
                .text();
        Matcher tmux = TMUX.matcher(text);
        assertThat(tmux.find()).as(text).isTrue();
        JOB.matcher(text).results().map(found -> Long.valueOf(found.group(1))).forEach(jobs::add);
        assertThat(jobs).as(text).hasSize(3);
        Path socket = Path.of(tmux.group(1));
        Traces traces = new Traces(Long.parseLong(tmux.group(2)), socket, logs, List.copyOf(jobs));
        assertThat(traces.socket()).exists();
        assertThat(traces.folder()).isDirectory();
        return traces;
    }

    /** Sends one command that does not end to each of three sessions, and waits until all run. */
    void keepBusy() throws IOException {
        for (String session : List.of("a", "b", "c")) {
            sendRun(session, "sleep 1000");
        }
        await().atMost(LONGEST_ANSWER).until(() -> list().text().split("running\\(sleep\\)", -1).length == 4);
    }

    void signal(String name) throws IOException, InterruptedException {
        signal(name, pid());
    }

    static void signal(String name, long pid) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("kill", "-" + name, Long.toString(pid))
                        .start()
                        .waitFor())
                .isZero();
    }

    void endInput() throws IOException {
        process.getOutputStream().close();
    }

    /** Waits for the end; the time that it took. */
    Duration awaitEnd() throws InterruptedException {
        long start = System.nanoTime();
        assertThat(process.waitFor(10, TimeUnit.SECONDS))
                .as("the server has ended")
                .isTrue();
        return Duration.ofNanos(System.nanoTime() - start);
    }

    /** Ends the server by the end of its input, or else by force. */
    void destroy() {
        try {
            process.getOutputStream().close();
            if (!process.waitFor(2, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (IOException e) {
            process.destroyForcibly();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    /** Ends what a failed test has left in its sessions. */
    void endJobs() {
        jobs.stream()
                .filter(PackagedServer::runs)
                .forEach(job -> ProcessHandle.of(job).ifPresent(ProcessHandle::destroyForcibly));
    }

    /** Whether a process runs; one that only waits to be reaped does not. */
    static boolean runs(long pid) {
        return "ZX\0".indexOf(state(pid)) < 0;
    }

    /** The state letter of a process, 0 when there is none. */
    static char state(long pid) {
        Path stat = Path.of("/proc", Long.toString(pid), "stat");
        if (!Files.isDirectory(Path.of("/proc/self"))) {
            return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false) ? 'R' : 0;
        }
        try {
            String line = Files.readString(stat, StandardCharsets.ISO_8859_1);
            return line.charAt(line.lastIndexOf(')') + 2);
        } catch (IOException gone) {
            return 0;
        }
    }
}
