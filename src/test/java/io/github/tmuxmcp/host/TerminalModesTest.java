package io.github.tmuxmcp.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class TerminalModesTest {
    @Test
    void gnuSttyIsRead() {
        assertThat(TerminalModes.parse("""
                speed 38400 baud; rows 24; columns 80; line = 0;
                intr = ^C; quit = ^\\; erase = ^?; kill = ^U; eof = ^D; min = 1; time = 0;
                -parenb -parodd cs8 hupcl -cstopb cread -clocal -crtscts
                isig -icanon iexten -echo echoe echok -echonl -noflsh echoctl echoke -flusho -extproc
                """)).contains(new TerminalModes(false, false, true));
    }

    @Test
    void bsdSttyIsRead() {
        assertThat(TerminalModes.parse("""
                speed 38400 baud; 24 rows; 80 columns;
                lflags: icanon isig iexten echo echoe -echok echoke -echonl echoctl
                iflags: -istrip icrnl -inlcr -igncr ixon
                """)).contains(new TerminalModes(true, true, true));
    }

    @Test
    void anAnswerWithoutTheModesIsNone() {
        assertThat(TerminalModes.parse("")).isEmpty();
        assertThat(TerminalModes.parse("icanon echo echo")).isEmpty();
    }

    @Test
    void eachSystemIsAskedInItsOwnWay() {
        assertThat(TerminalModes.command("Linux", "/dev/pts/1")).containsExactly("stty", "-F", "/dev/pts/1", "-a");
        assertThat(TerminalModes.command("Mac OS X", "/dev/ttys001"))
                .containsExactly("/bin/stty", "-f", "/dev/ttys001", "-a");
        assertThat(TerminalModes.command("FreeBSD", "/dev/pts/1")).containsExactly("stty", "-f", "/dev/pts/1", "-a");
    }

    @Test
    void onlyDevicesAreAsked() throws Exception {
        assertThat(TerminalModes.read("", Duration.ofSeconds(1))).isEmpty();
        assertThat(TerminalModes.read("-a", Duration.ofSeconds(1))).isEmpty();
        assertThat(TerminalModes.read("/etc/passwd", Duration.ofSeconds(1))).isEmpty();
        assertThat(TerminalModes.read("/dev/null", Duration.ofSeconds(1))).isEmpty();
        assertThat(TerminalModes.read("/dev/a\0b", Duration.ofSeconds(1))).isEmpty();
    }

    @Test
    void aLateProgramIsGivenUp() throws Exception {
        assertThat(Command.output(List.of("sleep", "100"), Duration.ofMillis(50), 10))
                .isEmpty();
        assertThat(Command.output(List.of("yes"), Duration.ofSeconds(5), 10)).isEmpty();
        assertThat(Command.output(List.of("no-such-program"), Duration.ofSeconds(5), 10))
                .isEmpty();
        assertThat(Command.output(List.of("false"), Duration.ofSeconds(5), 10)).isEmpty();
    }
}
