package io.github.tmuxmcp.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How a server ends, killed or not, and what is there afterwards: nothing. */
@Timeout(120)
@EnabledOnOs(OS.LINUX)
final class LifecycleIT {
    /** Jobs that a hang-up does not end. */
    private static final String STUBBORN_JOBS =
            "nohup sleep 4001 >/dev/null 2>&1 & (trap '' HUP TERM; sleep 4002) & bash -c 'trap \"\" HUP; while :; do sleep 1; done' & disown -a";

    /** Two seconds are the promise; the machine that runs this may be busy. */
    private static final Duration WATCHDOG = Duration.ofSeconds(10);

    private static final Duration AT_ONCE = Duration.ofSeconds(2);

    @TempDir
    Path folder;

    private Path root;

    @BeforeEach
    void prepare() throws Exception {
        root = AgentProcess.folders(folder.toRealPath());
    }

    @Test
    void theEndOfInputLeavesNothing() throws Exception {
        try (AgentProcess agent = AgentProcess.start(root)) {
            agent.run(STUBBORN_JOBS);
            assertThat(agent.socket()).exists();
            assertThat(agent.folder()).exists();
            agent.endOfInput();
            assertThat(agent.process.exitValue()).isZero();
            AgentProcess.awaitNothingLeft(root, AT_ONCE);
        }
    }

    @Test
    void aTermOfTheWholeProcessGroupLeavesNothing() throws Exception {
        try (AgentProcess agent = AgentProcess.start(root)) {
            agent.run(STUBBORN_JOBS);
            agent.signalGroup("TERM");
            agent.endOfInput();
            assertThat(agent.process.exitValue()).isZero();
            AgentProcess.awaitNothingLeft(root, AT_ONCE);
        }
    }

    @Test
    void anEndThatIsCutShortLeavesNothing() throws Exception {
        try (AgentProcess agent = AgentProcess.start(root)) {
            agent.run(STUBBORN_JOBS);
            long tmux = agent.tmux();
            agent.signalGroup("TERM");
            // Its jobs have not had their time yet when tmux is gone.
            Awaitility.await().pollInterval(Duration.ofMillis(1)).until(() -> !AgentProcess.runs(tmux));
            agent.signalGroup("KILL");
            AgentProcess.awaitNothingLeft(root, WATCHDOG);
        }
    }

    @Test
    void aKillLeavesNothing() throws Exception {
        try (AgentProcess agent = AgentProcess.start(root)) {
            agent.run(STUBBORN_JOBS);
            agent.signal("KILL");
            AgentProcess.awaitNothingLeft(root, WATCHDOG);
        }
    }

