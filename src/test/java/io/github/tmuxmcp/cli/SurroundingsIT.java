package io.github.tmuxmcp.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.tmuxmcp.cli.PackagedServer.Answer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Machines on which something is missing, taken or odd: one clear line, nothing of others touched, and a server that lives on. */
@Timeout(90)
final class SurroundingsIT {
    /** What a server and its sessions need besides tmux and bash. */
    private static final List<String> TOOLS =
            List.of("sh", "split", "ps", "sleep", "kill", "rm", "cat", "stty", "tty", "env", "uname");

    private PackagedServers servers;

    @BeforeEach
    void prepare() throws IOException {
        servers = new PackagedServers();
    }

    @AfterEach
    void end() throws IOException {
        servers.close();
    }

    private static void assertRefused(Answer answer, String... parts) {
        assertThat(answer.isError()).as(answer.text()).isTrue();
        assertThat(answer.text())
                .hasLineCount(1)
                .hasSizeLessThan(600)
                .doesNotContain("Exception")
                .contains(parts);
    }

    private static void assertWorks(PackagedServer server) throws IOException {
        assertThat(server.run("works", "echo fine").text()).isEqualTo("fine");
    }

    /** Starts a server after a shell has put something where its log folder belongs; {@code $F} is that place. */
    private PackagedServer startWhere(String obstruction) throws IOException {
        return servers.startBy("F=$TMPDIR/tmux-mcp-$$; " + obstruction + "; exec \"$@\"");
    }

    private Path logFolder(PackagedServer server) {
        return servers.temporary().resolve("tmux-mcp-" + server.pid());
    }

    @Test
    void aFileInPlaceOfTheLogFolderIsNamedAndLeftAlone() throws Exception {
        PackagedServer server = startWhere("echo precious >\"$F\"");
        Path taken = logFolder(server);
        assertRefused(server.run("a", "true"), taken.toString(), "remove it");
        assertThat(taken).hasContent("precious");

        Files.delete(taken);
        assertWorks(server);
    }

