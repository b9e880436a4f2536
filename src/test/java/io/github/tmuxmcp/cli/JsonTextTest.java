package io.github.tmuxmcp.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class JsonTextTest {
    @Test
    void everyKindOfValueIsRead() {
        Object value = JsonText.parse(" {\"a\": [1, -2.5e1, true, false, null], \"b\": {}, \"c\": []} ");

        assertThat(value)
                .isEqualTo(Map.of("a", Arrays.asList(1.0, -25.0, true, false, null), "b", Map.of(), "c", List.of()));
    }

    @Test
    void whatIsQuotedComesBack() {
        String text = "a\"b\\c\n\t\u0000\u001b é ☃ \ud83d\ude00";

        assertThat(JsonText.parse(JsonText.quote(text))).isEqualTo(text);
        assertThat(JsonText.parse("\"\\u2603\\/\"")).isEqualTo("☃/");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[1,", "\"a", "{\"a\"}", "1 2", "tru", "\"\\u12", "{a:1}", "-"})
    void anythingElseIsRefused(String text) {
        assertThatThrownBy(() -> JsonText.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void nestingIsBounded() {
        assertThatThrownBy(() -> JsonText.parse("[".repeat(100_000))).isInstanceOf(IllegalArgumentException.class);
    }
}
