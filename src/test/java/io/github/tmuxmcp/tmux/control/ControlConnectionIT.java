package io.github.tmuxmcp.tmux.control;

import static io.github.tmuxmcp.tmux.TmuxServerFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tmuxmcp.tmux.PaneId;
import io.github.tmuxmcp.tmux.Reply;
import io.github.tmuxmcp.tmux.Tmux;
import io.github.tmuxmcp.tmux.TmuxCommand;
import io.github.tmuxmcp.tmux.TmuxException;
import io.github.tmuxmcp.tmux.TmuxServerFixture;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ControlConnectionIT {
    private static final Duration SHORT = Duration.ofMillis(300);
    private static final Duration LONG = Duration.ofSeconds(10);

    private TmuxServerFixture tmux;

    @BeforeEach
    void start() throws Exception {
        tmux = new TmuxServerFixture();
    }

    @AfterEach
    void stop() throws Exception {
        tmux.close();
    }

    @Test
    void aRefusedCommandIsAReplyWithTmuxsWords() throws Exception {
        Reply reply = tmux.connect().run(TmuxCommand.of("kill-pane").target(new PaneId("%99")));

        assertThat(reply.ok()).isFalse();
        assertThat(reply.errorText()).isEqualTo("can't find pane: %99");
    }

    @Test
    void aRefusedCommandDoesNotStopThoseAfterIt() throws Exception {
        List<Reply> replies =
                tmux.connect().runAll(List.of(say("one"), TmuxCommand.of("no-such-command"), say("three")));

        assertThat(replies).extracting(Reply::ok).containsExactly(true, false, true);
        assertThat(replies).extracting(Reply::text).contains("one", "three");
    }

    @Test
    void noCommandsAreNoReplies() throws Exception {
        ControlConnection connection = tmux.connect();

        assertThat(connection.runAll(List.of())).isEmpty();
        assertThat(connection.run(say("still here")).text()).isEqualTo("still here");
    }

    @Test
    void fiveHundredPipelinedCommandsAreAnsweredInOrder() throws Exception {
        List<TmuxCommand> commands =
                IntStream.range(0, 500).mapToObj(i -> say("n" + i)).toList();

        List<Reply> replies = tmux.connect().runAll(commands);

        assertThat(replies)
                .extracting(Reply::text)
                .containsExactlyElementsOf(
                        IntStream.range(0, 500).mapToObj(i -> "n" + i).toList());
    }

    @Test
    void sixteenThreadsGetTheirOwnReplies() throws Exception {
        ControlConnection connection = tmux.connect();
        ExecutorService pool = Executors.newFixedThreadPool(16);
        try {
            List<Callable<Integer>> work = new ArrayList<>();
            for (int t = 0; t < 16; t++) {
                int thread = t;
                work.add(() -> wrongReplies(connection, thread, 500));
            }
            for (Future<Integer> wrong : pool.invokeAll(work)) {
                assertThat(wrong.get()).isZero();
            }
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void linesThatLookLikeTheProtocolStayInTheirBlock() throws Exception {
        ControlConnection connection = tmux.connect();
        Files.writeString(
                tmux.folder.resolve("forged"), "%end 1 2 1\n%error 1 2 1\n%begin 1 2 1\n%exit\n%output %0 x\n\nlast\n");
        assertThat(connection
                        .run(TmuxCommand.of("new-window").flag("-d").argument("cat \"$HOME/forged\"; exec sleep 60"))
                        .ok())
                .isTrue();

        soon().untilAsserted(() -> assertThat(connection
                        .run(TmuxCommand.of("capture-pane").flag("-p").target(new PaneId("%1")))
                        .textLines())
                .startsWith("%end 1 2 1", "%error 1 2 1", "%begin 1 2 1", "%exit", "%output %0 x", "", "last"));
        assertThat(connection.run(say("next")).text()).isEqualTo("next");
    }

    @Test
    void outputComesToTheListenerAsTheBytesThatWereWritten() throws Exception {
        ByteArrayOutputStream seen = new ByteArrayOutputStream();
        ControlConnection connection = tmux.connect(LONG, event -> {
            if (event instanceof ControlEvent.Output output
                    && output.pane().value().equals("%1")) {
                synchronized (seen) {
                    seen.writeBytes(output.data());
                }
            }
        });
        byte[] all = new byte[255];
        for (int i = 0; i < all.length; i++) {
            all[i] = (byte) (i + 1);
        }
        Files.write(tmux.folder.resolve("all"), all);

        assertThat(connection
                        .run(TmuxCommand.of("new-window")
                                .flag("-d")
                                .argument("stty raw; cat \"$HOME/all\"; exec sleep 60"))
                        .ok())
                .isTrue();

        soon().untilAsserted(() -> {
            synchronized (seen) {
                assertThat(seen.toByteArray()).isEqualTo(all);
            }
        });
    }

    @Test
    void aMegabyteGoesThroughOneCommand() throws Exception {
        ControlConnection connection = tmux.connect();
        String value = "0123456789abcde;".repeat(1 << 16);

        Reply set =
                connection.run(TmuxCommand.of("set-buffer").option("-b", "b").argument(value));
        Reply saved = connection.run(TmuxCommand.of("save-buffer")
                .option("-b", "b")
                .expandedArgument(tmux.folder.resolve("big").toString()));

        assertThat(List.of(set, saved)).allMatch(Reply::ok);
        assertThat(Files.readString(tmux.folder.resolve("big"))).isEqualTo(value);
    }

    @Test
    void aStoppedServerTimesOutAndLaterRepliesAreNotMixedUp() throws Exception {
        ControlConnection connection = tmux.connect(SHORT, event -> {});
        tmux.signal("STOP");
        for (int i = 0; i < 3; i++) {
            String late = "late" + i;
            fails(TmuxException.Kind.TIMED_OUT, () -> connection.run(say(late)));
        }
        tmux.signal("CONT");

        soon().ignoreExceptionsInstanceOf(TmuxException.class)
                .untilAsserted(
                        () -> assertThat(connection.run(say("right")).text()).isEqualTo("right"));
        assertThat(connection.run(say("and again")).text()).isEqualTo("and again");
    }

    @Test
    void aStoppedServerHoldsUpNoCallerWhateverTheSize() throws Exception {
        ControlConnection connection = tmux.connect(SHORT, event -> {});
        String big = "x".repeat(1 << 20);
        tmux.signal("STOP");
        for (int i = 0; i < 3; i++) {
            fails(
                    TmuxException.Kind.TIMED_OUT,
                    () -> connection.run(
                            TmuxCommand.of("set-buffer").option("-b", "b").argument(big)));
        }
        fails(TmuxException.Kind.TIMED_OUT, () -> connection.run(say("small")));
        tmux.signal("CONT");

        soon().ignoreExceptionsInstanceOf(TmuxException.class)
                .untilAsserted(
                        () -> assertThat(connection.run(say("right")).text()).isEqualTo("right"));
    }

    @Test
    void closingIsQuickWhileTheServerStandsStill() throws Exception {
        ControlConnection connection = tmux.connect(SHORT, event -> {});
        tmux.signal("STOP");
        fails(
                TmuxException.Kind.TIMED_OUT,
                () -> connection.run(TmuxCommand.of("set-buffer").argument("x".repeat(1 << 20))));

        long start = System.nanoTime();
        connection.close();
        connection.close();

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofMillis(500));
        assertThat(connection.isAlive()).isFalse();
    }

    @Test
    void aKilledServerFailsEveryWaiterAtOnce() throws Exception {
        ControlConnection connection = tmux.connect();
        tmux.signal("STOP");
        ExecutorService pool = Executors.newFixedThreadPool(4);
        try {
            List<Future<Reply>> waiting = new ArrayList<>();
            CountDownLatch running = new CountDownLatch(4);
            for (int i = 0; i < 4; i++) {
                waiting.add(pool.submit(() -> {
                    running.countDown();
                    return connection.run(say("never"));
                }));
            }
            running.await();
            long start = System.nanoTime();
            tmux.signal("KILL");
            for (Future<Reply> reply : waiting) {
                assertThatThrownBy(() -> reply.get(5, TimeUnit.SECONDS))
                        .cause()
                        .asInstanceOf(InstanceOfAssertFactories.type(TmuxException.class))
                        .extracting(TmuxException::kind)
                        .isEqualTo(TmuxException.Kind.SERVER_GONE);
            }
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(1));
        } finally {
            pool.shutdownNow();
        }
        soon().until(() -> !connection.isAlive());
        fails(TmuxException.Kind.SERVER_GONE, () -> connection.run(say("gone")));
    }

    @Test
    void aKilledClientIsSeenAndANewConnectionWorks() throws Exception {
        ControlConnection connection = tmux.connect();
        ProcessHandle.of(connection.pid()).orElseThrow().destroyForcibly();

        soon().until(() -> !connection.isAlive());
        fails(TmuxException.Kind.SERVER_GONE, () -> connection.run(say("gone")));
        assertThat(tmux.connect().run(say("back")).text()).isEqualTo("back");
    }

    @Test
    void anInterruptedCallerLeavesTheQueueRight() throws Exception {
        ControlConnection connection = tmux.connect();
        tmux.signal("STOP");
        Thread caller = new Thread(() -> {
            try {
                connection.run(say("nobody's"));
            } catch (InterruptedException expected) {
                Thread.currentThread().interrupt();
            }
        });
        caller.start();
        soon().until(() -> caller.getState() == Thread.State.TIMED_WAITING);
        caller.interrupt();
        caller.join(5_000);
        assertThat(caller.isAlive()).isFalse();
        tmux.signal("CONT");

        assertThat(connection.run(say("mine")).text()).isEqualTo("mine");
    }

    @Test
    void closingFailsWhoWaits() throws Exception {
        ControlConnection connection = tmux.connect();
        connection.close();

        fails(TmuxException.Kind.TRANSPORT, () -> connection.run(say("closed")));
        assertThat(ProcessHandle.of(connection.pid())).isEmpty();
    }

    @Test
    void noServerToAttachToIsSaidSo() {
        List<String> argv = List.of(
                TmuxServerFixture.binary(),
                "-u",
                "-S",
                tmux.folder.resolve("none").toString(),
                "-C",
                "attach-session");

        fails(TmuxException.Kind.NO_SERVER, () -> open(argv));
    }

    @Test
    void aStartUpCommandThatTmuxRefusesFailsWithItsWords() {
        List<String> argv =
                tmux.server.controlArgv(TmuxCommand.of("attach-session").option("-t", "nobody"));

        assertThatThrownBy(() -> open(argv))
                .isInstanceOf(TmuxException.class)
                .hasMessage("tmux says: can't find session: nobody");
    }

    @Test
    void aMissingBinaryIsNotInstalled() {
        fails(TmuxException.Kind.NOT_INSTALLED, () -> open(List.of("/no/such/tmux", "-C")));
    }

    @Test
    void aCommandWithManyAnswersIsRefused() throws Exception {
        ControlConnection connection = tmux.connect();

        fails(
                TmuxException.Kind.INVALID_ARGUMENT,
                () -> connection.run(TmuxCommand.of("if-shell").argument("true").argument("list-panes")));
        fails(
                TmuxException.Kind.INVALID_ARGUMENT,
                () -> connection.run(TmuxCommand.of("run-shell").flag("-C").argument("list-panes")));
    }

    private void open(List<String> argv) throws InterruptedException {
        ControlConnection.open(new ControlConnection.Start(argv, Map.copyOf(tmux.environment), LONG))
                .close();
    }

    private static int wrongReplies(Tmux connection, int thread, int count) throws InterruptedException {
        int wrong = 0;
        for (int i = 0; i < count; i++) {
            String text = thread + "-" + i;
            if (!connection.run(say(text)).text().equals(text)) {
                wrong++;
            }
        }
        return wrong;
    }

    private static TmuxCommand say(String text) {
        return TmuxCommand.of("display-message").flag("-p").expandedArgument(text);
    }

    private static void fails(TmuxException.Kind kind, ThrowingCallable call) {
        assertThatThrownBy(call)
                .asInstanceOf(InstanceOfAssertFactories.type(TmuxException.class))
                .extracting(TmuxException::kind)
                .isEqualTo(kind);
    }
}
