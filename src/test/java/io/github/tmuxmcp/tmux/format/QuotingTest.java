package io.github.tmuxmcp.tmux.format;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuotingTest {
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "#(x),##(x)",
                "#{HOME},##{HOME}",
                "##,####",
                "a#,a##",
                "#[x],#[x]",
                "##[x],##[x]",
                "#[#(x)],#[##(x)]",
                "%H,%H",
                "plain,plain"
            })
    void aLiteralInAFormatHasItsNumberSignsDoubledButForStyles(String literal, String format) {
        assertThat(Quoting.literalInFormat("new-window", literal)).isEqualTo(format);
    }

    @ParameterizedTest
    @CsvSource({"display-message,%%H", "pipe-pane,%%H", "rename-window,%H", "new-session,%H"})
    void aPercentSignIsDoubledWhereTmuxExpandsTheTime(String command, String format) {
        assertThat(Quoting.literalInFormat(command, "%H")).isEqualTo(format);
    }
}
