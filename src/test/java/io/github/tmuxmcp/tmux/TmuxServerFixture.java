package io.github.tmuxmcp.tmux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.tmuxmcp.tmux.control.ControlConnection;
import io.github.tmuxmcp.tmux.control.ControlEvent;
import io.github.tmuxmcp.tmux.process.ProcessTmux;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.awaitility.core.ConditionFactory;

/**
 * A tmux server of a test's own: a socket in a fresh private folder, no configuration, one session. The binary is that of system
 * property {@code tmux.binary}. Closing it ends the server by its pid and fails when something of it is left.
 */
public final class TmuxServerFixture implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    public final Path folder;
    public final Server server;
    public final Map<String, String> environment;
    private final List<ControlConnection> connections = new ArrayList<>();
    private final long pid;

    public TmuxServerFixture() throws IOException, InterruptedException {
        folder = Files.createTempDirectory(
                "tmux-test", PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        server = new Server(binary(), List.of("-S", folder.resolve("s").toString()), true);
        environment =
                Map.of("PATH", System.getenv("PATH"), "HOME", folder.toString(), "LC_ALL", "C", "SHELL", "/bin/sh");
        assertThat(process().run(newSession().flag("-d")).ok()).isTrue();
        pid = Long.parseLong(process()
                .run(TmuxCommand.of("list-sessions").option("-F", "#{pid}"))
                .text());
    }

    public static String binary() {
        return System.getProperty("tmux.binary", "tmux");
    }

    /** Waits for a condition, looked at every few milliseconds. */
    public static ConditionFactory soon() {
        return await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(2));
    }

    public ProcessTmux process() {
        return process(TIMEOUT);
    }

    public ProcessTmux process(Duration timeout) {
        return new ProcessTmux(server, environment, timeout);
    }

    public ControlConnection connect() throws InterruptedException {
        return connect(TIMEOUT, event -> {});
    }

    public ControlConnection connect(Duration timeout, Consumer<ControlEvent> listener) throws InterruptedException {
        List<String> argv = server.controlArgv(TmuxCommand.of("attach-session").option("-f", "ignore-size"));
        ControlConnection connection =
                ControlConnection.open(new ControlConnection.Start(argv, environment, timeout), listener);
        connections.add(connection);
        return connection;
    }

    /** A new session whose pane writes the bytes that it gets into {@code folder/typed}. */
    public TmuxCommand newSession() {
        return TmuxCommand.of("new-session")
                .option("-x", "80")
                .option("-y", "24")
                .argument("stty raw -echo; cd \"$HOME\" && exec cat >typed");
    }

    /** Waits until the pane's program takes bytes as they come. */
    public void awaitPane() {
        soon().until(() -> Files.exists(folder.resolve("typed")));
    }

    public long pid() {
        return pid;
    }

    /** Sends the server a signal such as {@code STOP}. */
    public void signal(String signal) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("kill", "-" + signal, Long.toString(pid))
                        .start()
                        .waitFor())
                .isZero();
    }

    @Override
    public void close() throws IOException, InterruptedException {
        connections.forEach(ControlConnection::close);
        ProcessHandle handle = ProcessHandle.of(pid).orElse(null);
        if (handle != null) {
            new ProcessBuilder("kill", "-CONT", Long.toString(pid)).start().waitFor(5, TimeUnit.SECONDS);
            handle.destroyForcibly();
            soon().until(() -> !isRunning(handle));
        }
        for (ControlConnection connection : connections) {
            assertThat(ProcessHandle.of(connection.pid()))
                    .as("a client that is left over")
                    .isEmpty();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        }
        assertThat(folder).doesNotExist();
    }

    /** A zombie whose parent does not reap counts as ended. */
    private static boolean isRunning(ProcessHandle handle) {
        return handle.isAlive() && handle.info().command().isPresent();
    }
}
