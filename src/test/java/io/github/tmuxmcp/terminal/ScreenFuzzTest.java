package io.github.tmuxmcp.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.List;

class ScreenFuzzTest {
    /** The first byte says into how long pieces the rest is split. */
    @FuzzTest(maxDuration = "60s")
    void anyBytesGiveAWholeScreen(byte[] data) {
        int piece = data.length == 0 ? 1 : 1 + (data[0] & 0x1f);
        Screen whole = Streams.screen(data, 12, 5);
        Screen split = new Screen(12, 5);
        for (int at = 0; at < data.length; at += piece) {
            split.write(data, at, Math.min(data.length, at + piece));
        }
        FullScreen watch = new FullScreen(12, 5);
        new VtParser().feed(data, 0, data.length, 0, watch);
        watch.end();

        List<String> rows = whole.rows();
        assertThat(rows).hasSize(5);
        assertThat(split.rows()).isEqualTo(rows);
        assertThat(whole.cursorRow()).isBetween(0, 4);
        assertThat(whole.cursorColumn()).isBetween(0, 11);
        for (String row : rows) {
            assertThat(row.codePoints().filter(CodePoints::control).toArray()).isEmpty();
        }
        whole.resize(7, 3);
        assertThat(whole.rows()).hasSize(3);
    }
}
