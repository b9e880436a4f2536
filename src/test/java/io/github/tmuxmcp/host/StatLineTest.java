package io.github.tmuxmcp.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StatLineTest {
    private static final String REST =
            " S 3683 3706 3705 34819 -1 4194560 2146 45157 0 41 1 1 39 8 20 0 1 0 73437 512 967\n";

    @Test
    void everyFieldIsWhereTheManualPageSays() {
        assertThat(parse("3706 (bash)" + REST))
                .isEqualTo(new ProcessEntry(3706, 3683, 3706, 3705, -1, 34819, 'S', 73437, "bash"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b", "a) Z (b 1", ")", "((", "", "line\nbreak", "naïve", "tmux: client"})
    void aCommandMayHoldAnything(String command) {
        ProcessEntry entry = parse("3706 (" + command + ")" + REST);
        assertThat(entry).isNotNull();
        assertThat(entry.command()).isEqualTo(command);
        assertThat(entry.startTime()).isEqualTo(73437);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "\n", "3706", "3706 (bash", "3706 (bash)", "3706 (bash) S", "3706 (bash) S 1 2 3", "(x) S 1"
            })
    void aLineThatIsCutIsNoProcess(String line) {
        assertThat(parse(line)).isNull();
    }

    @Test
    void aDeviceNumberNamesItsPseudoTerminal() {
        assertThat(Descriptors.pseudoTerminal(136 << 8)).isEqualTo("/dev/pts/0");
        assertThat(Descriptors.pseudoTerminal(137 << 8 | 1)).isEqualTo("/dev/pts/257");
        assertThat(Descriptors.pseudoTerminal(136 << 8 | 0x2c | 1 << 20)).isEqualTo("/dev/pts/300");
        assertThat(Descriptors.pseudoTerminal(4 << 8 | 1)).isEmpty();
    }

    private static ProcessEntry parse(String line) {
        return StatLine.parse(line.getBytes(StandardCharsets.UTF_8));
    }
}
