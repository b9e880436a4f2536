package io.github.tmuxmcp.terminal;

import static io.github.tmuxmcp.terminal.Streams.clean;
import static io.github.tmuxmcp.terminal.Streams.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tmuxmcp.limits.MemoryPool;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutputTextTest {
    @Test
    void linesStayAsTheyAre() {
        assertThat(clean("one\r\ntwo\r\n")).isEqualTo("one\ntwo\n");
    }

    @Test
    void aBareLineFeedEndsALineLikeCarriageReturnAndLineFeed() {
        assertThat(clean("one\ntwo\nthree")).isEqualTo("one\ntwo\nthree");
    }

    @Test
    void coloursTitlesAndStringsAreRemoved() {
        assertThat(
                        clean(
                                "\033]0;title\007\033[1;38;5;9mred\033[0m \033Pdcs\033\\\033ktitle\033\\\033_apc\033\\\033(Bplain\033=\n"))
                .isEqualTo("red plain\n");
    }

    @Test
    void lineDrawingCharactersAreBoxes() {
        assertThat(clean("\033(0lqqk\033(B ok\n")).isEqualTo("┌──┐ ok\n");
        assertThat(clean("\033)0x\016x\017x\n")).isEqualTo("x│x\n");
        assertThat(clean("old\n\033[1A\033(0mqj\033(B\nlqk\n")).isEqualTo("└─┘\nlqk\n");
    }

    @Test
    void aCarriageReturnOverwritesFromTheLinesBeginning() {
        assertThat(clean("10%\r20%\r100%\n")).isEqualTo("100%\n");
        assertThat(clean("longer text\rshort\n")).isEqualTo("short" + "r text\n");
    }

    @Test
    void aBackspaceOverwrites() {
        assertThat(clean("abc\b\bX\n")).isEqualTo("aXc\n");
        assertThat(clean("\b\bx\n")).isEqualTo("x\n");
    }

    @Test
    void aTabStaysATabAndStopsAtEveryEighthColumn() {
        assertThat(clean("a\tb\t\tc\n")).isEqualTo("a\tb\t\tc\n");
        assertThat(clean("\tx\n")).isEqualTo("\tx\n");
        assertThat(clean("中\tx\033[9D\033[8G中\n")).isEqualTo("中     中\n");
        assertThat(clean("a\tb\n\033[1A\033[9GX\n")).isEqualTo("a       X\n");
    }

    @Test
    void aRowOfBlanksBehindTheMarginIsALineOfItsOwn() {
        assertThat(clean("abc%" + " ".repeat(79) + "\r \rvm# ")).isEqualTo("abc%\nvm# ");
        assertThat(clean("abc" + "x".repeat(90) + "\rZ\n")).isEqualTo("Zbc" + "x".repeat(90) + "\n");
    }

    @Test
    void aTabThatIsWrittenOverBecomesBlanks() {
        assertThat(clean("a\tb\rXY\n")).isEqualTo("XY      b\n");
        assertThat(clean("a\tb\033[4GZ\n")).isEqualTo("a  Z    b\n");
        assertThat(clean("abcdefghij\r\tX\n")).isEqualTo("abcdefghXj\n");
    }

    @Test
    void theLineIsErasedInParts() {
        assertThat(clean("abcdef\033[3D\033[K\n")).isEqualTo("abc\n");
        assertThat(clean("abcdef\033[3D\033[1K\n")).isEqualTo("    ef\n");
        assertThat(clean("abcdef\033[2K\rx\n")).isEqualTo("x\n");
        assertThat(clean("abcdef\r\033[2X\n")).isEqualTo("  cdef\n");
        assertThat(clean("abcdef\r\033[2@XY\n")).isEqualTo("XYabcdef\n");
        assertThat(clean("abcdef\r\033[2P\n")).isEqualTo("cdef\n");
        assertThat(clean("abc\033[J\n")).isEqualTo("abc\n");
    }

    @Test
    void theCursorMovesWithinTheLine() {
        assertThat(clean("abc\033[5Cd\033[2Ge\n")).isEqualTo("aec     d\n");
        assertThat(clean("a\033[3bb\n")).isEqualTo("aaaab\n");
        assertThat(clean("ab\0337cd\0338X\n")).isEqualTo("abXd\n");
    }

    @Test
    void blanksAtTheEndStayWhenTheyWereWritten() {
        assertThat(clean("name  \nPassword: ")).isEqualTo("name  \nPassword: ");
        assertThat(clean("[####    ]\r\033[K\n")).isEqualTo("\n");
        assertThat(clean("a\t\n")).isEqualTo("a\t\n");
    }

    @Test
    void everyCodePointIsKept() {
        String all =
                "e\u0301 \uD83D\uDC68\u200D\uD83D\uDC69\u200D\uD83D\uDC67 \u2764\uFE0F \uD83D\uDC4D\uD83C\uDFFD 中文 \uD83C\uDDE9\uD83C\uDDEA \uDBFF\uDFFD \uDB80\uDC00 \u200c";
        assertThat(clean(all + "\n")).isEqualTo(all + "\n");
    }

    @Test
    void everyCodePointIsKeptInARedraw() {
        String all = "e\u0301 \uD83D\uDC68\u200D\uD83D\uDC69 中文";
        assertThat(clean("x\n" + "\033[A\r" + all + "\n")).isEqualTo(all + "\n");
    }

    @Test
    void wideCharactersTakeTwoColumnsWhenOverwritten() {
        assertThat(clean("中文字\rab\n")).isEqualTo("ab文字\n");
        assertThat(clean("中文字\ra\n")).isEqualTo("a 文字\n");
        assertThat(clean("abcd\r中\n")).isEqualTo("中cd\n");
    }

    @Test
    void aMarkGoesWithItsCharacter() {
        assertThat(clean("e\u0301x\rab\n")).isEqualTo("ab\n");
    }

    @Test
    void aCharacterSplitOverReadsIsJoined() {
        OutputText text = new OutputText(80, 24, TextBudget.DEFAULT);
        VtParser parser = new VtParser();
        byte[] bytes = {(byte) 0xe2, (byte) 0x89, (byte) 0xa4};
        for (int i = 0; i < bytes.length; i++) {
            parser.feed(bytes, i, i + 1, i, text);
        }
        assertThat(text.snapshot().head()).isEqualTo("≤");
    }

    @Test
    void anIllFormedPartIsOneReplacementCharacter() {
        byte[] bytes = {
            'a', (byte) 0xe2, (byte) 0x89, 'b', (byte) 0xff, (byte) 0xc0, (byte) 0xaf, (byte) 0xf0, (byte) 0x9f, '\n'
        };
        assertThat(text(bytes).snapshot().head()).isEqualTo("a\ufffdb\ufffd\ufffd\ufffd\ufffd\n");
    }

    @Test
    void controlCharactersAreDropped() {
        assertThat(clean("a\007b\000c\177d\u0085e\u009bf\n")).isEqualTo("abcdef\n");
    }

    @Test
    void whatReordersOrHidesTextIsShownAsAnEscape() {
        assertThat(clean("a\u202eb\u2066c\n")).isEqualTo("a\\u202eb\\u2066c\n");
        assertThat(clean("a" + Character.toString(0xe0041) + "b\n")).isEqualTo("a\\u{e0041}b\n");
        assertThat(clean("x\n\033[A\ra\u202eb\n")).isEqualTo("a\\u202eb\n");
    }

    @Test
    void aLineIsNeverBrokenAtThePanesWidth() {
        assertThat(clean("x".repeat(1000) + "\ny\n")).isEqualTo("x".repeat(1000) + "\ny\n");
    }

    @Test
    void aLineBeyondTheBoundKeepsAllItsText() {
        String line = "0123456789".repeat(20_000);
        TextSnapshot snapshot = text(line + "\nend").snapshot();
        assertThat(snapshot.head()).isEqualTo(line.substring(0, 8_000));
        assertThat(snapshot.droppedChars()).isEqualTo(200_004 - 30_000);
        assertThat(snapshot.cutOffset()).isZero();
        assertThat(snapshot.tail()).hasSize(22_000).endsWith("89\nend");
    }

    @Test
    void aRedrawUpwardsReplacesTheLines() {
        assertThat(clean("one: 1\r\ntwo: 1\r\n\033[2A\033[Kone: 2\r\n\033[Ktwo: 2\r\ndone\r\n"))
                .isEqualTo("one: 2\ntwo: 2\ndone\n");
    }

    @Test
    void aRedrawThatEndsAboveKeepsWhatIsBelow() {
        assertThat(clean("a\r\nb\r\nc\r\n\033[3AX")).isEqualTo("X\nb\nc");
    }

    @Test
    void linesBeforeARedrawStay() {
        StringBuilder stream = new StringBuilder();
        StringBuilder expected = new StringBuilder();
        for (int i = 0; i < 100; i++) {
            stream.append("line ").append(i).append("\r\n");
            expected.append("line ").append(i == 98 ? "98 changed" : "" + i).append('\n');
        }
        assertThat(clean(stream + "\033[2A\rline 98 changed\r\n\r\nafter")).isEqualTo(expected + "after");
    }

    @Test
    void aRedrawSettlesAndPlainLinesFollow() {
        StringBuilder stream = new StringBuilder("old\r\n\033[A\rnew\r\n");
        StringBuilder expected = new StringBuilder("new\n");
        for (int i = 0; i < 1000; i++) {
            stream.append("line ").append(i).append("\r\n");
            expected.append("line ").append(i).append('\n');
        }
        assertThat(clean(stream + "\033[AX\r\n"))
                .isEqualTo(expected.replace(expected.length() - 9, expected.length() - 8, "X") + "");
    }

    @Test
    void aWrapInARedrawIsNoNewline() {
        String wide = "abcdefghijklmnopqrstuvwxyz0123456789";
        assertThat(clean("x\r\n\033[A" + wide + "\r\nnext\r\n")).isEqualTo(wide + "\nnext\n");
        assertThat(clean(wide + "\r\nx\r\n\033[Ay\r\n")).isEqualTo(wide + "\ny\n");
    }

    @Test
    void aFullRowThatEndedIsNotJoinedInARedraw() {
        String full = "x".repeat(20);
        assertThat(clean("a\r\n\033[A" + full + "\r\n" + full + "\r\n")).isEqualTo(full + "\n" + full + "\n");
    }

    @Test
    void aLongLineInARedrawIsOneLine() {
        String wide = "0123456789".repeat(1000);
        OutputText text = text("a\r\n\033[A" + wide + "\r\nnext\r\n");
        assertThat(text.snapshot().droppedChars()).isZero();
        assertThat(text.tail(20_000)).hasSize(wide.length() + 6).endsWith("6789\nnext\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\033[H\033[2J",
                "\033[H\033[J",
                "\033[H\033[2J\033[3J",
                "\033[2J\033[H",
                "\033c",
                "\033[3J\033[H\033[2J"
            })
    void clearingTheScreenLosesNoEarlierOutput(String clear) {
        assertThat(clean("before\r\n" + clear + "after\r\n")).isEqualTo("before\nafter\n");
        assertThat(clean("x\r\n\033[Abefore\r\n" + clear + "after\r\n")).isEqualTo("before\nafter\n");
        assertThat(clean("unfinished" + clear + "after\r\n")).isEqualTo("unfinished\nafter\n");
    }

    @Test
    void theAlternateScreenIsNoPartOfTheText() {
        assertThat(clean("a\r\n\033[?1049h\033[H\033[2Jpaint\033[5;5Hmore\033[?1049lb\r\n"))
                .isEqualTo("a\nb\n");
        assertThat(clean("\033[?47hpaint\033[?47lx\033[?1047hpaint\033[?1047ly"))
                .isEqualTo("xy");
    }

    @Test
    void linesThatScrollInARegionAreKept() {
        StringBuilder stream = new StringBuilder("start\r\n\0337\033[1;5r\0338");
        StringBuilder expected = new StringBuilder("start\n");
        for (int i = 0; i < 50; i++) {
            stream.append("\0337\033[6;1Hprogress ")
                    .append(i)
                    .append("\0338unpacking ")
                    .append(i)
                    .append("\r\n");
            expected.append("unpacking ").append(i).append('\n');
        }
        stream.append("\0337\033[1;6r\0338\033[J");
        assertThat(clean(stream.toString())).isEqualTo(expected.toString());
    }

    @Test
    void theTailHoldsTheUnfinishedLine() {
        OutputText text = text("one\r\ntwo\r\nPassword: ");
        assertThat(text.tail(14)).isEqualTo("two\nPassword: ");
        assertThat(text.tail(1000)).isEqualTo("one\ntwo\nPassword: ");
        assertThat(text.lastLine()).isEqualTo("Password: ");
        assertThat(text.totalChars()).isEqualTo(18);
    }

    @Test
    void theTailReachesBackOverTheBudgetsCut() {
        OutputText text = new OutputText(80, 24, new TextBudget(10, 500));
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < 1000; i++) {
            all.append(i).append('\n');
        }
        Streams.feed(text, all.toString());
        assertThat(text.tail(400)).isEqualTo(all.substring(all.length() - 400));
        assertThat(text.snapshot().tail()).isEqualTo(all.substring(all.length() - 500));
    }

    @Test
    void theLastLineOfARedrawIsTheOneWithTheCursor() {
        assertThat(text("x\r\n\033[A\rname? ").lastLine()).isEqualTo("name? ");
    }

    @Test
    void theSnapshotSaysWhereTheFirstDroppedLineBegins() {
        OutputText text = new OutputText(80, 24, new TextBudget(6, 4));
        Streams.feed(text, "abc\r\ndef\r\nghi\r\njkl\r\n");
        TextSnapshot snapshot = text.snapshot();
        assertThat(snapshot.head()).isEqualTo("abc\nde");
        assertThat(snapshot.cutOffset()).isEqualTo(5);
        assertThat(snapshot.tail()).isEqualTo("jkl\n");
        assertThat(snapshot.droppedChars()).isEqualTo(6);
    }

    @Test
    void aCutNeverSplitsACodePoint() {
        OutputText text = new OutputText(80, 24, new TextBudget(3, 3));
        Streams.feed(text, "\uD83D\uDE00".repeat(10));
        TextSnapshot snapshot = text.snapshot();
        assertThat(snapshot.head()).isEqualTo("\uD83D\uDE00");
        assertThat(snapshot.tail()).isEqualTo("\uD83D\uDE00");
        assertThat(snapshot.droppedChars()).isEqualTo(16);
    }

    @Test
    void textsThatGrowTogetherStayWithinThePoolAndCountWhatTheyLeaveOut() {
        MemoryPool pool = new MemoryPool(1_000_000);
        List<OutputText> texts = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            OutputText text = new OutputText(80, 24, new TextBudget(200_000, 600_000), pool.open());
            Streams.feed(text, "0123456789 123456789 123456789 123456789\r\n".repeat(20_000));
            texts.add(text);
            TextSnapshot snapshot = text.snapshot();
            assertThat(snapshot.head().length()
                            + snapshot.droppedChars()
                            + snapshot.tail().length())
                    .isEqualTo(41 * 20_000);
            assertThat(snapshot.tail()).endsWith("123456789\n").hasSizeGreaterThan(20_000);
        }
        assertThat(texts.get(0).snapshot().droppedChars()).isPositive();
        assertThat(pool.free()).isNotNegative();
        texts.forEach(OutputText::reset);
        assertThat(pool.free()).isEqualTo(1_000_000);
    }

    @Test
    void withoutMemoryForALargeScreenARedrawStillReachesTheRowsAbove() {
        MemoryPool pool = new MemoryPool(0);
        OutputText text = new OutputText(1_000, 500, TextBudget.DEFAULT, pool.open());
        Streams.feed(text, "one\r\ntwo\r\n\033[2A\033[KONE\r\n\033[KTWO\r\n");
        assertThat(text.snapshot().head()).isEqualTo("ONE\nTWO\n");
    }

    @Test
    void theTotalIsThatOfTheTextWhateverStandsInTheLastLine() {
        for (String stream :
                List.of("a\r\nb", "x\ty", "e\u0301", "\uD83D\uDE00z", "ab\r\033[Kc", "one\r\n\033[Atwo", "中 ")) {
            OutputText text = text(stream);
            assertThat(text.totalChars())
                    .as(stream)
                    .isEqualTo(text.snapshot().head().length());
        }
    }

    @Test
    void onlyWhatIsNewShowsMoreThanWhatWasSeen() {
        assertThat(text("$ ").showsMoreThan("$ ")).isFalse();
        assertThat(text("$ \r\n \t").showsMoreThan("$ ")).isFalse();
        assertThat(text("$ x").showsMoreThan("$ ")).isTrue();
        assertThat(text("$").showsMoreThan("$ ")).isTrue();
        assertThat(text("# ").showsMoreThan("$ ")).isTrue();
        assertThat(text("").showsMoreThan("$ ")).isFalse();
        assertThat(text("  ").showsMoreThan("   ")).isFalse();
    }

    @Test
    void blanksAloneAreNoOutput() {
        assertThat(text("").isEmpty()).isTrue();
        assertThat(text("  \r\n\t\033[K\r\n").isEmpty()).isTrue();
        assertThat(text(" x").isEmpty()).isFalse();
        assertThat(text("x\r\n").isEmpty()).isFalse();
        assertThat(text("x\r\033[K").isEmpty()).isTrue();
        assertThat(text("x\r\n\033[A\033[K").isEmpty()).isFalse();
    }

    @Test
    void aListenerHearsAllButTheRevisableLinesOnceAndInOrder() {
        StringBuilder heard = new StringBuilder();
        OutputText text = new OutputText(80, 24, TextBudget.DEFAULT);
        text.listen(heard::append);
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < 1000; i++) {
            all.append("line ").append(i).append('\n');
        }
        Streams.feed(text, all.toString());
        assertThat(all.toString()).startsWith(heard.toString());
        assertThat(heard.length()).isGreaterThan(all.length() - 24 * 3 * 9 - 64 * 9);
        assertThat(all.toString()).endsWith(text.tail(2000));
    }

    @Test
    void afterAResetTheTextBeginsAnew() {
        OutputText text = text("one\r\n\033[A\033[?1049h");
        text.reset();
        byte[] bytes = "two\r\n".getBytes(StandardCharsets.UTF_8);
        new VtParser().feed(bytes, 0, bytes.length, 100, text);
        assertThat(text.snapshot()).isEqualTo(new TextSnapshot("two\n", 0, -1, ""));
    }

    @Test
    void anySplitOfTheStreamGivesTheSameText() {
        List<String> streams = List.of(
                "a\033[31mb\r\n中e\u0301\033]0;t\033\\x\r\n\033[2A\033[Kz\r\n\033[H\033[2Jq",
                "\033[?1049hx\033[?1049ly\r\n\uD83D\uDC68\u200D\uD83D\uDC69\r\n\033[Aab\tc");
        for (String stream : streams) {
            byte[] bytes = stream.getBytes(StandardCharsets.UTF_8);
            TextSnapshot whole = text(bytes).snapshot();
            for (int cut = 0; cut <= bytes.length; cut++) {
                OutputText text = new OutputText(Streams.COLUMNS, Streams.ROWS, TextBudget.DEFAULT);
                VtParser parser = new VtParser();
                parser.feed(bytes, 0, cut, 0, text);
                parser.feed(bytes, cut, bytes.length, cut, text);
                assertThat(text.snapshot()).isEqualTo(whole);
            }
        }
    }
}
