package io.github.tmuxmcp.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.tmuxmcp.cli.PackagedServer.Traces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every way in which a server ends, and that nothing of it is left: no tmux server, job, socket or log. */
@Timeout(90)
final class LifecycleIT {
    /** How a client ends a server that may still clean up. */
    enum Ending {
        END_OF_INPUT {
            @Override
            void of(PackagedServer server) throws IOException {
                server.endInput();
            }
        },
        SIGINT {
            @Override
            void of(PackagedServer server) throws IOException, InterruptedException {
                server.signal("INT");
            }
        },
        SIGTERM {
            @Override
            void of(PackagedServer server) {
                server.process().destroy();
            }
        },
        SIGHUP {
            @Override
            void of(PackagedServer server) throws IOException, InterruptedException {
                server.signal("HUP");
            }
        };

        abstract void of(PackagedServer server) throws IOException, InterruptedException;
    }

    private static final Duration LONGEST_END = Duration.ofMillis(300);
    /** Other programs may have the processors for a while, so one slow end proves nothing; three do. */
    private static final int ATTEMPTS = 3;
    /** Two seconds, and what a loaded machine takes to notice. */
    private static final Duration WATCHDOG = Duration.ofSeconds(3);

    private PackagedServers servers;

    @BeforeEach
    void prepare() throws IOException {
        servers = new PackagedServers();
    }

    @AfterEach
    void end() throws IOException {
        servers.close();
    }

    private Traces use(PackagedServer server) throws IOException {
        return server.use(folder(server.pid()));
    }

    private Path folder(long pid) {
        return servers.temporary().resolve("tmux-mcp-" + pid);
    }

    private static void assertGone(Traces traces, Duration within) {
        await("no tmux server, no job").atMost(within).until(traces::processesGone);
        await("no socket, no log folder").atMost(within).until(traces::filesGone);
    }

