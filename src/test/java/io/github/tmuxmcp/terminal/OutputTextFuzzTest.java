package io.github.tmuxmcp.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;

class OutputTextFuzzTest {
    private static final TextBudget BUDGET = new TextBudget(50, 100);

    /** The first byte says into how long pieces the rest is split. */
    @FuzzTest(maxDuration = "60s")
    void anySplitGivesTheSameBoundedCleanText(byte[] data) {
        int piece = data.length == 0 ? 1 : 1 + (data[0] & 0x1f);
        StringBuilder heard = new StringBuilder();
        OutputText whole = new OutputText(12, 5, BUDGET);
        whole.listen(heard::append);
        new VtParser().feed(data, 0, data.length, 0, whole);
        OutputText split = new OutputText(12, 5, BUDGET);
        VtParser parser = new VtParser();
        for (int at = 0; at < data.length; at += piece) {
            parser.feed(data, at, Math.min(data.length, at + piece), at, split);
        }
        TextSnapshot snapshot = whole.snapshot();

        assertThat(split.snapshot()).isEqualTo(snapshot);
        assertThat(split.lastLine()).isEqualTo(whole.lastLine());
        assertThat(split.isEmpty()).isEqualTo(whole.isEmpty());
        assertThat(snapshot.head().length()
                        + snapshot.droppedChars()
                        + snapshot.tail().length())
                .isEqualTo(whole.totalChars());
        assertThat(snapshot.head().length()).isLessThanOrEqualTo(BUDGET.head() + BUDGET.tail());
        assertThat(snapshot.tail().length()).isLessThanOrEqualTo(BUDGET.tail());
        assertThat(heard.length()).isLessThanOrEqualTo((int) whole.totalChars());
        for (String text :
                new String[] {snapshot.head(), snapshot.tail(), whole.tail(80), whole.lastLine(), heard.toString()}) {
            assertThat(text.codePoints().filter(OutputTextFuzzTest::unwanted).toArray())
                    .isEmpty();
        }
    }

    private static boolean unwanted(int codePoint) {
        return (codePoint != '\n' && codePoint != '\t' && CodePoints.control(codePoint))
                || CodePoints.escape(codePoint) != null
                || (codePoint >= 0xd800 && codePoint < 0xe000);
    }
}
