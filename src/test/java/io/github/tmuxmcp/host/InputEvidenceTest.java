package io.github.tmuxmcp.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tmuxmcp.host.Foreground.Reading;
import io.github.tmuxmcp.host.InputEvidence.Verdict;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InputEvidenceTest {
    @ParameterizedTest
    @CsvSource(textBlock = """
            TTY_READ,    cooked, READS_LINE
            TTY_READ,    silent, READS_SECRET
            TTY_READ,    raw,    READS_RAW
            TTY_READ,    none,   READS_LINE
            POLLING,     cooked, UNKNOWN
            POLLING,     silent, READS_SECRET
            POLLING,     raw,    READS_RAW
            POLLING,     none,   UNKNOWN
            NOT_READING, cooked, NOT_READING
            NOT_READING, silent, NOT_READING
            NOT_READING, raw,    NOT_READING
            NOT_READING, none,   NOT_READING
            UNKNOWN,     cooked, UNKNOWN
            UNKNOWN,     silent, READS_SECRET
            UNKNOWN,     raw,    READS_RAW
            UNKNOWN,     none,   UNKNOWN
            """)
    void processesAndModesAreJudgedTogether(Reading reading, String modes, Verdict verdict) {
        assertThat(judge("program", reading, modes)).isEqualTo(verdict);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            POLLING,  raw,    UNKNOWN
            TTY_READ, raw,    UNKNOWN
            TTY_READ, cooked, READS_LINE
            TTY_READ, silent, READS_SECRET
            """)
    void aRelayIsBelievedOnlyWhileItAsksSomethingItself(Reading reading, String modes, Verdict verdict) {
        assertThat(judge("ssh", reading, modes)).isEqualTo(verdict);
        assertThat(judge("tmux: client", reading, modes)).isEqualTo(verdict);
    }

    private static Verdict judge(String command, Reading reading, String modes) {
        ProcessEntry member = new ProcessEntry(100, 1, 100, 90, 100, FakeProc.PTS_3, 'S', 5, command);
        Foreground foreground = new Foreground(100, command, reading, false, List.of(member), 1);
        return InputEvidence.judge(
                foreground,
                switch (modes) {
                    case "cooked" -> new TerminalModes(true, true, true);
                    case "silent" -> new TerminalModes(true, false, true);
                    case "raw" -> new TerminalModes(false, false, true);
                    default -> null;
                });
    }
}
