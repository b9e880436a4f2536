package io.github.tmuxmcp.tmux.control;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.ArrayList;
import java.util.List;

class ControlParserFuzzTest {
    /** Any bytes give events, the same ones in one piece and byte by byte, and no more of them than there are lines. */
    @FuzzTest(maxDuration = "10s")
    void anyBytesGiveTheSameEventsHoweverTheyAreCut(byte[] bytes) {
        List<ControlEvent> whole = parse(bytes, Math.max(1, bytes.length));
        List<ControlEvent> pieces = parse(bytes, 1);

        assertThat(pieces.toString()).isEqualTo(whole.toString());
        int lines = 1;
        for (byte b : bytes) {
            lines += b == '\n' ? 1 : 0;
        }
        assertThat(whole.size()).isLessThanOrEqualTo(lines);
    }

    private static List<ControlEvent> parse(byte[] bytes, int size) {
        ControlParser parser = new ControlParser();
        List<ControlEvent> events = new ArrayList<>();
        for (int from = 0; from < bytes.length; from += size) {
            parser.feed(bytes, from, Math.min(bytes.length, from + size), events::add);
        }
        parser.end(events::add);
        return events;
    }
}
