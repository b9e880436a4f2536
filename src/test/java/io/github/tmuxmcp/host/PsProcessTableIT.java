package io.github.tmuxmcp.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tmuxmcp.host.Foreground.Reading;
import io.github.tmuxmcp.host.InputEvidence.Verdict;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The table for systems without /proc, asked here and compared with /proc where that exists. */
@SuppressWarnings("try") // closing the server waits and may be interrupted
class PsProcessTableIT {
    private final ProcessTable table = new PsProcessTable();

    @BeforeEach
    void needPs() throws Exception {
        assumeTrue(
                new ProcessBuilder("sh", "-c", "command -v ps >/dev/null")
                                .start()
                                .waitFor()
                        == 0,
                "no ps");
    }

    @Test
    void thePanesProcessIsDescribedAsProcDescribesIt() throws Exception {
        try (TestTmux tmux = new TestTmux()) {
            TestTmux.Pane pane = tmux.open("sleep", "100");
            Awaitility.await().until(() -> named(pane.pid(), "sleep"));
            ProcessEntry byPs = table.find(pane.pid());
            ProcessEntry byProc = ProcessTable.system().find(pane.pid());
            assertThat(byPs)
                    .usingRecursiveComparison()
                    .ignoringFields("startTime")
                    .isEqualTo(byProc);
            assertThat(table.isRunning(pane.pid(), byPs.startTime())).isTrue();
            assertThat(table.isRunning(pane.pid(), byPs.startTime() - 100)).isFalse();
        }
    }

    @Test
    void theForegroundGroupIsFoundAndTheTerminalsModesDecide() throws Exception {
        try (TestTmux tmux = new TestTmux()) {
            TestTmux.Pane pane = tmux.openBash();
            Awaitility.await().until(() -> verdict(pane) == Verdict.READS_RAW);
            tmux.type(pane, "cat | sleep 100\n");
            Awaitility.await().until(() -> names(pane).equals(Set.of("cat", "sleep")));
            Awaitility.await().until(() -> verdict(pane) == Verdict.UNKNOWN);
            Foreground foreground = Foreground.look(table, pane.pid());
            assertThat(foreground.reading()).isEqualTo(Reading.UNKNOWN);
            assertThat(foreground.isShellItself()).isFalse();
            tmux.key(pane, "C-c");
            Awaitility.await().until(() -> verdict(pane) == Verdict.READS_RAW);
            tmux.type(pane, "read -s x\n");
            Awaitility.await().until(() -> verdict(pane) == Verdict.READS_SECRET);
        }
    }

    @Test
    void everyProcessOfTheTerminalIsFound() throws Exception {
        try (TestTmux tmux = new TestTmux()) {
            TestTmux.Pane pane = tmux.openBash();
            tmux.type(pane, "nohup sleep 100 >/dev/null 2>&1 &\n");
            Awaitility.await()
                    .until(() -> table.ofTerminal(pane.pid()).stream()
                            .map(ProcessEntry::command)
                            .collect(Collectors.toSet())
                            .equals(Set.of("bash", "sleep")));
            table.ofTerminal(pane.pid())
                    .forEach(entry -> ProcessHandle.of(entry.pid()).ifPresent(ProcessHandle::destroyForcibly));
            Awaitility.await().until(() -> table.ofTerminal(pane.pid()).isEmpty());
        }
    }

    @Test
    void aPidThatNobodyHasIsNotFound() {
        assertThat(table.find(Integer.MAX_VALUE)).isNull();
        assertThat(HostInfo.startStampByPs(Integer.MAX_VALUE)).isEmpty();
    }

    private boolean named(long pid, String command) {
        ProcessEntry entry = table.find(pid);
        return entry != null && entry.command().equals(command);
    }

    private Set<String> names(TestTmux.Pane pane) {
        return Foreground.look(table, pane.pid()).members().stream()
                .map(ProcessEntry::command)
                .collect(Collectors.toSet());
    }

    private Verdict verdict(TestTmux.Pane pane) throws InterruptedException {
        return InputEvidence.judge(
                Foreground.look(table, pane.pid()),
                TerminalModes.read(pane.tty(), Duration.ofSeconds(5)).orElse(null));
    }
}
