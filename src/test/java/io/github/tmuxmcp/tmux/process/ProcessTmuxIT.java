package io.github.tmuxmcp.tmux.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tmuxmcp.tmux.PaneId;
import io.github.tmuxmcp.tmux.Reply;
import io.github.tmuxmcp.tmux.Server;
import io.github.tmuxmcp.tmux.TmuxCommand;
import io.github.tmuxmcp.tmux.TmuxException;
import io.github.tmuxmcp.tmux.TmuxServerFixture;
import io.github.tmuxmcp.tmux.TmuxVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProcessTmuxIT {
    private static final TmuxCommand SAY =
            TmuxCommand.of("display-message").flag("-p").argument("ok");

    private static final String REMEDY = "install tmux 3.2a or newer, or set TMUX_MCP_TMUX_BIN (--tmux-bin) to one";

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
    void eachCommandHasItsReply() throws Exception {
        List<Reply> replies =
                tmux.process().runAll(List.of(SAY, TmuxCommand.of("kill-pane").target(new PaneId("%99")), SAY));

        assertThat(replies).extracting(Reply::ok).containsExactly(true, false, true);
        assertThat(replies).extracting(Reply::text).containsExactly("ok", "can't find pane: %99", "ok");
    }

    @Test
    void aStoppedServerTimesOut() throws Exception {
        tmux.signal("STOP");

        fails(
                TmuxException.Kind.TIMED_OUT,
                () -> tmux.process(Duration.ofMillis(200)).run(SAY));

        tmux.signal("CONT");
        assertThat(tmux.process().run(SAY).text()).isEqualTo("ok");
    }

    @Test
    void aKilledServerIsNoServer() throws Exception {
        tmux.signal("KILL");

        TmuxServerFixture.soon()
                .untilAsserted(() ->
                        fails(TmuxException.Kind.NO_SERVER, () -> tmux.process().run(SAY)));
    }

    @Test
    void anInterruptedCallerIsInterrupted() throws Exception {
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> tmux.process().run(SAY)).isInstanceOf(InterruptedException.class);
        assertThat(tmux.process().run(SAY).ok()).isTrue();
    }

    @Test
    void aMissingBinaryIsNotInstalled() {
        Server missing = new Server("/no/such/tmux", List.of(), true);

        fails(
                TmuxException.Kind.NOT_INSTALLED,
                () -> new ProcessTmux(missing, tmux.environment, Duration.ofSeconds(1)).run(SAY));
        fails(TmuxException.Kind.NOT_INSTALLED, () -> TmuxVersion.of("/no/such/tmux"));
        fails(TmuxException.Kind.NOT_INSTALLED, () -> TmuxVersion.of("false"));
    }

    @Test
    void whyABinaryCannotBeUsedIsToldWithWhatToDo(@TempDir Path folder) throws Exception {
        Path locked = Files.createFile(folder.resolve("tmux"));

        assertThatThrownBy(() -> CleanStart.of("/no/such/tmux", tmux.environment))
                .hasMessage("cannot start /no/such/tmux: No such file or directory; " + REMEDY);
        assertThatThrownBy(() -> CleanStart.of(locked.toString(), tmux.environment))
                .hasMessage("cannot start " + locked + ": Permission denied; " + REMEDY);
        assertThatThrownBy(() -> CleanStart.of("false", tmux.environment))
                .hasMessage("false -V ends with status 1; " + REMEDY);
        assertThatThrownBy(() -> CleanStart.of("echo", tmux.environment))
                .hasMessage("this does not look like tmux: -V; " + REMEDY);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Cannot run program \"tmux\": error=11, Resource temporarily unavailable",
                "Cannot run program \"tmux\": error=0, Failed to exec spawn helper: pid: 7, exit value: 1"
            })
    void aFullSystemIsNoMissingTmux(String java) {
        TmuxException told = TmuxException.cannotStart("tmux", new IOException(java));

        assertThat(told.kind()).isEqualTo(TmuxException.Kind.TRANSPORT);
        assertThat(told).hasMessageContaining("ulimit -u").hasMessageNotContaining("install");
    }

    @Test
    void theBinaryInUseIsSupported() throws Exception {
        assertThat(TmuxVersion.of(TmuxServerFixture.binary())).isGreaterThanOrEqualTo(TmuxVersion.OLDEST);
    }

    @Test
    void anOldBinaryIsRefused(@TempDir Path folder) throws Exception {
        Path old = Files.writeString(folder.resolve("tmux"), "#!/bin/sh\necho tmux 2.9a\n");
        Files.setPosixFilePermissions(old, PosixFilePermissions.fromString("rwx------"));

        assertThatThrownBy(() -> TmuxVersion.of(old.toString()))
                .isInstanceOf(TmuxException.class)
                .hasMessage("tmux 2.9a is too old; " + REMEDY);
    }

    private static void fails(TmuxException.Kind kind, ThrowingCallable call) {
        assertThatThrownBy(call)
                .asInstanceOf(InstanceOfAssertFactories.type(TmuxException.class))
                .extracting(TmuxException::kind)
                .isEqualTo(kind);
    }
}
