package io.github.tmuxmcp.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tmuxmcp.agent.service.AgentSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SettingsReaderTest {
    private static final Path HERE = Path.of("/srv/app");

    @Test
    void nothingGivenMeansThePresets() throws UsageException {
        AgentSettings settings = read(Map.of(), Map.of());

        assertThat(settings.idleTimeout()).isEqualTo(Duration.ofSeconds(15));
        assertThat(settings.maxTimeout()).isEqualTo(Duration.ofMinutes(10));
        assertThat(settings.promptSettle()).isEqualTo(Duration.ofMillis(800));
        assertThat(settings.columns()).isEqualTo(200);
        assertThat(settings.rows()).isEqualTo(50);
        assertThat(settings.maxOutput()).isEqualTo(30_000);
        assertThat(settings.tmuxBinary()).isEqualTo("tmux");
        assertThat(settings.userSocketName()).isNull();
        assertThat(settings.userSocketPath()).isNull();
        assertThat(settings.shell()).isEqualTo("bash");
        assertThat(settings.maxLog().bytes()).isEqualTo(64L << 20);
        assertThat(settings.temporaryFolder()).isEqualTo(Path.of("/tmp"));
        assertThat(settings.workingDirectory()).isEqualTo(HERE);
    }

    @Test
    void anEmptyVariableCountsAsUnset() throws UsageException {
        Map<String, String> environment = new HashMap<>();
        for (Setting setting : Setting.values()) {
            environment.put(setting.variable(), "");
        }

        assertThat(read(Map.of(), environment).shell()).isEqualTo("bash");
    }

    @Test
    void theCommandLineWinsOverTheEnvironment() throws UsageException {
        AgentSettings settings = read(Map.of(Setting.SIZE, "80x24"), Map.of("TMUX_MCP_SIZE", "bad"));

        assertThat(settings.columns()).isEqualTo(80);
        assertThat(settings.rows()).isEqualTo(24);
    }

    @Test
    void fractionsOfSecondsAreKept() throws UsageException {
        assertThat(read(Map.of(), Map.of("TMUX_MCP_IDLE_TIMEOUT", "0.5")).idleTimeout())
                .isEqualTo(Duration.ofMillis(500));
    }

    @ParameterizedTest
    @CsvSource({
        "IDLE_TIMEOUT, 0.09",
        "IDLE_TIMEOUT, 3600.1",
        "IDLE_TIMEOUT, -1",
        "IDLE_TIMEOUT, 1e3",
        "IDLE_TIMEOUT, 5s",
        "IDLE_TIMEOUT, 1.",
        "IDLE_TIMEOUT, .5",
        "IDLE_TIMEOUT, NaN",
        "MAX_TIMEOUT, 0.4",
        "MAX_TIMEOUT, 9999999999999999",
        "PROMPT_SETTLE, 60001",
        "PROMPT_SETTLE, 0.5",
        "SIZE, 200",
        "SIZE, x50",
        "SIZE, 200x",
        "SIZE, 19x50",
        "SIZE, 200x501",
        "SIZE, 200X50",
        "SIZE, ' 200x50'",
        "MAX_OUTPUT, 99",
        "MAX_OUTPUT, 1000001",
        "USER_SOCKET, a/b",
        "SHELL, sh",
        "SHELL, /bin/bash",
        "MAX_LOG, 1023K",
        "MAX_LOG, 17G",
        "MAX_LOG, 64MB",
        "MAX_LOG, 999999999999999G",
        "KEEP_ENVIRONMENT, A=B",
        "KEEP_ENVIRONMENT, 1A"
    })
    void aBadValueIsRefusedByTheNameOfItsVariableAndOption(Setting setting, String value) {
        assertThatThrownBy(() -> read(Map.of(), Map.of(setting.variable(), value)))
                .isInstanceOf(UsageException.class)
                .hasMessage(setting.variable() + " is \"" + value + "\"; expected " + setting.expected());
        assertThatThrownBy(() -> read(Map.of(setting, value), Map.of()))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith(setting.option() + " is ");
    }

    @Test
    void aRefusalIsOneShortLine() {
        assertThatThrownBy(() -> read(Map.of(), Map.of("TMUX_MCP_SHELL", "\n\u001b[2J" + "x".repeat(5_000))))
                .message()
                .hasSizeLessThan(350)
                .doesNotContain("\n", "\u001b")
                .contains("5005 characters");
    }

    @Test
    void aRelativeSocketPathIsSeenFromTheWorkingDirectory() throws UsageException {
        assertThat(read(Map.of(), Map.of("TMUX_MCP_USER_SOCKET_PATH", "run/tmux"))
                        .userSocketPath())
                .isEqualTo(HERE.resolve("run/tmux"));
    }

    @Test
    void namesToKeepAreSeparatedByCommasOrSpaces() throws UsageException {
        assertThat(read(Map.of(), Map.of("TMUX_MCP_KEEP_ENV", "CODEX_HOME, AGENT,,B2"))
                        .keepEnvironment())
                .containsExactlyInAnyOrder("CODEX_HOME", "AGENT", "B2");
    }

    @Test
    void theCallersTmuxIsKnownButNotPassedOn() throws UsageException {
        AgentSettings settings = read(Map.of(), Map.of("TMUX", "/tmp/tmux-0/default,1,0", "TMUX_PANE", "%3"));

        assertThat(settings.callerTmux()).isEqualTo("/tmp/tmux-0/default,1,0");
        assertThat(settings.callerPane()).isEqualTo("%3");
        assertThat(settings.environment()).doesNotContainKeys("TMUX", "TMUX_PANE");
    }

    private static AgentSettings read(Map<Setting, String> given, Map<String, String> environment)
            throws UsageException {
        return SettingsReader.agent(new Options(given, environment), HERE);
    }
}
