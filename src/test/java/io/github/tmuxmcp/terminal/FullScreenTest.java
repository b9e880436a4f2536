package io.github.tmuxmcp.terminal;

import static io.github.tmuxmcp.terminal.Streams.feed;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tmuxmcp.limits.MemoryPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FullScreenTest {
    private final FullScreen watch = new FullScreen(20, 6);

    @ParameterizedTest
    @ValueSource(ints = {47, 1047, 1049})
    void theAlternateScreenIsAFullScreenProgram(int mode) {
        feed(watch, "shell\033[?" + mode + "h\033[H\033[2Jpaint");
        assertThat(watch.alternateScreen()).isTrue();
        assertThat(watch.active()).isTrue();
        assertThat(watch.absoluteAddressing()).isFalse();
        assertThat(watch.screen().text()).isEqualTo("paint");
        feed(watch, "\033[?" + mode + "lshell");
        assertThat(watch.active()).isFalse();
        assertThat(watch.lastFrame()).isEqualTo("paint");
    }

    @Test
    void twoAddressedRowsAreAFullScreenProgram() {
        watch.mark();
        feed(watch, "\033[H\033[2Jtop\r\n\033[3;1Hthree");
        assertThat(watch.active()).isFalse();
        feed(watch, "\033[5dfive");
        assertThat(watch.absoluteAddressing()).isTrue();
        assertThat(watch.screen().text()).isEqualTo("top\n\nthree\n\n     five");
        watch.end();
        assertThat(watch.active()).isFalse();
        assertThat(watch.lastFrame()).isEqualTo("top\n\nthree\n\n     five");
    }

    @Test
    void withoutMemoryForItsScreenAProgramIsWatchedAllTheSame() {
        FullScreen poor = new FullScreen(20, 6, new MemoryPool(100).open());
        feed(poor, "\033[?1049h\033[2Jpaint\033[3;3Hmore");
        assertThat(poor.active()).isTrue();
        assertThat(poor.painting()).isTrue();
        assertThat(poor.blank()).isFalse();
        assertThat(poor.exactText()).isNull();
        feed(poor, "\033[?1049l");
        assertThat(poor.painting()).isFalse();
        assertThat(poor.lastFrame()).isEqualTo(FullScreen.NOT_KEPT);
    }

    @Test
    void aScreenGivesItsMemoryBackWhenItsProgramLeaves() {
        MemoryPool pool = new MemoryPool(100_000);
        FullScreen once = new FullScreen(20, 6, pool.open());
        for (int i = 0; i < 3; i++) {
            feed(once, "\033[?1049h\033[2Jpaint");
            assertThat(once.exactText()).isEqualTo("paint");
            assertThat(pool.free()).isLessThan(100_000);
            once.resize(30, 8);
            feed(once, "\033[?1049l");
            assertThat(pool.free()).isEqualTo(100_000);
        }
    }

    @Test
    void homeAndClearAreNoFullScreenProgram() {
        feed(watch, "\033[H\033[2Jone\033[H\033[Jtwo\033[1;1Hthree\033[3J");
        assertThat(watch.active()).isFalse();
    }

    @Test
    void oneAddressedRowIsNoFullScreenProgram() {
        for (int i = 0; i < 10; i++) {
            feed(watch, "\0337\033[6;1Hprogress " + i + "\0338line\r\n");
        }
        assertThat(watch.active()).isFalse();
    }

    @Test
    void aMarkForgetsAddressingButNotTheAlternateScreen() {
        feed(watch, "\033[3;1Ha");
        watch.mark();
        feed(watch, "\033[4;1Hb");
        assertThat(watch.active()).isFalse();
        feed(watch, "\033[?1049hx");
        watch.mark();
        assertThat(watch.alternateScreen()).isTrue();
        assertThat(watch.screen().text()).contains("x");
    }

    @Test
    void aClearedScreenThatScrollsIsNoLongerWatched() {
        feed(watch, "\033[H\033[2J" + "line\r\n".repeat(100) + "\033[3;1Ha\033[4;1Hb");
        assertThat(watch.active()).isTrue();
        assertThat(watch.screen().text()).isEqualTo("\n\na\nb");
    }

    @Test
    void theLastFrameStaysUntilTheNext() {
        feed(watch, "\033[?1049hone\033[?1049l");
        watch.end();
        watch.mark();
        assertThat(watch.lastFrame()).isEqualTo("one");
    }

    @Test
    void aResetOfTheTerminalLeavesTheAlternateScreen() {
        feed(watch, "\033[?1049hone\033c");
        assertThat(watch.active()).isFalse();
    }

    @Test
    void theScreenFollowsThePanesSize() {
        feed(watch, "\033[?1049h");
        watch.resize(40, 10);
        assertThat(watch.screen().rows()).hasSize(10);
    }
}
