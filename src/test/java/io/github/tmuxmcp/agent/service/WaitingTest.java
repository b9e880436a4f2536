package io.github.tmuxmcp.agent.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tmuxmcp.limits.ByteSize;
import io.github.tmuxmcp.limits.Ticker;
import io.github.tmuxmcp.tool.Call;
import io.github.tmuxmcp.tool.Client;
import io.github.tmuxmcp.tool.ToolFailure;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class WaitingTest {
    private record By(String name, boolean wantsProgress) implements Call {
        @Override
        public Client client() {
            return new Client(name, "1");
        }

        @Override
        public void progress(double progress, String message) {}
    }

    private static AgentSettings settings(int maxTimeoutSeconds) {
        return new AgentSettings(
                Duration.ofSeconds(15),
                Duration.ofSeconds(maxTimeoutSeconds),
                Duration.ofMillis(800),
                200,
                50,
                30_000,
                "tmux",
                null,
                null,
                "bash",
                new ByteSize(64 << 20),
                Set.of(),
                Path.of("/tmp"),
                Path.of("/"),
                Map.of(),
                null,
                null);
    }

    private static WaitOptions options(Double timeout, Double maxTimeout, String waitFor, int operator, Call call) {
        return Waiting.options(
                timeout, Duration.ofSeconds(15), maxTimeout, waitFor, settings(operator), Ticker.SYSTEM, call);
    }

    /** 0 stands for no bound of the client's. */
    @ParameterizedTest
    @CsvSource({
        "codex-mcp-client, false, 290",
        "Codex, true, 290",
        "claude-code, false, 0",
        "claude-ai, true, 0",
        "gemini-cli-mcp-client, false, 590",
        "qwen-code, false, 590",
        "opencode, false, 0",
        "mcporter, false, 55",
        "somebody, false, 55",
        "somebody, true, 0",
        "'', false, 55"
    })
    void eachClientWaitsAsLongAsItIsKnownTo(String name, boolean progress, long seconds) {
        assertThat(ClientLimits.longestWait(name, progress))
                .isEqualTo(seconds == 0 ? null : Duration.ofSeconds(seconds));
    }

    @Test
    void theShorterOfOperatorAndClientIsTheCap() {
        By unknown = new By("somebody", false);
        assertThat(options(null, null, null, 600, unknown).cap()).isEqualTo(Duration.ofSeconds(55));
        assertThat(options(null, null, null, 600, unknown).clientCap()).isTrue();
        assertThat(options(null, null, null, 30, unknown).cap()).isEqualTo(Duration.ofSeconds(30));
        assertThat(options(null, null, null, 30, unknown).clientCap()).isFalse();
        assertThat(options(null, null, null, 55, unknown).clientCap()).isFalse();
        assertThat(options(null, null, null, 600, new By("claude-code", false)).cap())
                .isEqualTo(Duration.ofSeconds(600));
    }

    @Test
    void onlyMaxTimeoutLiftsWhatTheClientAllows() {
        By unknown = new By("somebody", false);
        WaitOptions lifted = options(null, 3_600.0, null, 600, unknown);
        assertThat(lifted.cap()).isEqualTo(Duration.ofSeconds(3_600));
        assertThat(lifted.clientCap()).isFalse();
        assertThat(options(3_600.0, null, null, 3_600, unknown).cap()).isEqualTo(Duration.ofSeconds(55));
    }

    @Test
    void fractionsOfSecondsCount() {
        By claude = new By("claude-code", false);
        assertThat(options(0.1, 0.5, null, 600, claude).idle()).isEqualTo(Duration.ofMillis(100));
        assertThat(options(0.1, 0.5, null, 600, claude).cap()).isEqualTo(Duration.ofMillis(500));
        assertThat(options(null, null, null, 600, claude).idle()).isEqualTo(Duration.ofSeconds(15));
        assertThat(options(0.0, null, null, 600, claude).immediate()).isTrue();
        assertThat(options(0.1, null, null, 600, claude).immediate()).isFalse();
    }

    @Test
    void thePatternIsCompiledAtOnce() {
        By claude = new By("claude-code", false);
        assertThat(options(null, null, null, 600, claude).pattern()).isNull();
        WaitPattern pattern = options(null, null, "a+", 600, claude).pattern();
        assertThat(pattern).isNotNull();
        assertThat(pattern.source()).isEqualTo("a+");
        assertThatThrownBy(() -> options(null, null, "(", 600, claude)).isInstanceOf(ToolFailure.class);
    }
}
