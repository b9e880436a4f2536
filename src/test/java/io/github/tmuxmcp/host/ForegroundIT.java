package io.github.tmuxmcp.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tmuxmcp.host.Foreground.Reading;
import io.github.tmuxmcp.host.InputEvidence.Verdict;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What real programs on a real terminal look like. Every line is typed at the prompt of a bash. */
class ForegroundIT {
    private static final Duration STTY = Duration.ofSeconds(5);
    /** A verdict that many looks in a row agree on is one that lasts. */
    private static final int AGREEING_LOOKS = 12;

    private static final ProcessTable TABLE = ProcessTable.system();
    private static TestTmux tmux;

    @BeforeAll
    static void start() throws Exception {
        tmux = new TestTmux();
    }

    @AfterAll
    static void end() throws Exception {
        tmux.close();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '%', quoteCharacter = '`', textBlock = """
            cat                                                          % cat       % TTY_READ    % READS_LINE
            cat 3< <(sleep 100)                                          % cat       % TTY_READ    % READS_LINE
            read x                                                       % bash      % TTY_READ    % READS_LINE
            read -t 100 x                                                % bash      % TTY_READ    % READS_LINE
            read -s -p Password: x                                       % bash      % TTY_READ    % READS_SECRET
            read -n 1 x                                                  % bash      % TTY_READ    % READS_RAW
            sh -c 'read x'                                               % sh        % TTY_READ    % READS_LINE
            python3 -c 'import getpass; getpass.getpass()'               % python3   % TTY_READ    % READS_SECRET
            python3 -c 'input("Name: ")'                                 % python3   %             % READS_LINE
            python3                                                      % python3   %             % READS_RAW
            node                                                         % node      % POLLING     % READS_RAW
            sqlite3                                                      % sqlite3   %             % READS_RAW
            less /etc/services                                           % less      % TTY_READ    % READS_RAW
            yes | less                                                   % less      % TTY_READ    % READS_RAW
            sleep 1 | less /etc/services                                 % less      % TTY_READ    % READS_RAW
            cat | sleep 100                                              % cat       % TTY_READ    % READS_LINE
            vim -u NONE                                                  % vim       %             % READS_RAW
            nano --ignorercfiles                                         % nano      % TTY_READ    % READS_RAW
            top -d 100                                                   % top       %             % READS_RAW
            bash --norc --noprofile -i                                   % bash      %             % READS_RAW
            bash -c 'cat; true'                                          % cat       % TTY_READ    % READS_LINE
            echo "open                                                   % bash      %             % READS_RAW
            sleep 100                                                    % sleep     % NOT_READING % NOT_READING
            sleep 100 | cat                                              % sleep     % NOT_READING % NOT_READING
            while :; do :; done                                          % bash      % NOT_READING % NOT_READING
            sleep 100 & wait                                             % bash      % NOT_READING % NOT_READING
            bash -c 'sleep 100; true'                                    % sleep     % NOT_READING % NOT_READING
            stty -echo -icanon; sleep 100                                % sleep     % NOT_READING % NOT_READING
            cat <<< x | { sleep 100; }                                   %           % NOT_READING % NOT_READING
            python3 -c 'import time; print("collecting ..."); time.sleep(100)'  %    % NOT_READING % NOT_READING
            python3 -c 'import socket; a = socket.socketpair(); a[0].recv(1)'   %    % NOT_READING % NOT_READING
            python3 -c 'import os; os.read(os.pipe()[0], 1)'             %           % NOT_READING % NOT_READING
            perl -e 'select(undef, undef, undef, 100)'                   % perl      % NOT_READING % NOT_READING
            perl -e '$x = <STDIN>'                                       % perl      % TTY_READ    % READS_LINE
            tail -f /etc/services                                        % tail      %             % not proved
            node -e 'setInterval(() => {}, 100000)'                      % node      % POLLING     % UNKNOWN
            node -e 'for (;;);'                                          % node      % NOT_READING % NOT_READING
            python3 -c 'import asyncio; asyncio.run(asyncio.sleep(100))' %           % POLLING     % UNKNOWN
            """)
    void programsAreJudgedByWhatTheyWaitFor(String line, String command, Reading reading, String verdict)
            throws Exception {
        assumeTrue(isInstalled(line.split("[ ;]", 2)[0]), () -> "not installed: " + line);
        TestTmux.Pane pane = tmux.openBash();
        awaitVerdict(pane, Verdict.READS_RAW);
        tmux.type(pane, line);
        tmux.key(pane, "Enter");
        Foreground foreground = awaitVerdict(pane, verdict, command == null ? "" : command);
        if (reading != null) {
            assertThat(foreground.reading()).isEqualTo(reading);
        }
        tmux.tmux("kill-pane", "-t", pane.id());
    }