    @Test
    void aLinkInPlaceOfTheLogFolderIsNotFollowed() throws Exception {
        Path elsewhere = Files.createDirectory(
                servers.root().resolve("elsewhere"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Path precious = Files.writeString(elsewhere.resolve("file"), "precious");
        PackagedServer server = startWhere("ln -s '" + elsewhere + "' \"$F\"");
        Path taken = logFolder(server);
        assertRefused(server.run("a", "true"), taken.toString(), "remove it");
        server.endInput();
        server.awaitEnd();
        assertThat(precious).hasContent("precious");
        assertThat(taken).isSymbolicLink();
    }

    @ParameterizedTest
    @ValueSource(strings = {"755", "770"})
    void aFolderThatOthersMayEnterIsNamedAndLeftAlone(String mode) throws Exception {
        PackagedServer server = startWhere("mkdir \"$F\"; echo precious >\"$F/file\"; chmod " + mode + " \"$F\"");
        Path taken = logFolder(server);
        assertRefused(server.run("a", "true"), taken.toString(), "remove it");
        server.endInput();
        server.awaitEnd();
        assertThat(taken.resolve("file")).hasContent("precious");
    }

    @Test
    void aLeftoverOfADeadServerIsSwept() throws Exception {
        PackagedServer server = startWhere("mkdir -m 700 \"$F\"; mkdir \"$F/sub\"; echo old >\"$F/old.log.aaaaaa\"");
        assertWorks(server);
        assertThat(logFolder(server).resolve("old.log.aaaaaa")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"missing", "file/below", "file"})
    void aTemporaryFolderThatCannotBeUsedIsNamed(String name) throws Exception {
        Files.writeString(servers.root().resolve("file"), "");
        Path unusable = servers.root().resolve(name);
        PackagedServer server = servers.with("TMPDIR", unusable.toString()).start();
        assertRefused(server.run("a", "true"), unusable.toString(), "TMPDIR");
        assertThat(server.list().isError()).isFalse();
    }

    @Test
    void aTemporaryFolderThatAppearsLaterIsUsed() throws Exception {
        Path late = servers.root().resolve("late");
        PackagedServer server = servers.with("TMPDIR", late.toString()).start();
        assertRefused(server.run("works", "true"), late.toString());
        Files.createDirectory(late);
        assertWorks(server);
    }

    @Test
    void aTemporaryFolderWithOddCharactersIsFine() throws Exception {
        Path odd = Files.createDirectory(servers.root().resolve("it's #{pid} %H \"$HOME\" ;"));
        PackagedServer server = servers.with("TMPDIR", odd.toString()).start();
        assertWorks(server);
        server.endInput();
        server.awaitEnd();
        assertThat(odd).isEmptyDirectory();
    }

    /** tmux itself takes its socket to /tmp then. */
    @Test
    void aMissingSocketFolderIsNoHindrance() throws Exception {
        PackagedServer server = servers.with(
                        "TMUX_TMPDIR", servers.root().resolve("missing").toString())
                .start();
        assertSocketIsUsedAndRemoved(server);
    }

    @ParameterizedTest
    @ValueSource(strings = {"rwxr-xr-x", "rwxrwxrwx"})
    void aSocketFolderThatOthersMayEnterIsPassedBy(String permissions) throws Exception {
        Path open =
                Files.createDirectory(servers.root().resolve("tmux-" + Files.getAttribute(servers.root(), "unix:uid")));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString(permissions));
        PackagedServer server = servers.start();
        assertSocketIsUsedAndRemoved(server);
        assertThat(open).isEmptyDirectory();
    }

    @Test
    void aSocketPathThatIsTooLongIsPassedBy() throws Exception {
        Path deep = Files.createDirectories(servers.root().resolve("d".repeat(100)));
        PackagedServer server = servers.with("TMUX_TMPDIR", deep.toString()).start();
        assertSocketIsUsedAndRemoved(server);
    }

    private void assertSocketIsUsedAndRemoved(PackagedServer server) throws Exception {
        PackagedServer.Traces traces = server.use(logFolder(server));
        server.endInput();
        server.awaitEnd();
        // On a loaded machine the watchdog may be what finishes.
        await().atMost(Duration.ofSeconds(5)).untilAsserted(() -> {
            assertThat(traces.processesGone()).isTrue();
            assertThat(traces.socket()).doesNotExist();
            assertThat(traces.folder()).doesNotExist();
        });
    }

    @Test
    void aCallerWithoutUtf8HasItInSessionsAsItWas() throws Exception {
        PackagedServer server = servers.with("LC_ALL", "C").start();
        assertThat(server.run("a", "printf 'caf\\303\\251 %s\\n' \"$LC_ALL\"").text())
                .isEqualTo("café C");
        assertThat(server.run("a", "printf '%s' 'ü☃' | od -An -tx1").text().strip())
                .isEqualTo("c3 bc e2 98 83");
    }

    @Test
    void aCallerInsideTmuxIsNoHindrance() throws Exception {
        PackagedServer server = servers.with("TMUX", "/nowhere/default,1,0")
                .with("TMUX_PANE", "%77")
                .start();
        assertThat(server.run("a", "echo $TMUX_PANE").text()).matches("%\\d").isNotEqualTo("%77");
    }

    @Test
    void withoutTmuxEveryCallSaysSoUntilItIsThere() throws Exception {
        Path bin = pathOf(TOOLS);
        link(bin, "bash");
        PackagedServer server = servers.with("PATH", bin.toString()).start();
        assertRefused(server.run("works", "true"), "cannot start tmux: No such file", "install tmux 3.2a or newer");
        assertRefused(server.run("works", "true"), "TMUX_MCP_TMUX_BIN", "--tmux-bin");
        assertThat(server.list().isError()).isFalse();
        link(bin, "tmux");
        assertWorks(server);
    }

    @Test
    void withoutBashEveryCallSaysSoUntilItIsThere() throws Exception {
        Path bin = pathOf(TOOLS);
        link(bin, "tmux");
        PackagedServer server = servers.with("PATH", bin.toString()).start();
        assertRefused(server.run("works", "true"), "bash", "PATH");
        assertThat(server.list().isError()).isFalse();
        link(bin, "bash");
        assertWorks(server);
    }

    @Test
    void aTmuxThatIsTooOldIsNamedWithWhatIsNeeded() throws Exception {
        PackagedServer server =
                servers.with("TMUX_MCP_TMUX_BIN", script("echo 'tmux 3.1c'")).start();
        assertRefused(server.run("a", "true"), "3.1c", "too old", "3.2a");
        assertThat(servers.temporary()).isEmptyDirectory();
    }

    @Test
    void aTmuxThatIsNoneIsNamed() throws Exception {
        PackagedServer server =
                servers.with("TMUX_MCP_TMUX_BIN", script("echo 'screen 4.9'")).start();
        assertRefused(server.run("a", "true"), "screen 4.9", "install tmux");
    }

    @Test
    void aTmuxThatDoesNotAnswerHangsNothing() throws Exception {
        PackagedServer server =
                servers.with("TMUX_MCP_TMUX_BIN", script("exec sleep 1000")).start();
        int hanging = server.sendRun("a", "true");
        assertThat(server.pings()).isTrue();
        assertRefused(server.toolAnswer(hanging), "-V did not end within 5 seconds", "install tmux");
        server.endInput();
        assertThat(server.awaitEnd()).isLessThan(Duration.ofSeconds(2));
    }

    private String script(String line) throws IOException {
        Path script = Files.writeString(servers.root().resolve("tmux-script"), "#!/bin/sh\n" + line + "\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
        return script.toString();
    }

    private Path pathOf(List<String> tools) throws IOException {
        Path bin = Files.createDirectory(servers.root().resolve("bin"));
        for (String tool : tools) {
            link(bin, tool);
        }
        return bin;
    }

    private static void link(Path bin, String tool) throws IOException {
        for (String folder : System.getenv("PATH").split(":")) {
            Path found = Path.of(folder, tool);
            if (Files.isExecutable(found)) {
                Files.createSymbolicLink(bin.resolve(tool), found.toRealPath());
                return;
            }
        }
        throw new IllegalStateException(tool + " is not on PATH");
    }
}
