package io.github.tmuxmcp.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.tmuxmcp.libtmux.service.CallerContext;
import io.github.tmuxmcp.libtmux.service.LibtmuxSettings;
import io.github.tmuxmcp.libtmux.service.ServerChoice;
import io.github.tmuxmcp.tmux.PaneId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LibtmuxSettingsReaderTest {
    private static final Path HERE = Path.of("/srv/app");

    @TempDir
    Path folder;

    @Test
    void nothingGivenMeansTheDedicatedServerAndTheDefaultTools() throws UsageException {
        LibtmuxSettings settings = read(Map.of(), Map.of());

        assertThat(settings.server()).isEqualTo(new ServerChoice.Dedicated());
        assertThat(settings.server().selector()).isEqualTo("name:libtmux-mcp");
        assertThat(settings.tmuxConfig()).isNull();
        assertThat(settings.selection().groups()).isNull();
        assertThat(settings.selection().included()).isEmpty();
        assertThat(settings.selection().excluded()).isEmpty();
        assertThat(settings.environmentValues()).isEmpty();
        assertThat(settings.allowAttended()).isFalse();
        assertThat(settings.caller()).isEqualTo(new CallerContext.Detached());
        assertThat(settings.tmuxBinary()).isEqualTo("tmux");
        assertThat(settings.socketRoot()).isEqualTo(Path.of("/tmp"));
    }

    @Test
    void aSocketIsChosenByPathOrByName() throws UsageException {
        assertThat(read(Map.of(), Map.of("LIBTMUX_SOCKET_PATH", "run/tmux")).server())
                .isEqualTo(new ServerChoice.AtPath(HERE.resolve("run/tmux")));
        assertThat(read(Map.of(), Map.of("LIBTMUX_SOCKET", "work")).server().selector())
                .isEqualTo("name:work");
    }

    @Test
    void theCommandLineHidesTheSocketsOfTheEnvironment() throws UsageException {
        Map<String, String> both = Map.of("LIBTMUX_SOCKET", "", "LIBTMUX_SOCKET_PATH", "/x");
        assertThat(read(Map.of(Setting.SOCKET_NAME, "work"), both).server()).isEqualTo(new ServerChoice.Named("work"));
        assertThat(read(Map.of(Setting.SOCKET, "/y"), both).server()).isEqualTo(new ServerChoice.AtPath(Path.of("/y")));
    }

    @Test
    void theServerThatTheCallerRunsInIsNotFollowed() throws UsageException {
        assertThat(read(Map.of(), Map.of("TMUX", "/tmp/x,1,0", "TMUX_PANE", "%1"))
                        .server())
                .isEqualTo(new ServerChoice.Dedicated());
    }

    @Test
    void twoServersAreRefused() {
        expectRefusal(
                Map.of(Setting.SOCKET, "/x", Setting.SOCKET_NAME, "x"), Map.of(), 2, "--socket and --socket-name");
        expectRefusal(
                Map.of(),
                Map.of("LIBTMUX_SOCKET", "x", "LIBTMUX_SOCKET_PATH", "/x"),
                1,
                "LIBTMUX_SOCKET_PATH and LIBTMUX_SOCKET");
    }

    @ParameterizedTest
    @CsvSource({"LIBTMUX_SAFETY, ''", "LIBTMUX_SAFETY, readonly", "TMUX_MCP_SAFETY, ''", "TMUX_MCP_SAFETY, off"})
    void aRetiredVariableIsFatalAndNamesItsSuccessor(String variable, String value) {
        expectRefusal(Map.of(Setting.TOOLSETS, "inspect"), Map.of(variable, value), 1, variable + " is retired");
        expectRefusal(Map.of(), Map.of(variable, value), 1, "LIBTMUX_TOOLSETS");
    }

    @Test
    void anEmptyListSelectsNothing() throws UsageException {
        LibtmuxSettings settings = read(
                Map.of(),
                Map.of(
                        "LIBTMUX_TOOLSETS", "",
                        "LIBTMUX_TOOLS", "",
                        "LIBTMUX_EXCLUDE_TOOLS", "",
                        "LIBTMUX_ENVIRONMENT_VALUES", ""));
        assertThat(settings.selection().groups()).isEmpty();
        assertThat(settings.selection().included()).isEmpty();
        assertThat(settings.selection().excluded()).isEmpty();
        assertThat(settings.environmentValues()).isEmpty();
    }

    @Test
    void anEmptyListOnTheCommandLineHidesTheVariable() throws UsageException {
        assertThat(read(Map.of(Setting.TOOLSETS, ""), Map.of("LIBTMUX_TOOLSETS", "inspect"))
                        .selection()
                        .groups())
                .isEmpty();
    }

    @Test
    void listsAreUnorderedAndBlanksDoNotCount() throws UsageException {
        LibtmuxSettings settings = read(
                Map.of(Setting.TOOLS, "list_panes , list_panes"),
                Map.of("LIBTMUX_TOOLSETS", " execute,inspect", "LIBTMUX_EXCLUDE_TOOLS", "show_hooks"));
        assertThat(settings.selection().groups()).containsExactlyInAnyOrder("inspect", "execute");
        assertThat(settings.selection().included()).containsExactly("list_panes");
        assertThat(settings.selection().excluded()).containsExactly("show_hooks");
    }

    @ParameterizedTest
    @CsvSource({
        "SOCKET, ''",
        "SOCKET_NAME, ''",
        "SOCKET_NAME, a/b",
        "TMUX_CONFIG, ''",
        "TMUX_CONFIG, tmux.conf",
        "TOOLSETS, ' '",
        "TOOLSETS, 'inspect,,manage'",
        "TOOLSETS, Inspect",
        "TOOLS, list_pane",
        "TOOLS, ','",
        "EXCLUDE_TOOLS, kill_everything",
        "ENVIRONMENT_VALUES, 'A,,B'",
        "ENVIRONMENT_VALUES, A=B",
        "ENVIRONMENT_VALUES, A\ufffd",
        "ALLOW_ATTENDED, ''",
        "ALLOW_ATTENDED, yes"
    })
    void aBadValueIsOneLineThatNamesItsOrigin(Setting setting, String value) {
        expectRefusal(Map.of(setting, value), Map.of(), 2, setting.option() + " is \"");
        expectRefusal(Map.of(), Map.of(setting.variable(), value), 1, setting.variable() + " is \"");
    }

    @Test
    void aConfigurationMustBeAFileThatCanBeRead() throws Exception {
        Path file = Files.writeString(folder.resolve("a.conf"), "");
        assertThat(read(Map.of(), Map.of("LIBTMUX_TMUX_CONFIG", file.toString()))
                        .tmuxConfig())
                .isEqualTo(file);
        assertThat(read(Map.of(Setting.TMUX_CONFIG, "/dev/null"), Map.of()).tmuxConfig())
                .isEqualTo(Path.of("/dev/null"));
        for (Path none : new Path[] {folder, folder.resolve("none")}) {
            expectRefusal(Map.of(), Map.of("LIBTMUX_TMUX_CONFIG", none.toString()), 1, "no such file");
            expectRefusal(Map.of(Setting.TMUX_CONFIG, none.toString()), Map.of(), 1, "no such file");
        }
    }

    @Test
    void atMostThirtyTwoVariablesMayBeTold() throws UsageException {
        assertThat(read(Map.of(), Map.of("LIBTMUX_ENVIRONMENT_VALUES", names(32)))
                        .environmentValues())
                .hasSize(32)
                .contains("N32");
        expectRefusal(Map.of(), Map.of("LIBTMUX_ENVIRONMENT_VALUES", names(33)), 1, "33 names");
    }

    private static String names(int count) {
        return IntStream.rangeClosed(1, count).mapToObj(i -> "N" + i).collect(Collectors.joining(","));
    }

    @Test
    void attendedPanesAreAllowedByASwitch() throws UsageException {
        assertThat(read(Map.of(Setting.ALLOW_ATTENDED, "1"), Map.of()).allowAttended())
                .isTrue();
        assertThat(read(Map.of(), Map.of("LIBTMUX_ALLOW_ATTENDED", "1")).allowAttended())
                .isTrue();
        assertThat(read(Map.of(), Map.of("LIBTMUX_ALLOW_ATTENDED", "0")).allowAttended())
                .isFalse();
    }

    @Test
    void theCallersPlaceIsGivenByVariablesOrOptions() throws UsageException {
        CallerContext inPane = new CallerContext.InPane("/tmp/a,b", 12, 0, new PaneId("%3"));
        assertThat(read(Map.of(), Map.of("TMUX", "/tmp/a,b,12,0", "TMUX_PANE", "%3"))
                        .caller())
                .isEqualTo(inPane);
        assertThat(read(
                                Map.of(Setting.CALLER_TMUX, "/tmp/a,b,12,0", Setting.CALLER_PANE, "%3"),
                                Map.of("TMUX", "x", "TMUX_PANE", "y"))
                        .caller())
                .isEqualTo(inPane);
    }

    @Test
    void serversGetTheCallersEnvironmentWithoutTmuxAndTheClient() throws UsageException {
        Map<String, String> environment =
                Map.of("HOME", "/h", "TMUX_TMPDIR", "/t", "CLAUDECODE", "1", "TMUX", "", "SSH_AUTH_SOCK", "s");
        assertThat(read(Map.of(), environment).environment()).containsOnlyKeys("HOME", "SSH_AUTH_SOCK");
    }

    private static void expectRefusal(
            Map<Setting, String> options, Map<String, String> environment, int exitCode, String part) {
        UsageException refused = catchThrowableOfType(UsageException.class, () -> read(options, environment));
        assertThat(refused).hasMessageContaining(part);
        assertThat(refused.getMessage()).hasLineCount(1);
        assertThat(refused.exitCode()).isEqualTo(exitCode);
    }

    private static LibtmuxSettings read(Map<Setting, String> options, Map<String, String> environment)
            throws UsageException {
        return LibtmuxSettingsReader.read(LibtmuxSettingsReader.options(options, environment), HERE);
    }
}