    /** Ends servers until one has ended in time; each of them has to end cleanly. */
    private void assertEndsInTime(Ending ending, boolean busy) throws Exception {
        Duration took = Duration.ZERO;
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            PackagedServer server = servers.start();
            Traces traces = use(server);
            if (busy) {
                server.keepBusy();
            }
            ending.of(server);
            took = server.awaitEnd();
            assertThat(traces.filesGone()).as("socket and logs went first").isTrue();
            assertGone(traces, Duration.ofSeconds(1));
            assertThat(server.process().exitValue()).isZero();
            if (took.compareTo(LONGEST_END) < 0) {
                return;
            }
        }
        assertThat(took).isLessThan(LONGEST_END);
    }

    @ParameterizedTest
    @EnumSource
    void anIdleServerEndsAtOnceAndCleanly(Ending ending) throws Exception {
        assertEndsInTime(ending, false);
    }

    @ParameterizedTest
    @EnumSource
    void aServerWithCallsInFlightEndsAtOnceAndCleanly(Ending ending) throws Exception {
        assertEndsInTime(ending, true);
    }

    @ParameterizedTest
    @EnumSource
    void aServerThatWasNeverUsedLeavesNoTrace(Ending ending) throws Exception {
        PackagedServer server = servers.start();
        ending.of(server);
        server.awaitEnd();
        assertThat(server.process().exitValue()).isZero();
        assertThat(servers.temporary()).isEmptyDirectory();
    }

    @Test
    void manyEndingsAtOnceAreOne() throws Exception {
        PackagedServer server = servers.start();
        Traces traces = use(server);
        server.keepBusy();
        server.signal("INT");
        server.process().destroy();
        server.endInput();
        server.awaitEnd();
        assertThat(server.process().exitValue()).isZero();
        assertGone(traces, Duration.ofSeconds(1));
    }

    @Test
    void aKilledServerIsCleanedUpAfterByItsWatchdog() throws Exception {
        PackagedServer server = servers.start();
        Traces traces = use(server);
        server.keepBusy();
        server.signal("KILL");
        server.awaitEnd();
        assertGone(traces, WATCHDOG);
    }

    @Test
    void aKilledServerThatNobodyReapsIsCleanedUpAfterAllTheSame() throws Exception {
        Path pidFile = servers.root().resolve("pid");
        PackagedServer parent = servers.startBy(
                "exec 3<&0; \"$@\" <&3 3<&- & echo $! >'" + pidFile + "'; exec 3<&- </dev/null >/dev/null sleep 1000");
        long pid = Long.parseLong(Files.readString(pidFile).strip());
        Traces traces = parent.use(folder(pid));
        PackagedServer.signal("KILL", pid);
        await().until(() -> !PackagedServer.runs(pid));
        assertThat(PackagedServer.state(pid)).as("a zombie").isEqualTo('Z');
        assertGone(traces, WATCHDOG);
        parent.process().destroyForcibly();
    }

    @Test
    void aServerWhoseTmuxWasKilledEndsCleanly() throws Exception {
        PackagedServer server = servers.start();
        Traces traces = use(server);
        PackagedServer.signal("KILL", traces.tmux());
        await().until(() -> !PackagedServer.runs(traces.tmux()));
        Ending.SIGTERM.of(server);
        server.awaitEnd();
        assertThat(server.process().exitValue()).isZero();
        assertThat(traces.filesGone()).isTrue();
    }

    @Test
    void aServerWhoseTmuxIsStoppedEndsAllTheSame() throws Exception {
        PackagedServer server = servers.start();
        Traces traces = use(server);
        PackagedServer.signal("STOP", traces.tmux());
        try {
            Ending.SIGTERM.of(server);
            server.awaitEnd();
            assertThat(server.process().exitValue()).isZero();
        } finally {
            PackagedServer.signal("CONT", traces.tmux());
        }
        assertGone(traces, WATCHDOG);
    }

    @Test
    void serversDoNotDisturbEachOther() throws Exception {
        PackagedServer stays = servers.start();
        PackagedServer ends = servers.start();
        PackagedServer isKilled = servers.start();
        Traces stay = use(stays);
        Traces end = use(ends);
        Traces killed = use(isKilled);
        String shell = stays.run("used", "echo $$").text();

        Ending.SIGTERM.of(ends);
        isKilled.signal("KILL");
        assertGone(end, WATCHDOG);
        assertGone(killed, WATCHDOG);

        assertThat(stay.jobs()).allMatch(PackagedServer::runs);
        assertThat(stays.run("used", "echo $$").text()).isEqualTo(shell);
        assertThat(stay.folder()).isDirectory();
    }

    @Test
    void aServerThatNobodyListensToEnds() throws Exception {
        PackagedServer server = servers.start();
        Traces traces = use(server);
        server.process().getInputStream().close();
        // The first answer may still reach the reader that was at work when its end was closed.
        await().until(() -> !server.pings());
        assertGone(traces, Duration.ofSeconds(1));
    }

    /** Node gives its children sockets instead of pipes. */
    @ParameterizedTest
    @EnumSource(names = {"END_OF_INPUT", "SIGTERM"})
    void aServerOnASocketPairEndsAsOnPipes(Ending ending) throws Exception {
        String bridge = "use Socket; socketpair(my $ours, my $theirs, AF_UNIX, SOCK_STREAM, PF_UNSPEC) or die;"
                + "if (!($pid = fork)) { close $ours; open STDIN, '<&', $theirs; exec @ARGV }"
                + "close $theirs; close STDOUT; $SIG{TERM} = sub { kill TERM => $pid };"
                + "my $file; open $file, '>', 'pid'; print $file $pid; close $file;"
                + "if (!fork) { while (sysread STDIN, my $bytes, 4096) { syswrite $ours, $bytes } shutdown $ours, 1; exit }"
                + "close STDIN; close $ours; waitpid $pid, 0; exit $? >> 8";
        PackagedServer server = servers.startBy(List.of("perl", "-e", bridge));
        long pid =
                Long.parseLong(Files.readString(servers.root().resolve("pid")).strip());
        Traces traces = server.use(folder(pid));
        ending.of(server);
        server.awaitEnd();
        assertThat(server.process().exitValue()).isZero();
        assertGone(traces, Duration.ofSeconds(1));
    }
}