    @Test
    void aKillWhenTmuxIsGoneOrStoppedLeavesNothing() throws Exception {
        for (String signal : new String[] {"KILL", "STOP"}) {
            try (AgentProcess agent = AgentProcess.start(root)) {
                long tmux = agent.tmux();
                // The watchdog has looked at the panes by then.
                agent.run(STUBBORN_JOBS + "; sleep 2");
                AgentProcess.signal(signal, Long.toString(tmux));
                agent.signal("KILL");
                AgentProcess.awaitNothingLeft(root, WATCHDOG);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"nothing", "socket", "folder"})
    void aKillWhileTmuxStartsLeavesNothing(String there) throws Exception {
        try (AgentProcess agent = AgentProcess.start(root)) {
            agent.order("true");
            Awaitility.await().pollInterval(Duration.ofMillis(1)).until(() -> switch (there) {
                case "socket" -> Files.exists(agent.socket());
                case "folder" -> Files.exists(agent.folder());
                default -> true;
            });
            agent.signalGroup("KILL");
            AgentProcess.awaitNothingLeft(root, WATCHDOG);
        }
    }

    @Test
    void aStoppedTmuxEndsAsWell() throws Exception {
        try (AgentProcess agent = AgentProcess.start(root)) {
            agent.run(STUBBORN_JOBS);
            AgentProcess.signal("STOP", Long.toString(agent.tmux()));
            agent.endOfInput();
            AgentProcess.awaitNothingLeft(root, AT_ONCE);
        }
    }

    @Test
    void aTmuxWithoutItsSocketEndsAsWell() throws Exception {
        try (AgentProcess agent = AgentProcess.start(root)) {
            agent.run(STUBBORN_JOBS);
            Files.delete(agent.socket());
            agent.endOfInput();
            AgentProcess.awaitNothingLeft(root, AT_ONCE);
        }
    }

    @Test
    void aTmuxThatWasReplacedEndsAndItsSuccessorGoesOn() throws Exception {
        try (AgentProcess agent = AgentProcess.start(root)) {
            agent.run(STUBBORN_JOBS);
            long first = agent.tmux();
            Files.delete(agent.socket());
            agent.process.children().forEach(ProcessHandle::destroyForcibly);
            Awaitility.await().until(() -> agent.process.children().findAny().isEmpty());
            assertThat(agent.run("echo again")).endsWith("again");
            assertThat(agent.tmux()).isNotEqualTo(first);
            assertThat(AgentProcess.processesOf(root))
                    .extracting(ProcessHandle::pid)
                    .doesNotContain(first);
            assertThat(agent.socket()).exists();
            agent.endOfInput();
            AgentProcess.awaitNothingLeft(root, AT_ONCE);
        }
    }

    @Test
    void theWatchdogsSessionComesBack() throws Exception {
        try (AgentProcess agent = AgentProcess.start(root)) {
            agent.run("cd /usr");
            agent.run("tmux kill-session -t =_watchdog");
            assertThat(agent.run("pwd")).isEqualTo("/usr");
            assertThat(agent.run("tmux list-sessions -F '#{session_name}'")).isEqualTo("_watchdog\ndefault");
            agent.endOfInput();
            AgentProcess.awaitNothingLeft(root, AT_ONCE);
        }
    }

    @Test
    void signalsAreAsATerminalGivesThem() throws Exception {
        try (AgentProcess agent = AgentProcess.start(root)) {
            assertThat(agent.run("grep SigBlk /proc/self/status")).endsWith("\t0000000000000000");
            assertThat(agent.run("(kill -QUIT $BASHPID); echo $?")).endsWith("131");
        }
    }

    @Test
    void twoServersLeaveEachOtherAlone() throws Exception {
        try (AgentProcess one = AgentProcess.start(root);
                AgentProcess other = AgentProcess.start(root)) {
            one.run("x=1");
            other.run("x=2");
            assertThat(one.run("echo $x")).isEqualTo("1");
            other.signal("KILL");
            Awaitility.await().atMost(WATCHDOG).until(() -> !Files.exists(other.folder()));
            assertThat(one.run("echo $x")).isEqualTo("1");
            one.endOfInput();
            AgentProcess.awaitNothingLeft(root, WATCHDOG);
        }
    }

    @Test
    void leftoversOfTheDeadAreSweptAndNothingElseIs() throws Exception {
        Path left = privateFolder("tmux-mcp-4000000001");
        Files.createFile(left.resolve("lock"));
        Files.createFile(left.resolve("default.log"));
        Path unlocked = privateFolder("tmux-mcp-4000000002");
        Path open = privateFolder("tmux-mcp-4000000003");
        Files.createFile(open.resolve("lock"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path named = privateFolder("tmux-mcp-things");
        Files.createFile(named.resolve("lock"));
        try (AgentProcess living = AgentProcess.start(root)) {
            living.run("true");
            Path sockets = living.socket().getParent();
            Path deadSocket = sockets.resolve("tmux-mcp-4000000004");
            listen(deadSocket).close();
            Path freshSocket = sockets.resolve("tmux-mcp-4000000005");
            listen(freshSocket).close();
            Path usedSocket = sockets.resolve("tmux-mcp-4000000006");
            try (ServerSocketChannel listener = listen(usedSocket);
                    AgentProcess next = AgentProcess.start(root)) {
                FileTime old = FileTime.from(Instant.now().minusSeconds(60));
                Files.setLastModifiedTime(deadSocket, old);
                Files.setLastModifiedTime(usedSocket, old);
                next.run("true");
                Awaitility.await().until(() -> !Files.exists(left) && !Files.exists(deadSocket));
                next.endOfInput();
                assertThat(listener.isOpen()).isTrue();
            }
            assertThat(unlocked).exists();
            assertThat(open.resolve("lock")).exists();
            assertThat(named.resolve("lock")).exists();
            assertThat(freshSocket).exists();
            assertThat(usedSocket).exists();
            assertThat(living.folder()).exists();
            assertThat(living.run("echo fine")).isEqualTo("fine");
        }
    }

    private Path privateFolder(String name) throws Exception {
        return Files.createDirectory(
                root.resolve("tmp").resolve(name),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }

    private static ServerSocketChannel listen(Path path) throws Exception {
        return ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(path));
    }
}
