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

class ProcessTmuxIT {
    private static final TmuxCommand SAY =
            TmuxCommand.of("display-message").flag("-p").argument("ok");

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
    void theBinaryInUseIsSupported() throws Exception {
        assertThat(TmuxVersion.of(TmuxServerFixture.binary())).isGreaterThanOrEqualTo(TmuxVersion.OLDEST);
    }

    @Test
    void anOldBinaryIsRefused(@TempDir Path folder) throws Exception {
        Path old = Files.writeString(folder.resolve("tmux"), "#!/bin/sh\necho tmux 2.9a\n");
        Files.setPosixFilePermissions(old, PosixFilePermissions.fromString("rwx------"));

        assertThatThrownBy(() -> TmuxVersion.of(old.toString()))
                .isInstanceOf(TmuxException.class)
                .hasMessage("tmux 2.9a is too old; tmux 3.2a or newer is needed");
    }

    private static void fails(TmuxException.Kind kind, ThrowingCallable call) {
        assertThatThrownBy(call)
                .asInstanceOf(InstanceOfAssertFactories.type(TmuxException.class))
                .extracting(TmuxException::kind)
                .isEqualTo(kind);
    }
}
