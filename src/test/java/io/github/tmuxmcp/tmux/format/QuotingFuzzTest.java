package io.github.tmuxmcp.tmux.format;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

class QuotingFuzzTest {
    /** A line read by tmux's rules for quotes gives back the words, and nothing outside quotes is special. */
    @FuzzTest(maxDuration = "10s")
    void aLineReadsBackAsItsWords(byte[] bytes) {
        String value = new String(bytes, StandardCharsets.UTF_8);
        if (Quoting.whyUnsendable(value) != null) {
            return;
        }
        List<String> words = Quoting.words("send-keys", Quoting.option("-N", value), List.of(value, value + ";"));

        assertThat(read(Quoting.controlLine(words))).isEqualTo(words);
    }

    /** Undoing tmux's rule for a semicolon at the end gives back the words, as one command. */
    @FuzzTest(maxDuration = "10s")
    void anArgvReadsBackAsItsWords(byte[] bytes) {
        String value = new String(bytes, StandardCharsets.UTF_8);
        List<String> words = List.of("send-keys", value, value + ";");
        List<String> read = new ArrayList<>();
        for (String element : Quoting.argv(words)) {
            if (element.endsWith(";")) {
                assertThat(element).endsWith("\\;");
                read.add(element.substring(0, element.length() - 2) + ";");
                continue;
            }
            read.add(element);
        }

        assertThat(read).isEqualTo(words);
    }

    /** Undoing tmux's rule for number signs gives back the literal, and no run of them opens an expansion. */
    @FuzzTest(maxDuration = "10s")
    void aLiteralSurvivesTheExpansionOfAFormat(byte[] bytes) {
        String literal = new String(bytes, StandardCharsets.UTF_8);
        String format = Quoting.literalInFormat("new-window", literal);
        StringBuilder expanded = new StringBuilder();
        for (int i = 0; i < format.length(); i++) {
            int end = i;
            while (end < format.length() && format.charAt(end) == '#') {
                end++;
            }
            if (end == i) {
                expanded.append(format.charAt(i));
                continue;
            }
            boolean style = end < format.length() && format.charAt(end) == '[';
            assertThat(style || (end - i) % 2 == 0).isTrue();
            expanded.append("#".repeat(style ? end - i : (end - i) / 2));
            i = end - 1;
        }

        assertThat(expanded.toString()).isEqualTo(literal);
    }

    private static List<String> read(byte[] line) {
        assertThat(line[line.length - 1]).isEqualTo((byte) '\n');
        List<String> words = new ArrayList<>();
        ByteArrayOutputStream word = new ByteArrayOutputStream();
        char quote = 0;
        for (int i = 0; i < line.length; i++) {
            byte b = line[i];
            if (quote == 0 && (b == ' ' || b == '\n')) {
                words.add(word.toString(StandardCharsets.UTF_8));
                word.reset();
            } else if (quote == 0 && (b == '\'' || b == '"')) {
                quote = (char) b;
            } else if (quote == b) {
                quote = 0;
            } else if (quote == '"' && b == '\\') {
                word.write(Integer.parseInt(new String(line, i + 1, 3, StandardCharsets.US_ASCII), 8));
                i += 3;
            } else {
                assertThat(b == '\n').isFalse();
                assertThat(quote != 0 || "-_./@:".indexOf(b) >= 0 || Character.isLetterOrDigit(b))
                        .isTrue();
                assertThat(quote == '"' && b != '\'').isFalse();
                word.write(b);
            }
        }
        return words;
    }
}
