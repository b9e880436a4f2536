package io.github.tmuxmcp.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class VtParserTest {
    @Test
    void aRunOfTextIsOneCallWithItsOffset() {
        assertThat(tokens("ab中\r\nc")).containsExactly("print 0 ab中", "control 5 13", "control 6 10", "print 7 c");
    }

    @Test
    void offsetsCountFromWhereTheStreamStands() {
        Recorder recorder = new Recorder();
        byte[] bytes = "xxab\007".getBytes(StandardCharsets.UTF_8);
        new VtParser().feed(bytes, 2, 5, 1000, recorder);
        assertThat(recorder.tokens).containsExactly("print 1000 ab", "control 1002 7");
    }

    @Test
    void aControlSequenceHasPrefixParametersIntermediateAndFinal() {
        assertThat(tokens("\033[m")).containsExactly("csi 0 m");
        assertThat(tokens("\033[1;;38:5m")).containsExactly("csi 0 1;-;38;5m");
        assertThat(tokens("\033[?1049;25h")).containsExactly("csi 0 ?1049;25h");
        assertThat(tokens("\033[2 q")).containsExactly("csi 0 2 q");
        assertThat(tokens("\033[>c")).containsExactly("csi 0 >c");
    }

    @Test
    void endlessParametersAreBounded() {
        assertThat(tokens("\033[99999999999999999999A")).containsExactly("csi 0 65535A");
        assertThat(tokens("\033[" + "1;".repeat(10_000) + "m").get(0)).hasSizeLessThan(100);
    }

    @Test
    void aMalformedControlSequenceIsSwallowedWhole() {
        assertThat(tokens("\033[1?2mx")).containsExactly("print 6 x");
        assertThat(tokens("\033[1 2mx")).containsExactly("print 6 x");
    }

    @Test
    void anEscapeSequenceHasItsIntermediate() {
        assertThat(tokens("\033(B\0337\033#8")).containsExactly("escape 0 (B", "escape 3 7", "escape 5 #8");
    }

    @Test
    void anOscEndsInBelOrStringTerminator() {
        assertThat(tokens("\033]133;A\007")).containsExactly("osc 0-8 133;A");
        assertThat(tokens("\033]0;中\033\\x")).containsExactly("osc 0-9 0;中", "print 9 x");
    }

    @Test
    void anOscIsKeptUpToItsBound() {
        assertThat(tokens("\033]" + "a".repeat(10_000) + "\007"))
                .containsExactly("osc 0-10003 " + "a".repeat(VtParser.MAX_OSC));
    }

    @Test
    void anOpenStringEndsAtTheNextEscape() {
        assertThat(tokens("\033]0;open\033[1mx\033]133;D\007"))
                .containsExactly("csi 8 1m", "print 12 x", "osc 13-21 133;D");
        assertThat(tokens("\033Popen\033]133;D\007")).containsExactly("string 0 P", "osc 6-14 133;D");
        assertThat(tokens("\033_open\030x")).containsExactly("string 0 _", "print 7 x");
        assertThat(tokens("\033]open\032x")).containsExactly("print 7 x");
    }

    @Test
    void stringsAreSwallowed() {
        assertThat(tokens("\033ktitle\033\\a\033^pm\033\\b\033Xsos\033\\c"))
                .containsExactly("string 0 k", "print 9 a", "string 10 ^", "print 16 b", "string 17 X", "print 24 c");
    }

    @Test
    void aPassedThroughSequenceStaysInItsString() {
        assertThat(tokens("\033Ptmux;\033\033]52;c;x\007\033\\y")).containsExactly("string 0 P", "print 19 y");
    }

    @Test
    void aControlInsideASequenceIsCarriedOut() {
        assertThat(tokens("\033[1\r;2H")).containsExactly("control 3 13", "csi 0 1;2H");
    }

    @Test
    void cancelAndEscapeAbortASequence() {
        assertThat(tokens("\033[12\030A")).containsExactly("print 5 A");
        assertThat(tokens("\033[12\033[3mA")).containsExactly("csi 4 3m", "print 8 A");
        assertThat(tokens("\033\033\033[3m")).containsExactly("csi 2 3m");
    }

    @Test
    void bytesOfUtf8AreNeverControls() {
        assertThat(tokens("\u009b1m")).containsExactly("print 0 \u009b1m");
    }

    @Test
    void deleteIsDropped() {
        assertThat(tokens("a\177b")).containsExactly("print 0 a", "print 2 b");
    }

    @Test
    void splittingAnywhereGivesTheSameTokens() {
        byte[] bytes = "a中\033[1;2mb\033]0;t\033\\\033Pd\033\033x\033\\\033(0\033kt\033\\\r\n\033[?25l"
                .getBytes(StandardCharsets.UTF_8);
        List<String> whole = tokens(bytes, bytes.length);
        for (int cut = 0; cut < bytes.length; cut++) {
            assertThat(tokens(bytes, cut)).isEqualTo(whole);
        }
    }

    private static List<String> tokens(String stream) {
        byte[] bytes = stream.getBytes(StandardCharsets.UTF_8);
        return tokens(bytes, bytes.length);
    }

    private static List<String> tokens(byte[] bytes, int cut) {
        Recorder recorder = new Recorder();
        VtParser parser = new VtParser();
        parser.feed(bytes, 0, cut, 0, recorder);
        parser.feed(bytes, cut, bytes.length, cut, recorder);
        return recorder.decoded();
    }

    /** Tokens as text; runs that touch are one. */
    private static final class Recorder implements VtHandler {
        private final List<String> tokens = new ArrayList<>();
        private long runEnd = -1;

        List<String> decoded() {
            return tokens.stream()
                    .map(token -> new String(token.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8))
                    .toList();
        }

        @Override
        public void print(byte[] bytes, int from, int to, long offset) {
            String run = new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
            if (offset == runEnd) {
                int last = tokens.size() - 1;
                tokens.set(last, tokens.get(last) + run);
            } else {
                tokens.add("print " + offset + " " + run);
            }
            runEnd = offset + to - from;
        }

        @Override
        public void control(byte control, long offset) {
            add("control " + offset + " " + control);
        }

        @Override
        public void escape(int intermediate, int fin, long offset) {
            add("escape " + offset + " " + (intermediate == 0 ? "" : (char) intermediate) + (char) fin);
        }

        @Override
        public void csi(CsiSequence csi, long offset) {
            StringBuilder text = new StringBuilder("csi " + offset + " ");
            if (csi.prefix() != 0) {
                text.append((char) csi.prefix());
            }
            for (int i = 0; i < csi.count(); i++) {
                int value = csi.parameter(i, -1);
                text.append(i == 0 ? "" : ";").append(value < 0 ? "-" : "" + value);
            }
            if (csi.intermediate() != 0) {
                text.append((char) csi.intermediate());
            }
            add(text.append((char) csi.fin()).toString());
        }

        @Override
        public void osc(byte[] payload, int length, long offset, long end) {
            add("osc " + offset + "-" + end + " " + new String(payload, 0, length, StandardCharsets.ISO_8859_1));
        }

        @Override
        public void string(int kind, long offset) {
            add("string " + offset + " " + (char) kind);
        }

        private void add(String token) {
            tokens.add(token);
            runEnd = -1;
        }
    }
}
