package io.github.tmuxmcp.terminal;

import static io.github.tmuxmcp.terminal.Streams.screen;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ScreenTest {
    @Test
    void rowsAreTrimmedAndAsManyAsTheScreenHas() {
        Screen screen = screen("a  \r\n\r\nb");
        assertThat(screen.rows()).containsExactly("a", "", "b", "", "", "");
        assertThat(screen.text()).isEqualTo("a\n\nb");
        assertThat(screen.cursorRow()).isEqualTo(2);
        assertThat(screen.cursorColumn()).isEqualTo(1);
    }

    @Test
    void tabsStopAtEveryEighthColumn() {
        assertThat(screen("a\tb\tc").text()).isEqualTo("a       b       c");
        assertThat(screen("\033c\ta").text()).isEqualTo("        a");
    }

    @Test
    void allAlternateScreensAreKnown() {
        assertThat(screen("main\033[?1049h\033[Halt").text()).isEqualTo("alt");
        assertThat(screen("main\033[?47h\033[Halt").text()).isEqualTo("alt");
        assertThat(screen("main\033[?1047h\033[Halt\033[?1047l").text()).isEqualTo("main");
        assertThat(screen("main\033[?1049h\033[3;3Halt\033[?1049l!").text()).isEqualTo("main!");
    }

    @Test
    void aQuestionToTheTerminalHarmsNothing() {
        Screen screen = screen("a\033[x\033[;x\033[c\033[6nb");
        assertThat(screen.text()).isEqualTo("ab");
        assertThat(screen.lossy()).isFalse();
    }

    @Test
    void aTitleLeavesNoText() {
        assertThat(screen("\033ktitle\033\\\033]2;title\007a").text()).isEqualTo("a");
    }

    @Test
    void marksAreKeptAndToldAsLossy() {
        Screen screen = screen("e\u0301x");
        assertThat(screen.text()).isEqualTo("e\u0301x");
        assertThat(screen.lossy()).isTrue();
        assertThat(screen("中文").lossy()).isFalse();
    }

    @Test
    void aWideCharacterWrapsWhole() {
        assertThat(screen("x".repeat(19) + "中y").text()).isEqualTo("x".repeat(19) + "\n中y");
    }

    @Test
    void halfOfAWideCharacterIsBlank() {
        assertThat(screen("中文\rx").text()).isEqualTo("x 文");
        assertThat(screen("中文\033[2Gx").text()).isEqualTo(" x文");
    }

    @Test
    void movingRightIntoTheMarginArmsNoWrap() {
        assertThat(screen("\033[999Cx").text()).isEqualTo(" ".repeat(19) + "x");
    }

    @Test
    void lineDrawingIsShownAsLines() {
        assertThat(screen("\033(0lqk\033(Bq").text()).isEqualTo("┌─┐q");
    }

    @Test
    void aResizeKeepsTheTextAndAddsTabStops() {
        Screen screen = screen("a\r\nb");
        screen.resize(40, 10);
        byte[] more = "\t\t\tc".getBytes(StandardCharsets.UTF_8);
        screen.write(more, 0, more.length);
        assertThat(screen.rows()).hasSize(10);
        assertThat(screen.text()).isEqualTo("a\nb" + " ".repeat(23) + "c");
    }

    @Test
    void aResizeToNothingIsBounded() {
        Screen screen = screen("abc");
        screen.resize(0, 0);
        assertThat(screen.rows()).hasSize(2);
    }

    @Test
    void whatReordersTextIsShownAsAnEscape() {
        assertThat(screen("a\u202eb").text()).isEqualTo("a\\u202eb");
    }
}
