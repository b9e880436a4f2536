package io.github.tmuxmcp.agent.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.tmuxmcp.limits.Ticker;
import io.github.tmuxmcp.tool.ToolFailure;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class WaitPatternTest {
    /** The limit of 200 ms, and what a loaded machine adds. */
    private static final Duration STOPPED = Duration.ofSeconds(2);

    private static WaitPattern pattern(String source) {
        return WaitPattern.compile(source, Ticker.SYSTEM);
    }

    private static ToolFailure refusal(String source) {
        return catchThrowableOfType(ToolFailure.class, () -> pattern(source));
    }

    @Test
    void aSearchBeginsWhereItIsToldAndSeesWhatStandsBefore() {
        assertThat(pattern("^b").foundIn("ab\nb", 1)).isTrue();
        assertThat(pattern("^b").foundIn("ab", 1)).isFalse();
        assertThat(pattern("(?<=a)b").foundIn("ab", 1)).isTrue();
        assertThat(pattern("\\bb").foundIn("ab", 1)).isFalse();
        assertThat(pattern("a").foundIn("ab", 1)).isFalse();
        assertThat(pattern("").foundIn("", 0)).isTrue();
        assertThat(pattern("$").foundIn("ab", 2)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"(", "[a", "*", "a**", "a++", "(?>a)", "\\", "a{2,1}", "[z-a]", "(?<n>a)(?<n>b)", "(?<1>a)"})
    void whatIsNoPatternIsRefusedInOneLineThatShowsIt(String source) {
        assertThat(refusal(source).message())
                .startsWith("wait_for is not a valid regular expression: ")
                .contains('"' + source + '"', "escape what is meant literally")
                .hasLineCount(1)
                .hasSizeLessThan(500);
    }

    @Test
    void aRefusalIsOneShortLineWhateverThePattern() {
        assertThat(refusal("(\n\r\u0007" + "x".repeat(4_000)).message())
                .hasLineCount(1)
                .hasSizeLessThan(500)
                .contains("\\u000a\\u000d\\u0007");
    }

    @Test
    void aPatternHasABound() {
        String longest = "x".repeat(WaitPattern.MAX_LENGTH);
        assertThat(pattern(longest).foundIn(longest, 0)).isTrue();
        assertThat(refusal(longest + "x").message()).contains("4097", "4096").hasSizeLessThan(200);
    }

    @Test
    void aPatternThatNestsDeeplyIsTakenOrRefusedButNeverABug() {
        for (String deep : new String[] {
            "(".repeat(2_000) + ")".repeat(2_000), "(".repeat(4_096), "[".repeat(4_096), "(?=".repeat(1_300)
        }) {
            try {
                pattern(deep).foundIn("x", 0);
            } catch (ToolFailure refused) {
                assertThat(refused.message())
                        .startsWith("wait_for ")
                        .hasLineCount(1)
                        .hasSizeLessThan(600);
            }
        }
    }

    /** A reference back to a group keeps java.util.regex from remembering what has failed. */
    @ParameterizedTest
    @CsvSource({
        "^(a+)+$\\1, aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!",
        "(a|aa)+!$\\1, aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa?",
        "(x+x+)+y\\1, xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
        "(.*)(.*)(.*)(.*)(.*)(.*)(.*)(.*)(.*)(.*)\\1Z, aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
    })
    void aPatternThatBacktracksWithoutEndIsStopped(String source, String text) {
        long start = System.nanoTime();
        ToolFailure failure =
                catchThrowableOfType(ToolFailure.class, () -> pattern(source).foundIn(text, 0));
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(STOPPED);
        assertThat(failure.kind()).isEqualTo("pattern_too_slow");
        assertThat(failure.message())
                .contains("/" + source + "/", "200 ms", "the program was not touched")
                .hasLineCount(1);
    }

    /** Java remembers what has failed here; without that it would take years. */
    @ParameterizedTest
    @ValueSource(strings = {"^(a+)+$", "(a|aa)+$", "(.*.*.*.*.*)*x", "(a*)*b"})
    void aHostilePatternEndsInTimeEitherWay(String source) {
        String text = "a".repeat(5_000) + "!";
        long start = System.nanoTime();
        try {
            assertThat(pattern(source).foundIn(text, 0)).isFalse();
        } catch (ToolFailure stopped) {
            assertThat(stopped.kind()).isEqualTo("pattern_too_slow");
        }
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(STOPPED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"(a|b)*c", "(?:a|b)*?c", "(.|\\n)*c", "((a)|b)+c"})
    void aPatternThatNeedsADeepStackEndsInAnAnswer(String source) {
        String text = "ab".repeat(100_000);
        long start = System.nanoTime();
        try {
            assertThat(pattern(source).foundIn(text, 0)).isFalse();
        } catch (ToolFailure stopped) {
            assertThat(stopped.message())
                    .startsWith("wait_for ")
                    .contains("the program was not touched")
                    .hasLineCount(1);
        }
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(STOPPED);
    }

    @Test
    void aPlainPatternOnALongTextIsNotStopped() {
        assertThat(pattern("listening on port \\d+$").foundIn("x".repeat(1_000_000) + "\nlistening on port 80\n", 0))
                .isTrue();
    }

    @Test
    void aNewlineInAStoppedPatternDoesNotBreakTheMessage() {
        ToolFailure failure = catchThrowableOfType(
                ToolFailure.class, () -> pattern("(a+)+\n\\1").foundIn("a".repeat(60) + "!", 0));
        assertThat(failure.message()).hasLineCount(1);
    }
}
