package io.github.tmuxmcp.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tmuxmcp.agent.service.AgentSettings;
import io.github.tmuxmcp.agent.service.ResultText;
import io.github.tmuxmcp.limits.ByteSize;
import io.github.tmuxmcp.limits.Ticker;
import io.github.tmuxmcp.tool.Call;
import io.github.tmuxmcp.tool.Client;
import io.github.tmuxmcp.tool.TextResult;
import io.github.tmuxmcp.tool.ToolFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;

/** Agent mode without the wire: its own folder, home and socket; closing it checks that no tmux server is left. */
final class AgentHarness implements AutoCloseable {
    private static final AtomicLong PIDS = new AtomicLong();

    final Path root;
    final Path home;
    final AgentSettings settings;
    final AgentServices services;
    private final long pid;

    private AgentHarness(Path root, AgentSettings settings, Ticker ticker, long pid) {
        this.root = root;
        this.home = root.resolve("home");
        this.settings = settings;
        this.pid = pid;
        this.services = new AgentServices(settings, ticker, pid);
    }

    static AgentHarness start() {
        return with("bash", Map.of());
    }

    static AgentHarness with(String shell, Map<String, String> more) {
        return with(shell, more, new ByteSize(64 << 20), 30_000);
    }

    static AgentHarness with(String shell, Map<String, String> more, ByteSize maxLog, int maxOutput) {
        return with(shell, more, maxLog, maxOutput, Ticker.SYSTEM);
    }

    /** With a clock of its own, by which waits are measured. */
    static AgentHarness with(String shell, Map<String, String> more, Ticker ticker) {
        return with(shell, more, new ByteSize(64 << 20), 30_000, ticker);
    }

