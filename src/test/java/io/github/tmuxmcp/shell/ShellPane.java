package io.github.tmuxmcp.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A private shell in a pane of a tmux server of its own, fed by pastes, with the raw bytes that it writes. Test thread only. */
final class ShellPane implements AutoCloseable {
    static final String NONCE = "Nonce0123456789abcdef";
    private static final Duration PATIENCE = Duration.ofSeconds(40);

    private final ShellKind kind;
    private final Path root;
    private final Path home;
    private final Path log;
    private final Map<String, String> environment = new TreeMap<>();

    /** What came of one line: the D that followed, the number of the C before it or 0, and the text between the two. */
    record Outcome(int status, long sequence, long started, String output) {
        boolean ran() {
            return started > 0;
        }
    }

    private record Seen(Marker marker, int start, int end) {}

    ShellPane(ShellKind kind) throws IOException {
        this(kind, "t");
    }

    ShellPane(ShellKind kind, String folderName) throws IOException {
        this.kind = kind;
        Path outer = Files.createTempDirectory("shell");
        root = Files.createDirectory(
                outer.resolve(folderName),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        home = Files.createDirectory(root.resolve("home"));
        log = root.resolve("log");
        // Without this folder a new fish starts a process of its own that fills it, and outlives the shell.
        Files.createDirectories(home.resolve(".local/share/fish/generated_completions"));
        environment.put("PATH", "/usr/local/bin:/usr/bin:/bin");
        environment.put("HOME", home.toString());
        environment.put("LC_ALL", "C.UTF-8");
    }

    /** Writes one file of the user's home. */
    ShellPane with(String name, String text) throws IOException {
        Path file = home.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        return this;
    }

    ShellPane environment(String name, String value) {
        environment.put(name, value);
        return this;
    }

    ShellPane start() throws IOException {
        try {
            launch();
            awaitPrompt(0);
            return this;
        } catch (IOException | RuntimeException e) {
            close(); // the caller has nothing to close yet
            throw e;
        }
    }

    void launch() throws IOException {
        ShellStart.Launch launch = ShellStart.prepare(kind, kind.command(), root, "main", NONCE, environment);
        List<String> command = new ArrayList<>(List.of("new-session", "-d", "-s", "main", "-x", "200", "-y", "50"));
        launch.environment().forEach((name, value) -> command.addAll(List.of("-e", name + "=" + value)));
        command.addAll(launch.command());
        command.addAll(List.of(";", "pipe-pane", "-t", "main", "exec cat > \"$HOME/../log\""));
        command.addAll(List.of(";", "set-option", "-g", "remain-on-exit", "on"));
        Files.createFile(log);
        tmux(command.toArray(String[]::new));
    }

    /** Enters text by bracketed paste and waits for the next D and the prompt that follows. */
    Outcome run(String text) throws IOException {
        long ends = ends();
        int from = bytes().length;
        enter(text);
        awaitPrompt(ends);
        return outcome(from);
    }

    /** The first D at or after a place in the log. */
    Outcome outcome(int from) throws IOException {
        byte[] bytes = bytes();
        Seen started = null;
        for (Seen seen : markers(bytes)) {
            if (seen.start >= from && seen.marker.kind() == Marker.Kind.COMMAND_START && started == null) {
                started = seen;
            }
            if (seen.start >= from && seen.marker.kind() == Marker.Kind.COMMAND_END) {
                int begin = started == null ? from : started.end;
                long number = started == null ? 0 : started.marker.sequence();
                String raw = new String(bytes, begin, seen.start - begin, StandardCharsets.UTF_8);
                return new Outcome(seen.marker.status(), seen.marker.sequence(), number, plain(raw));
            }
        }
        throw new AssertionError("no D after byte " + from);
    }

    /** Pastes text and presses Enter. */
    void enter(String text) throws IOException {
        paste(text);
        keys("Enter");
    }

    void paste(String text) throws IOException {
        if (!text.isEmpty()) {
            Files.writeString(root.resolve("paste"), text);
            tmux("load-buffer", "-b", "b", "paste", ";", "paste-buffer", "-d", "-p", "-r", "-b", "b", "-t", "main");
        }
    }

    void keys(String... keys) throws IOException {
        List<String> command = new ArrayList<>(List.of("send-keys", "-t", "main"));
        command.addAll(Arrays.asList(keys));
        tmux(command.toArray(String[]::new));
    }

    /** Waits until there are more than this many D, and a B after the last. */
    void awaitPrompt(long ends) {
        awaitThat("a prompt after " + ends + " ends", () -> {
            List<Seen> all = markers(bytes());
            long seen = all.stream()
                    .filter(s -> s.marker.kind() == Marker.Kind.COMMAND_END)
                    .count();
            return seen > ends && all.get(all.size() - 1).marker.kind() == Marker.Kind.PROMPT_END;
        });
    }

    void awaitText(String text) {
        awaitThat("text " + text, () -> plain(raw()).contains(text));
    }

    /**
     * Waits for the end of the shell; tmux knows that the pane is dead before it knows how. Now and then tmux 3.3a misses a child's end until
     * another child ends, so one is made to.
     */
    void awaitDead() {
        awaitThat("the end of the shell", () -> {
            boolean known = !tmux("display", "-p", "-t", "main", "#{pane_dead_status}#{pane_dead_signal}")
                    .isEmpty();
            if (!known && tmux("display", "-p", "-t", "main", "#{pane_dead}").equals("1")) {
                tmux("run-shell", "-b", "true");
            }
            return known;
        });
    }

    String deadStatus() throws IOException {
        return tmux("display", "-p", "-t", "main", "#{pane_dead_status}");
    }

    long pid() throws IOException {
        return Long.parseLong(tmux("display", "-p", "-t", "main", "#{pane_pid}"));
    }

    long count(Marker.Kind kindOfMarker) throws IOException {
        return markers(bytes()).stream()
                .filter(s -> s.marker.kind() == kindOfMarker)
                .count();
    }

    long ends() throws IOException {
        return count(Marker.Kind.COMMAND_END);
    }

    /** The text between the A and the B of the last prompt. */
    String prompt() throws IOException {
        byte[] bytes = bytes();
        List<Seen> all = markers(bytes);
        for (int i = all.size() - 1; i > 0; i--) {
            if (all.get(i).marker.kind() == Marker.Kind.PROMPT_END) {
                assertThat(all.get(i - 1).marker.kind()).isEqualTo(Marker.Kind.PROMPT_START);
                int begin = all.get(i - 1).end;
                return plain(new String(bytes, begin, all.get(i).start - begin, StandardCharsets.UTF_8));
            }
        }
        throw new AssertionError("no prompt");
    }

    String raw() throws IOException {
        return new String(bytes(), StandardCharsets.UTF_8);
    }

    Path home() {
        return home;
    }

    Path root() {
        return root;
    }

    String tmux(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("tmux", "-S", "s", "-u", "-f", "/dev/null"));
        // Relative: the folder may have any name, and be too long for a socket.
        command.addAll(Arrays.asList(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(root.toFile()).redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().putAll(new HashMap<>(environment));
        builder.environment().put("TERM", "xterm-256color");
        Process process = builder.start();
        String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        try {
            assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
        return answer;
    }

    @Override
    public void close() throws IOException {
        String server = tmux("display", "-p", "#{pid}");
        tmux("kill-server");
        assertThat(server).matches("\\d+");
        // A server that has ended may stay a zombie until its new parent reaps it; it has no program any more.
        awaitThat(
                "the end of the server",
                () -> ProcessHandle.of(Long.parseLong(server))
                        .flatMap(process -> process.info().command())
                        .isEmpty());
        try (Stream<Path> all = Files.walk(root.getParent())) {
            for (Path path : all.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }

    static String plain(String raw) {
        return raw.replaceAll("\u001b\\][^\u0007\u001b]*(\u0007|\u001b\\\\)", "")
                .replaceAll("\u001b[\\[(][0-9;?<=>]*[ -/]*[@-~]", "")
                .replaceAll("\u001b[=>]|[\u000e\u000f]", "")
                .replaceAll("\r+\n", "\n")
                .replace("\r", "")
                .strip();
    }

    private interface Condition {
        boolean holds() throws IOException;
    }

    private void awaitThat(String what, Condition condition) {
        await(what)
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(2))
                .pollDelay(Duration.ZERO)
                .until(condition::holds);
    }

    private byte[] bytes() throws IOException {
        return Files.readAllBytes(log);
    }

    private static List<Seen> markers(byte[] bytes) {
        List<Seen> found = new ArrayList<>();
        for (int at = 0; at + 1 < bytes.length; at++) {
            if (bytes[at] == 0x1b && bytes[at + 1] == ']') {
                int end = at + 2;
                while (end < bytes.length && bytes[end] != 7 && end - at < 200) {
                    end++;
                }
                if (end < bytes.length && bytes[end] == 7) {
                    byte[] payload = Arrays.copyOfRange(bytes, at + 2, end);
                    Marker marker = Marker.parse(payload, payload.length, NONCE);
                    if (marker != null) {
                        found.add(new Seen(marker, at, end + 1));
                    }
                }
            }
        }
        return found;
    }
}
