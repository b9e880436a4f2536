package io.github.tmuxmcp.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class Utf8TextTest {
    @Test
    void controlsAreDropped() {
        assertThat(Utf8Text.clean("a\033[31mb\nc\177\u009bd\t", 100)).isEqualTo("a[31mbcd");
    }

    @Test
    void thoseOfAPathAreShown() {
        assertThat(Utf8Text.path("/a\tb\nc\u202ed", 100)).isEqualTo("/a\\u0009b\\u000ac\\u202ed");
    }

    @Test
    void whatReordersOrHidesIsShown() {
        assertThat(Utf8Text.clean("x\u202ey" + Character.toString(0xe0061), 100))
                .isEqualTo("x\\u202ey\\u{e0061}");
    }

    @Test
    void joinersAndSelectorsStay() {
        String family = "\uD83D\uDC68\u200D\uD83D\uDC69 \u2764\uFE0F e\u0301";
        assertThat(Utf8Text.clean(family, 100)).isEqualTo(family);
    }

    @Test
    void anUnpairedSurrogateIsReplaced() {
        assertThat(Utf8Text.clean("a\ud83db", 100)).isEqualTo("a\ufffdb");
    }

    @Test
    void theResultIsBoundedAndSplitsNoCodePoint() {
        assertThat(Utf8Text.clean("abcdef", 6)).isEqualTo("abcdef");
        assertThat(Utf8Text.clean("abcdefg", 6)).isEqualTo("abcde\u2026");
        assertThat(Utf8Text.clean("\uD83D\uDE00\uD83D\uDE00", 3)).isEqualTo("\uD83D\uDE00\u2026");
        assertThat(Utf8Text.clean("abc", 0)).isEmpty();
    }
}