    private static AgentHarness with(
            String shell, Map<String, String> more, ByteSize maxLog, int maxOutput, Ticker ticker) {
        try {
            Path root = Files.createTempDirectory("tmux-mcp-it");
            Path home = Files.createDirectory(root.resolve("home"));
            Map<String, String> environment = new HashMap<>(System.getenv());
            List.of("TMUX", "TMUX_PANE", "HISTFILE", "BASH_ENV", "ENV", "PROMPT_COMMAND")
                    .forEach(environment::remove);
            environment.put("HOME", home.toString());
            environment.put("TMUX_TMPDIR", root.toString());
            environment.put("LC_ALL", "C.UTF-8");
            environment.putAll(more);
            AgentSettings settings = new AgentSettings(
                    Duration.ofSeconds(15),
                    Duration.ofSeconds(600),
                    Duration.ofMillis(800),
                    200,
                    50,
                    maxOutput,
                    System.getProperty("tmux.binary", "tmux"),
                    null,
                    null,
                    shell,
                    maxLog,
                    Set.of(),
                    root,
                    root,
                    environment,
                    null,
                    null);
            return new AgentHarness(root, settings, ticker, ownPid());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The watchdog asks for this pid, so it is the test's own; sockets differ by TMUX_TMPDIR. */
    private static long ownPid() {
        PIDS.incrementAndGet();
        return ProcessHandle.current().pid();
    }

    Path logFolder() {
        return root.resolve("tmux-mcp-" + pid);
    }

    /** A call by a client that can wait. */
    static Call call() {
        return new Call() {
            @Override
            public Client client() {
                return new Client("claude-code", "1");
            }

            @Override
            public boolean wantsProgress() {
                return false;
            }

            @Override
            public void progress(double progress, String message) {}
        };
    }

    TextResult run(String command) throws InterruptedException {
        return run("default", command);
    }

    TextResult run(String session, String command) throws InterruptedException {
        return run(session, command, null, null);
    }

    TextResult run(String session, String command, Double timeout, String waitFor) throws InterruptedException {
        return TmuxRun.TOOL
                .handler()
                .handle(services, new TmuxRun.Input(command, session, null, timeout, waitFor, null), call());
    }

    TextResult runIn(String session, String cwd, String command) throws InterruptedException {
        return TmuxRun.TOOL
                .handler()
                .handle(services, new TmuxRun.Input(command, session, cwd, null, null, null), call());
    }

    TextResult capped(String session, String command, double timeout, double maxTimeout) throws InterruptedException {
        return TmuxRun.TOOL
                .handler()
                .handle(services, new TmuxRun.Input(command, session, null, timeout, null, maxTimeout), call());
    }

    TextResult keys(String session, String... keys) throws InterruptedException {
        return keys(session, null, keys);
    }

    TextResult keys(String session, Double timeout, String... keys) throws InterruptedException {
        return TmuxSendKeys.TOOL
                .handler()
                .handle(services, new TmuxSendKeys.Input(session, Arrays.asList(keys), timeout, null, null), call());
    }

    /** Keys, and a wait for output that matches. */
    TextResult keysUntil(String session, String waitFor, String... keys) throws InterruptedException {
        return TmuxSendKeys.TOOL
                .handler()
                .handle(services, new TmuxSendKeys.Input(session, Arrays.asList(keys), 15.0, waitFor, null), call());
    }

    TextResult read(String session) throws InterruptedException {
        return read(session, null, null);
    }

    TextResult read(String session, Double timeout, String waitFor) throws InterruptedException {
        return TmuxRead.TOOL
                .handler()
                .handle(services, new TmuxRead.Input(session, waitFor, timeout, null, null, null, null, null), call());
    }

    TextResult screen(String session) throws InterruptedException {
        return TmuxRead.TOOL
                .handler()
                .handle(services, new TmuxRead.Input(session, null, null, true, null, null, null, null), call());
    }

    TextResult lastFrame(String session) throws InterruptedException {
        return TmuxRead.TOOL
                .handler()
                .handle(services, new TmuxRead.Input(session, null, null, null, null, null, null, true), call());
    }

    TextResult reread(String session, Long from, Integer lines) throws InterruptedException {
        return TmuxRead.TOOL
                .handler()
                .handle(services, new TmuxRead.Input(session, null, null, null, null, from, lines, null), call());
    }

    TextResult list() throws InterruptedException {
        return TmuxList.TOOL.handler().handle(services, new TmuxList.Input(), call());
    }

    TextResult kill(String session) throws InterruptedException {
        return TmuxKill.TOOL.handler().handle(services, new TmuxKill.Input(session), call());
    }

    /** Asks the private server, as somebody else would. */
    String tmux(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of("tmux", "-u", "-L", logFolder().getFileName().toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("TMUX_TMPDIR", root.toString());
        builder.environment().remove("TMUX");
        Process process = builder.start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return text.strip();
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> meta(TextResult result) {
        return (Map<String, Object>) result.meta().get(ResultText.META);
    }

    static void assertFinished(TextResult result, int code, String text) {
        String footer = code == 0 ? "" : "\n[exit code " + code + "]";
        assertThat(result.text()).isEqualTo(text + footer);
        assertThat(meta(result)).containsEntry("state", "finished").containsEntry("exitCode", code);
    }

    static ToolFailure failure(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        return org.assertj.core.api.Assertions.catchThrowableOfType(ToolFailure.class, call);
    }

    /** The services as they are where the client runs in a pane: what {@code $TMUX} and {@code $TMUX_PANE} say there. */
    AgentServices servicesInside(String tmux, String pane) {
        return new AgentServices(
                new AgentSettings(
                        settings.idleTimeout(),
                        settings.maxTimeout(),
                        settings.promptSettle(),
                        settings.columns(),
                        settings.rows(),
                        settings.maxOutput(),
                        settings.tmuxBinary(),
                        settings.userSocketName(),
                        settings.userSocketPath(),
                        settings.shell(),
                        settings.maxLog(),
                        settings.keepEnvironment(),
                        settings.temporaryFolder(),
                        settings.workingDirectory(),
                        settings.environment(),
                        tmux,
                        pane),
                Ticker.SYSTEM,
                pid);
    }

    /** Processes that still have this harness's folder in their command line or run a tmux server for it. */
    private List<ProcessHandle> left() {
        return ProcessHandle.allProcesses()
                .filter(process -> process.info().commandLine().orElse("").contains(root.toString()))
                .toList();
    }

    @Override
    public void close() {
        services.close();
        Awaitility.await("no process of this test is left")
                .atMost(Duration.ofSeconds(5))
                .until(() -> left().isEmpty());
        assertThat(logFolder()).doesNotExist();
        delete();
    }

    private void delete() {
        try {
            Files.walkFileTree(root, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.delete(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path folder, IOException e) throws IOException {
                    Files.delete(folder);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