    @Test
    void aBashAtItsPromptIsThePanesOwnLineEditor() throws Exception {
        TestTmux.Pane pane = tmux.openBash();
        Foreground foreground = awaitVerdict(pane, Verdict.READS_RAW);
        assertThat(foreground.isShellItself()).isTrue();
        assertThat(foreground.command()).isEqualTo("bash");
        assertThat(foreground.relay()).isFalse();
        assertThat(foreground.members()).hasSize(1);
    }

    @Test
    void aProgramOfTheShellIsNotTheShellItself() throws Exception {
        TestTmux.Pane pane = tmux.openBash();
        tmux.type(pane, "cat\n");
        Foreground foreground = awaitVerdict(pane, Verdict.READS_LINE);
        assertThat(foreground.isShellItself()).isFalse();
        assertThat(foreground.group()).isNotEqualTo(pane.pid());
    }

    @Test
    void inputThatIsTypedAheadOfASleepIsReadByNobody() throws Exception {
        TestTmux.Pane pane = tmux.openBash();
        awaitVerdict(pane, Verdict.READS_RAW);
        tmux.type(pane, "sleep 100\n");
        awaitVerdict(pane, Verdict.NOT_READING);
        tmux.type(pane, "typed ahead\n");
        awaitVerdict(pane, Verdict.NOT_READING);
    }

    @Test
    void consumedInputShowsAsActivityAndSilenceDoesNot() throws Exception {
        TestTmux.Pane pane = tmux.open("sh", "-c", "stty -echo; exec cat");
        Foreground before = awaitVerdict(pane, Verdict.READS_SECRET);
        assertThat(Foreground.look(TABLE, pane.pid()).activity()).isEqualTo(before.activity());
        tmux.type(pane, "a line\n");
        Awaitility.await().until(() -> Foreground.look(TABLE, pane.pid()).activity() != before.activity());
    }

