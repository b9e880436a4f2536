package io.github.tmuxmcp.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/** A tmux server of a test's own, in a fresh folder; closing it fails when the server outlives it. */
@SuppressWarnings("try") // close waits and may be interrupted
final class TestTmux implements AutoCloseable {
    /** A pane as tmux names it. */
    record Pane(String id, long pid, String tty) {}

    private final Path folder;
    private final List<String> prefix;
    private final long serverPid;

    TestTmux() throws Exception {
        this(Files.createTempDirectory("host-it"), List.of());
    }

    /**
     * @param folder where the socket lies; removed at the end
     * @param runner what stands before {@code tmux}, to run it as another user
     */
    TestTmux(Path folder, List<String> runner) throws Exception {
        this.folder = folder;
        this.prefix = new ArrayList<>(runner);
        prefix.addAll(List.of("tmux", "-u", "-S", folder.resolve("socket").toString(), "-f", "/dev/null"));
        tmux("new-session", "-d", "-x", "80", "-y", "24", "sleep 1000");
        serverPid = Long.parseLong(tmux("display-message", "-p", "#{pid}"));
    }

    /** Opens a window whose process is the given program. */
    Pane open(String... command) throws Exception {
        List<String> arguments = new ArrayList<>(
                List.of("new-window", "-d", "-P", "-F", "#{pane_id} #{pane_pid} #{pane_tty}", "-e", "TERM=screen"));
        arguments.addAll(List.of(command));
        String[] fields = tmux(arguments.toArray(new String[0])).split(" ", 3);
        return new Pane(fields[0], Long.parseLong(fields[1]), fields[2]);
    }

    /** Opens a window with a bash at its prompt. */
    Pane openBash() throws Exception {
        return open("env", "HISTFILE=", "LESS=", "bash", "--norc", "--noprofile", "-i");
    }

    void type(Pane pane, String text) throws Exception {
        tmux("send-keys", "-t", pane.id(), "-l", "--", text);
    }

    void key(Pane pane, String name) throws Exception {
        tmux("send-keys", "-t", pane.id(), name);
    }

    String tmux(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(List.of(arguments));
        return run(command);
    }

    static String run(List<String> command) throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).directory(new File("/"));
        // What tmux runs commands of one word with; without it, the user's shell, which may be nologin.
        builder.environment().put("SHELL", "/bin/sh");
        Process process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).as("ended").isTrue();
        assertThat(process.exitValue()).as("%s: %s", command, output).isZero();
        return output;
    }

    @Override
    public void close() throws Exception {
        tmux("kill-server");
        Awaitility.await()
                .until(() -> ProcessHandle.of(serverPid).isEmpty()
                        || !ProcessHandle.of(serverPid).orElseThrow().isAlive());
        try (var files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }
}
