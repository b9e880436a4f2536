package io.github.tmuxmcp.agent;

import static io.github.tmuxmcp.agent.AgentHarness.assertFinished;
import static io.github.tmuxmcp.agent.AgentHarness.failure;
import static io.github.tmuxmcp.agent.AgentHarness.meta;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tmuxmcp.limits.ByteSize;
import io.github.tmuxmcp.tool.TextResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Listing, reading, killing, losing and restoring sessions; keys; logs. */
@Timeout(90)
final class SessionsIT {
    private AgentHarness agent;

    @BeforeEach
    void start() {
        agent = AgentHarness.start();
    }

    @AfterEach
    void end() {
        agent.close();
    }

    @Test
    void nothingIsStartedBeforeACallNeedsIt() throws Exception {
        assertThat(agent.list().text()).isEqualTo("(no sessions — tmux_run creates one)");
        assertThat(failure(() -> agent.read("none"))).hasMessageContaining("there is no session \"none\"");
        assertThat(failure(() -> agent.kill("none"))).hasMessageContaining("there is no session \"none\"");
        assertThat(failure(() -> agent.keys("none", "q"))).hasMessageContaining("there is no session \"none\"");
        assertThat(agent.logFolder()).doesNotExist();
    }

    @Test
    void theEndReachesATmuxServerWhoseSocketWasDeleted() throws Exception {
        long server;
        try (AgentHarness other = AgentHarness.start()) {
            other.run("default", "true");
            server = Long.parseLong(other.tmux("display-message", "-p", "#{pid}"));
            String socket = other.tmux("display-message", "-p", "#{socket_path}");
            assertThat(Path.of(socket)).startsWith(other.root);
            Files.delete(Path.of(socket));
        }
        Awaitility.await()
                .until(() ->
                        ProcessHandle.of(server).filter(ProcessHandle::isAlive).isEmpty());
    }

    @Test
    void theListHasALineForEachSession() throws Exception {
        agent.run("web", "cd /usr");
        agent.run("job", "sleep 60", 0.1, null);
        agent.run("over", "exit 7");
        String[] lines = agent.list().text().split("\n");
        assertThat(lines).hasSize(3);
        assertThat(lines[0]).matches("job  fg=sleep  running\\(sleep\\)  cwd=.*  created \\d+s ago  unread=0B");
        assertThat(lines[1]).matches("over  fg=  dead\\(code 7\\)  cwd=.*");
        assertThat(lines[2]).matches("web  fg=bash  idle  cwd=/usr  created \\d+s ago  unread=0B");
    }

