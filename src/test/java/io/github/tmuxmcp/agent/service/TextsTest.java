package io.github.tmuxmcp.agent.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TextsTest {
    @Test
    void aLongTextIsCutBetweenCharacters() {
        assertThat(Texts.cut("x".repeat(200))).isEqualTo("x".repeat(200));
        assertThat(Texts.cut("x".repeat(201))).isEqualTo("x".repeat(200) + "…");
        assertThat(Texts.cut("x".repeat(199) + "\ud83d\ude00y")).isEqualTo("x".repeat(199) + "…");
        assertThat(Texts.cut("x".repeat(198) + "\ud83d\ude00y")).isEqualTo("x".repeat(198) + "\ud83d\ude00…");
    }

    @Test
    void aQuotedTextIsOneLine() {
        assertThat(Texts.quoted("a\n\u001b\u007f\u0085\u2028é\ud83d\ude00"))
                .isEqualTo("\"a\\u000a\\u001b\\u007f\\u0085\\u2028é\ud83d\ude00\"");
        assertThat(Texts.quoted("")).isEqualTo("\"\"");
        assertThat(Texts.quoted("\n".repeat(10_000))).hasSizeLessThan(1_300).hasLineCount(1);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "40, 0",
        "50, 0.1",
        "100, 0.1",
        "500, 0.5",
        "1000, 1",
        "1250, 1.3",
        "14960, 15",
        "15000, 15",
        "59950, 60",
        "3600000, 3600"
    })
    void secondsHaveAtMostOneDecimal(long milliseconds, String seconds) {
        assertThat(Texts.seconds(Duration.ofMillis(milliseconds))).isEqualTo(seconds);
    }
}
