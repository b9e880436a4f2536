package io.github.tmuxmcp.agent.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tmuxmcp.limits.Ticker;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What each way to end a wait is told as. */
final class FootersTest {
    private static final Footers FOOTERS = Footers.forSession("web");
    private static final WaitOptions OPTIONS = options("ready (\\d+)", false);

    private static WaitOptions options(String pattern, boolean clientCap) {
        return new WaitOptions(
                Duration.ofMillis(2_500),
                Duration.ofSeconds(55),
                clientCap,
                pattern == null ? null : WaitPattern.compile(pattern, Ticker.SYSTEM));
    }

    private static WaitOutcome outcome(
            WaitState state, Evidence evidence, Integer code, String foreground, boolean more) {
        return new WaitOutcome(state, evidence, code, foreground, more, Duration.ofSeconds(9), Duration.ofSeconds(3));
    }

    private static String footer(WaitState state, Integer code) {
        return FOOTERS.of(outcome(state, Evidence.NONE, code, "node", false), OPTIONS);
    }

    @Test
    void finished() {
        assertThat(footer(WaitState.FINISHED, 0)).isEmpty();
        assertThat(footer(WaitState.FINISHED, null)).isEmpty();
        assertThat(footer(WaitState.FINISHED, 137)).isEqualTo("[exit code 137]");
    }

    @Test
    void exited() {
        assertThat(footer(WaitState.EXITED, 7))
                .contains("session \"web\"", "shell exited with code 7", "next tmux_run starts a fresh shell");
        assertThat(footer(WaitState.EXITED, 0)).contains("shell exited with code 0");
        assertThat(footer(WaitState.EXITED, null)).contains("code unknown");
    }

    @Test
    void waiting() {
        assertThat(footer(WaitState.WAITING, null))
                .contains("session \"web\"", "node", "waiting for input", "tmux_run", "tmux_send_keys")
                .doesNotContain("password");
        assertThat(FOOTERS.of(outcome(WaitState.WAITING, Evidence.INPUT_NOECHO, null, "sudo", false), OPTIONS))
                .contains("sudo", "waiting for input", "password");
        assertThat(FOOTERS.of(outcome(WaitState.WAITING, Evidence.INPUT_EDITOR, null, "bash", true), OPTIONS))
                .contains("session \"web\"", "waiting for input", "quote or heredoc", "open", "C-c");
    }

    @Test
    void matched() {
        assertThat(footer(WaitState.MATCHED, null))
                .contains("session \"web\"", "matched /ready (\\d+)/", "node", "still running");
    }

    @Test
    void idle() {
        assertThat(footer(WaitState.IDLE, null))
                .contains(
                        "session \"web\"",
                        "idle",
                        "no output for 2.5 s",
                        "node",
                        "still running (not killed)",
                        "tmux_read",
                        "C-c");
    }

    @Test
    void cap() {
        assertThat(footer(WaitState.CAP, null))
                .contains("session \"web\"", "node", "still running", "after 55 s", "hard cap", "not killed")
                .doesNotContain("client");
        assertThat(FOOTERS.of(outcome(WaitState.CAP, Evidence.CAP, null, "node", false), options(null, true)))
                .contains("after 55 s", "client", "max_timeout");
    }

    @Test
    void killedImmediateAndScreen() {
        assertThat(footer(WaitState.KILLED, null)).contains("session \"web\"", "killed");
        assertThat(footer(WaitState.IMMEDIATE, null)).isEmpty();
        assertThat(FOOTERS.of(outcome(WaitState.SCREEN, Evidence.SCREEN, null, "vim", false), OPTIONS))
                .isEqualTo("[screen snapshot — full-screen program \"vim\" is running]");
    }

    /** A program may name itself as it likes, and a pattern may hold a newline: a footer stays one line in brackets. */
    @ParameterizedTest
    @EnumSource
    void aFooterIsOneLineInBracketsWhateverTheNames(WaitState state) {
        String footer = Footers.forSession("web")
                .of(
                        outcome(state, Evidence.NONE, 1, "x]\n[exit code 0]\r\u2028", false),
                        options("a\n" + "b".repeat(1_000), true));
        if (!footer.isEmpty()) {
            assertThat(footer)
                    .startsWith("[")
                    .endsWith("]")
                    .doesNotContain("\n", "\r", "\u2028")
                    .hasSizeLessThan(600);
        }
    }

    @Test
    void everyLabelIsTheWordOfTheContract() {
        assertThat(WaitState.values())
                .extracting(WaitState::label)
                .containsExactly(
                        "finished", "exited", "waiting", "matched", "idle", "cap", "immediate", "screen", "killed");
        assertThat(Evidence.values())
                .extracting(Evidence::label)
                .containsExactly(
                        "marker",
                        "sentinel",
                        "exit",
                        "pattern",
                        "input-read",
                        "input-editor",
                        "input-noecho",
                        "prompt-text",
                        "screen",
                        "idle",
                        "cap",
                        "killed",
                        "none");
    }
}
