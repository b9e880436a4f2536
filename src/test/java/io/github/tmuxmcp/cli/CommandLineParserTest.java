package io.github.tmuxmcp.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CommandLineParserTest {
    private final Map<String, String> environment = new HashMap<>();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void withoutAModeTheTwoAreExplained() {
        assertThat(run()).isEqualTo(2);
        assertThat(said(err)).contains("--mode agent", "--mode libtmux", "demo");
        assertThat(said(out)).isEmpty();
    }

    @Test
    void helpNamesEveryOptionAndVariable() {
        assertThat(run("--help")).isZero();
        for (Setting setting : Setting.values()) {
            assertThat(said(out))
                    .contains(setting.option() + (setting.isSwitch() ? " " : "="), "[" + setting.variable() + "]");
        }
    }

    @Test
    void theHelpOfAModeNamesItsOwnOptionsOnly() {
        assertThat(run("--mode", "libtmux", "--help")).isZero();
        assertThat(said(out))
                .contains("-S, --socket=PATH", "-L, --socket-name=NAME", "--toolsets=", "--tmux-bin=", "-V, --version")
                .doesNotContain("--idle-timeout", "--user-socket");
        out.reset();
        assertThat(run("-h", "--mode=agent")).isZero();
        assertThat(said(out)).contains("--idle-timeout=").doesNotContain("--toolsets", "--socket=");
    }

    @ParameterizedTest
    @CsvSource({"agent, --toolsets, inspect", "agent, -S, /tmp/x", "libtmux, --size, 80x24"})
    void anOptionOfTheOtherModeIsRefused(String mode, String option, String value) {
        assertThat(run("--mode", mode, option, value)).isEqualTo(2);
        assertThat(said(err)).hasLineCount(1).contains("is no option of --mode " + mode);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-S /tmp/x -L x",
                "--toolsets inspekt",
                "--socket-name a/b",
                "--tmux-config relative.conf",
                "--socket-name",
                "--no-such-option",
                "--allow-attended=1",
                "positional"
            })
    void aWrongCommandLineOfLibtmuxModeEndsWithTwo(String arguments) {
        assertThat(run(("--mode libtmux " + arguments).split(" "))).isEqualTo(2);
        assertThat(said(err)).hasLineCount(1).startsWith("tmux-mcp: ").doesNotContain("not there yet");
        assertThat(said(out)).isEmpty();
    }

    @Test
    void aWrongVariableOfLibtmuxModeEndsWithOne() {
        environment.put("LIBTMUX_TOOLSETS", "inspect,");
        assertThat(run("--mode", "libtmux")).isEqualTo(1);
        assertThat(said(err))
                .isEqualTo(
                        "tmux-mcp: LIBTMUX_TOOLSETS is \"inspect,\"; element 2 is empty; expected names separated by "
                                + "commas out of inspect, manage, execute, teardown\n");
    }

    @Test
    void versionIsThatOfTheBuild() {
        assertThat(run("--version")).isZero();
        assertThat(said(out).strip()).isEqualTo("tmux-mcp " + Version.current());
    }

    @Test
    void theOtherModeSaysThatItIsNotThereYet() {
        assertThat(run("--mode", "libtmux")).isEqualTo(2);
        assertThat(said(err)).contains("not there yet");
    }

    @Test
    void anUnknownModeIsNamedWithTheKnownOnes() {
        assertThat(run("--mode=agnet")).isEqualTo(2);
        assertThat(said(err)).isEqualTo("tmux-mcp: --mode is \"agnet\"; expected agent or libtmux\n");
    }

    @Test
    void aMisspelledOptionGetsAHint() {
        assertThat(run("--mode", "agent", "--idle-timeuot", "3")).isEqualTo(2);
        assertThat(said(err)).hasLineCount(1).contains("\"--idle-timeuot\"", "did you mean --idle-timeout?");
    }

    @Test
    void aMisspelledOptionBesideVersionIsRefusedToo() {
        assertThat(run("--version", "--bogus")).isEqualTo(2);
        assertThat(said(out)).isEmpty();
        assertThat(said(err)).hasLineCount(1).contains("\"--bogus\"");
    }

    @Test
    void aBadValueIsToldBeforeTheMissingMode() {
        assertThat(run("--idle-timeout", "0")).isEqualTo(2);
        assertThat(said(err)).hasLineCount(1).startsWith("tmux-mcp: --idle-timeout is \"0\"; expected seconds");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/dev/null/below/x.log", "/proc/nowhere/x.log", "/tmp", "a\0b"})
    void aLogFileThatCannotBeMadeIsABadValue(String file) {
        assertThatThrownBy(() -> Main.settings(new Options(Map.of(Setting.LOG_FILE, file), Map.of()), Path.of("/")))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("--log-file is ")
                .hasMessageEndingWith("expected a file that can be written");
    }

    @Test
    void aLogFileThatWasAskedForIsMadeAtTheStart(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("new/x.log");

        Main.settings(new Options(Map.of(), Map.of("TMUX_MCP_LOG_FILE", "new/x.log")), folder);

        assertThat(file).isEmptyFile();
    }

    @Test
    void anOptionWithoutItsValueIsNamed() {
        assertThat(run("--mode", "agent", "--size")).isEqualTo(2);
        assertThat(said(err)).hasLineCount(1).contains("--size");
    }

    @Test
    void anOptionGivenTwiceIsRefused() {
        assertThat(run("--mode", "agent", "--size", "80x24", "--size", "90x24")).isEqualTo(2);
        assertThat(said(err)).hasLineCount(1).contains("--size");
    }

    private int run(String... arguments) {
        return new CommandLineParser(
                        environment,
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8))
                .run(arguments);
    }

    private static String said(ByteArrayOutputStream stream) {
        return stream.toString(StandardCharsets.UTF_8);
    }
}