    @Test
    void unreadOutputWaitsAndIsCounted() throws Exception {
        agent.run("(sleep 0.4; echo from the background) &");
        Awaitility.await()
                .atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(agent.read("default").text()).contains("from the background"));
        assertThat(agent.read("default").text()).isEqualTo("(no new output)");
    }

    @Test
    void aNameThatIsTakenWhileItsSessionEndsStandsForAWholeNewOne() throws Exception {
        for (int round = 0; round < 8; round++) {
            agent.run("n", "true");
            List<CompletableFuture<TextResult>> runs = IntStream.range(0, 4)
                    .mapToObj(n -> CompletableFuture.supplyAsync(() -> {
                        try {
                            return agent.run("n", "echo r" + n + "; (exit " + n + ")");
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                    }))
                    .toList();
            agent.kill("n");
            for (int n = 0; n < 4; n++) {
                TextResult result = runs.get(n).get();
                if (!"killed".equals(meta(result).get("state"))) {
                    assertFinished(result, n, "r" + n);
                }
            }
            assertFinished(agent.run("n", "echo fine"), 0, "fine");
        }
    }

    @Test
    void keysActAndTextIsText() throws Exception {
        agent.run("k", "cat -v");
        assertThat(agent.keys("k", "a;", "Space", "enter", "^C", "Enter").text())
                .startsWith("a; enter^C");
        assertThat(agent.keys("k", "-----BEGIN", "C-x", "Tab", "Enter").text()).contains("-----BEGIN^X");
        assertThat(meta(agent.keys("k", "C-d")))
                .containsEntry("state", "finished")
                .containsEntry("exitCode", 0);
    }

    @Test
    void halfALineIsNeitherRunNorLost() throws Exception {
        agent.run("true");
        assertThat(agent.keys("default", "echo half").text()).contains("echo half");
        assertFinished(agent.run("echo whole"), 0, "whole");
        assertThat(agent.keys("default", " line", "Enter").text()).isEqualTo("half line");
    }

    @Test
    void aLineThatTheTerminalWouldCutIsRefused() throws Exception {
        agent.run("c", "cat > got");
        assertThat(failure(() -> agent.keys("c", "a".repeat(5_000), "Enter"))).hasMessageContaining("4095");
        assertThat(failure(() -> agent.run("c", "a".repeat(5_000)))).hasMessageContaining("nothing was sent");
        agent.run("c", "short");
        agent.keys("c", "C-d");
        assertFinished(agent.run("c", "cat got"), 0, "short");
    }

    @Test
    void aSessionInCopyModeIsRefusedByName() throws Exception {
        agent.run("m", "true");
        agent.tmux("copy-mode", "-t", "=m:");
        assertThat(failure(() -> agent.run("m", "echo COPY"))).hasMessageContaining("copy-mode");
        assertThat(failure(() -> agent.keys("m", "x"))).hasMessageContaining("copy-mode");
        agent.keys("m", 0.0, "q");
        assertFinished(agent.run("m", "echo fine"), 0, "fine");
    }

    @Test
    void aPaneWhoseInputIsOffIsRefusedWithTheWayOut() throws Exception {
        agent.run("o", "true");
        agent.tmux("select-pane", "-d", "-t", "=o:");
        String refusal = failure(() -> agent.run("o", "echo OFF")).getMessage();
        assertThat(failure(() -> agent.keys("o", "q"))).hasMessageContaining("nothing was typed");
        String way = refusal.replaceAll("(?s).*after (tmux -S .* -t o);.*", "$1");
        assertThat(new ProcessBuilder("sh", "-c", way).start().waitFor()).isZero();
        assertFinished(agent.run("o", "echo on"), 0, "on");
    }

    @Test
    void aLostServerIsReplacedWithWatchdogOptionsAndLogs() throws Exception {
        agent.run("true");
        long server = Long.parseLong(agent.tmux("display-message", "-p", "#{pid}"));
        ProcessHandle.of(server).orElseThrow().destroyForcibly();
        Awaitility.await()
                .atMost(Duration.ofSeconds(5))
                .until(() -> ProcessHandle.of(server).isEmpty());
        assertThat(agent.list().text()).contains("default  fg=  gone");
        assertThat(agent.run("echo again").text()).isEqualTo("[session \"default\" restarted a fresh shell]\nagain");
        assertThat(agent.tmux("list-sessions", "-F", "#{session_name}")).contains("_watchdog", "default");
        assertThat(agent.tmux("show-options", "-gv", "history-limit")).isEqualTo("50000");
        assertFinished(agent.run("echo and on"), 0, "and on");
    }

    @Test
    void aTmuxThatDoesNotAnswerIsAClearFailure() throws Exception {
        agent.run("true");
        String server = agent.tmux("display-message", "-p", "#{pid}");
        AgentProcess.signal("STOP", server);
        try {
            assertThat(failure(() -> agent.kill("default"))).hasMessageContaining("tmux did not answer within");
            assertThat(agent.list().text()).as("it asks the system, not tmux").startsWith("(no sessions");
        } finally {
            AgentProcess.signal("CONT", server);
        }
        assertFinished(agent.run("echo afresh"), 0, "afresh");
    }

    @Test
    void aLostPaneIsReplaced() throws Exception {
        agent.run("p", "cd /usr");
        agent.tmux("kill-session", "-t", "=p");
        assertThat(agent.run("p", "pwd").text()).isEqualTo("[session \"p\" restarted a fresh shell]\n/usr");
    }

    @Test
    void jobsThatIgnoreHangUpEndWithTheirSession() throws Exception {
        agent.run("j", "nohup sleep 4711 >/dev/null 2>&1 & (trap '' HUP; sleep 4712) & disown -a");
        agent.kill("j");
        Awaitility.await("every job has ended")
                .atMost(Duration.ofSeconds(2))
                .until(() -> ProcessHandle.allProcesses()
                        .noneMatch(p ->
                                p.isAlive() && p.info().commandLine().orElse("").matches(".*sleep 471[12]")));
    }

    @Test
    void theLogIsPrivateAndTheHistoryFileUntouched() throws Exception {
        Path history = Files.writeString(agent.home.resolve(".bash_history"), "one\n");
        agent.run("echo secret; history -a; history -w");
        assertThat(agent.logFolder().resolve("default.log")).exists();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(agent.logFolder())))
                .isEqualTo("rwx------");
        try (var files = Files.list(agent.logFolder())) {
            for (Path file : files.toList()) {
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                        .isEqualTo("rw-------");
            }
        }
        agent.run("exit");
        assertThat(history).hasContent("one\n");
        assertThat(agent.home.resolve(".history")).doesNotExist();
    }

    @Test
    void aLogIsCutAndItsOffsetsStayValid() throws Exception {
        try (AgentHarness small = AgentHarness.with("bash", Map.of(), new ByteSize(1 << 20), 30_000)) {
            TextResult result = small.run("seq 1 400000");
            assertThat(result.text()).endsWith("\n400000");
            long kept;
            try (var files = Files.list(small.logFolder())) {
                kept = files.filter(f -> f.getFileName().toString().startsWith("default.log."))
                        .mapToLong(f -> f.toFile().length())
                        .sum();
            }
            assertThat(kept).isLessThan(2 << 20);
            TextResult gone = small.reread("default", 10L, 2);
            assertThat(gone.text()).contains("are gone");
            assertThat(small.reread("default", null, 1).text()).startsWith("400000\n");
        }
    }

    @Test
    void fromDoesNotMixWithWaiting() throws Exception {
        agent.run("true");
        assertThat(failure(() -> TmuxRead.TOOL
                        .handler()
                        .handle(
                                agent.services,
                                new TmuxRead.Input("default", "x", null, null, null, 0L, null, null),
                                AgentHarness.call())))
                .hasMessageContaining("leave out wait_for");
    }
}
