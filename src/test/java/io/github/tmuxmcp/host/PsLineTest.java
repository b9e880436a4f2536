package io.github.tmuxmcp.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PsLineTest {
    @Test
    void aLineOfProcpsIsRead() {
        assertThat(PsLine.parse("  3706    3683    3706    3706    3800 pts/300  S Mon Nov 30 14:45:06 2026 bash"))
                .isEqualTo(new ProcessEntry(
                        3706, 3683, 3706, 3706, 3800, 136 << 8 | 0x2c | 1 << 20, 'S', 1796049906, "bash"));
    }

    @Test
    void aLineOfMacOsIsRead() {
        ProcessEntry entry = PsLine.parse(
                "  501   499   501      0   612 ttys003  Ss+  Thu Dec  3 09:05:06 2026     /Applications/My Shell.app/-zsh");
        assertThat(entry).isNotNull();
        assertThat(entry.command()).isEqualTo("zsh");
        assertThat(entry.session()).isZero();
        assertThat(entry.state()).isEqualTo('S');
        assertThat(entry.foregroundGroup()).isEqualTo(612);
        assertThat(entry.terminal()).isNotZero();
    }

    @Test
    void aSessionThatIsAnAddressAndATerminalThatIsNoneAreZero() {
        ProcessEntry entry = PsLine.parse("  1 0 1 ffffa1b2 -1 ?? Ss Thu Dec 31 23:59:59 2026 /sbin/launchd");
        assertThat(entry).isNotNull();
        assertThat(entry.session()).isZero();
        assertThat(entry.terminal()).isZero();
        assertThat(entry.foregroundGroup()).isEqualTo(-1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "1 2 3",
                "PID PPID PGID SESS TPGID TTY STAT a b 1 00:00:00 2026 COMMAND",
                "1 0 1 1 -1 ? S Mon Foo 30 14:45:06 2026 x"
            })
    void aLineOfAnotherFormIsNoProcess(String line) {
        assertThat(PsLine.parse(line)).isNull();
    }
}