    @Test
    void aShellThatReadsFromTheNetworkDoesNotReadItsTerminal() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            TestTmux.Pane pane = tmux.openBash();
            awaitVerdict(pane, Verdict.READS_RAW);
            tmux.type(pane, "exec 5<>/dev/tcp/127.0.0.1/" + server.getLocalPort() + "; read x <&5\n");
            awaitVerdict(pane, Verdict.NOT_READING);
        }
    }

    @Test
    void aStoppedReaderReadsNothing() throws Exception {
        TestTmux.Pane pane = tmux.open("sh", "-c", "cat; true");
        Foreground foreground = awaitVerdict(pane, Verdict.READS_LINE);
        long cat = foreground.members().stream()
                .filter(member -> member.command().equals("cat"))
                .findAny()
                .orElseThrow()
                .pid();
        TestTmux.run(List.of("kill", "-STOP", Long.toString(cat)));
        awaitVerdict(pane, Verdict.NOT_READING);
    }

    @Test
    void aReaderWhoseParentHasEndedStillCounts() throws Exception {
        TestTmux.Pane pane = tmux.openBash();
        awaitVerdict(pane, Verdict.READS_RAW);
        tmux.type(pane, "sh -c 'cat </dev/tty &' | sleep 100\n");
        Foreground foreground = awaitVerdict(pane, Verdict.READS_LINE);
        assertThat(foreground.command()).isEqualTo("cat");
    }

    @Test
    void aJavaProgramsReaderThreadIsProofOnlyWhileTheOthersIdle() throws Exception {
        Path program = Files.createTempFile("Reader", ".java");
        Files.writeString(program, """
                public class Reader {
                    public static void main(String[] words) throws Exception {
                        if (words.length > 0) {
                            Thread worker = new Thread(() -> { long n = 0; while (n >= 0) { n = (n + 1) & 0xff; } });
                            worker.setDaemon(true);
                            worker.start();
                        }
                        System.in.read();
                    }
                }
                """);
        try {
            String java =
                    Path.of(System.getProperty("java.home"), "bin", "java").toString();
            String command = java + " -XX:+UseSerialGC -XX:TieredStopAtLevel=1 " + program;
            awaitVerdict(tmux.open("sh", "-c", command), Verdict.READS_LINE);
            TestTmux.Pane busy = tmux.open("sh", "-c", command + " busy");
            Foreground foreground = awaitVerdict(busy, Verdict.UNKNOWN);
            assertThat(foreground.reading()).isEqualTo(Reading.POLLING);
        } finally {
            Files.delete(program);
        }
    }

    @Test
    void aRelaysRawTerminalProvesNothing() throws Exception {
        Path folder = Files.createTempDirectory("relay");
        Path relay = Files.copy(Path.of("/bin/sleep"), folder.resolve("ssh"));
        try {
            TestTmux.Pane pane = tmux.open("sh", "-c", "stty raw; exec " + relay + " 100");
            Foreground foreground = awaitVerdict(pane, "UNKNOWN", "ssh");
            assertThat(foreground.relay()).isTrue();
            assertThat(foreground.terminal("pane")).isEqualTo("pane");
        } finally {
            Files.delete(relay);
            Files.delete(folder);
        }
    }

    @Test
    void aTerminalThatAProgramHasOpenedForAnotherIsLookedAtInItsPlace() throws Exception {
        TestTmux.Pane pane = tmux.open("script", "-q", "-c", "sleep 0.3; cat", "/dev/null");
        Foreground foreground = awaitVerdict(pane, "READS_LINE", "cat");
        assertThat(foreground.relay()).isFalse();
        assertThat(foreground.isShellItself()).isFalse();
        assertThat(foreground.terminal("pane")).startsWith("/dev/pts/");
    }

    @Test
    void aPaneThatIsGoneTellsNothing() throws Exception {
        TestTmux.Pane pane = tmux.open("sleep", "100");
        tmux.tmux("kill-pane", "-t", pane.id());
        Awaitility.await().until(() -> TABLE.find(pane.pid()) == null);
        Foreground foreground = Foreground.look(TABLE, pane.pid());
        assertThat(foreground.reading()).isEqualTo(Reading.UNKNOWN);
        assertThat(foreground.group()).isZero();
        assertThat(foreground.members()).isEmpty();
        assertThat(TerminalModes.read("/dev/no-such-terminal", STTY)).isEmpty();
    }

    @Test
    void nohupJobsBelongToTheTerminalToo() throws Exception {
        TestTmux.Pane pane = tmux.openBash();
        awaitVerdict(pane, Verdict.READS_RAW);
        tmux.type(pane, "nohup sleep 1234 >/dev/null 2>&1 &\n");
        Awaitility.await().until(() -> names(pane).contains("sleep"));
        List<ProcessEntry> jobs = TABLE.ofTerminal(pane.pid());
        assertThat(jobs).extracting(ProcessEntry::pid).contains(pane.pid());
        tmux.tmux("kill-pane", "-t", pane.id());
        Awaitility.await().until(() -> TABLE.find(pane.pid()) == null);
        assertThat(names(pane)).containsExactly("sleep");
        for (ProcessEntry job : TABLE.ofTerminal(pane.pid())) {
            assertThat(TABLE.isRunning(job.pid(), job.startTime())).isTrue();
            assertThat(TABLE.isRunning(job.pid(), job.startTime() + 1)).isFalse();
            ProcessHandle.of(job.pid()).orElseThrow().destroyForcibly();
        }
        Awaitility.await().until(() -> TABLE.ofTerminal(pane.pid()).isEmpty());
    }

    private static List<String> names(TestTmux.Pane pane) {
        return TABLE.ofTerminal(pane.pid()).stream().map(ProcessEntry::command).toList();
    }

    private static Foreground awaitVerdict(TestTmux.Pane pane, Verdict wanted) {
        return awaitVerdict(pane, wanted.name(), "");
    }

    private static Foreground awaitVerdict(TestTmux.Pane pane, String wanted, String command) {
        AtomicInteger agreeing = new AtomicInteger();
        AtomicReference<Foreground> last = new AtomicReference<>();
        try {
            Awaitility.await()
                    .atMost(Duration.ofSeconds(20))
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(10))
                    .until(() -> {
                        Foreground foreground = Foreground.look(TABLE, pane.pid());
                        last.set(foreground);
                        Verdict verdict = judge(pane, foreground);
                        boolean right = wanted.equals("not proved")
                                ? !foreground.isShellItself()
                                        && (verdict == Verdict.UNKNOWN || verdict == Verdict.NOT_READING)
                                : verdict.name().equals(wanted);
                        right &= foreground.command().startsWith(command);
                        agreeing.set(right ? agreeing.get() + 1 : 0);
                        return agreeing.get() >= AGREEING_LOOKS;
                    });
        } catch (ConditionTimeoutException e) {
            Foreground foreground = last.get();
            throw new AssertionError(
                    "wanted " + wanted + " of " + command + ", saw " + judge(pane, foreground) + " of " + foreground
                            + " " + foreground.members(),
                    e);
        }
        return last.get();
    }

    private static Verdict judge(TestTmux.Pane pane, Foreground foreground) {
        try {
            return InputEvidence.judge(
                    foreground,
                    TerminalModes.read(foreground.terminal(pane.tty()), STTY).orElse(null));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean isInstalled(String program) throws Exception {
        return new ProcessBuilder("bash", "-c", "type -t \"$1\"", "bash", program)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor()
                == 0;
    }
}
