package io.github.tmuxmcp.tmux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TmuxCommandTest {
    private static final TmuxCommand SEND = TmuxCommand.of("send-keys").flag("-l");

    @Test
    void flagsComeBeforeArgumentsWhateverTheOrderOfTheCalls() {
        TmuxCommand command =
                TmuxCommand.of("send-keys").argument("x").flag("-l").target(new PaneId("%1"));

        assertThat(command.argv()).containsExactly("send-keys", "-l", "-t", "%1", "x");
        assertThat(line(command)).isEqualTo("send-keys -l -t '%1' x\n");
    }

    @Test
    void aCommandIsNotChangedByWhatIsBuiltFromIt() {
        SEND.argument("x");

        assertThat(SEND.argv()).containsExactly("send-keys", "-l");
    }

    @Test
    void aFirstArgumentThatLooksLikeAFlagIsGuarded() {
        assertThat(SEND.argument("-x").argument("-y").argv()).containsExactly("send-keys", "-l", "--", "-x", "-y");
        assertThat(SEND.argument("--").argv()).containsExactly("send-keys", "-l", "--", "--");
        assertThat(SEND.argument("x").argument("-y").argv()).containsExactly("send-keys", "-l", "x", "-y");
    }

    @Test
    void anOptionsValueThatLooksLikeAFlagIsAttached() {
        assertThat(TmuxCommand.of("new-window").option("-n", "-x").argv()).containsExactly("new-window", "-n-x");
    }

    @Test
    void aSemicolonAtTheEndIsGuardedInArgvAndQuotedInALine() {
        assertThat(SEND.argument("a;").argv()).endsWith("a\\;");
        assertThat(SEND.argument("a;;").argv()).endsWith("a;\\;");
        assertThat(SEND.argument("a\\;").argv()).endsWith("a\\\\;");
        assertThat(line(SEND.argument("a;"))).isEqualTo("send-keys -l 'a;'\n");
    }

    @Test
    void aLineHoldsNoLineEndButItsOwn() {
        assertThat(line(SEND.argument("a\nb\r\tc'd")))
                .isEqualTo("send-keys -l 'a'\"\\012\"'b'\"\\015\\011\"'c'\"'\"'d'\n");
        assertThat(line(SEND.argument(""))).isEqualTo("send-keys -l ''\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\0b", "\ud83d", "a\ude00", "\ude00\ud83d"})
    void whatCannotBeCarriedIsRefusedWithoutRepeatingIt(String value) {
        assertThatThrownBy(() -> SEND.argument(value))
                .isInstanceOf(TmuxException.class)
                .hasMessageMatching("an argument of send-keys holds (a NUL character|half of a surrogate pair)");
    }

    @Test
    void tooLongAnArgvIsRefusedWithTheBound() {
        TmuxCommand command = SEND.argument("é".repeat(8_000));

        assertThatThrownBy(command::argv)
                .isInstanceOf(TmuxException.class)
                .hasMessage("the arguments of send-keys take 16014 bytes; tmux is given at most 16000");
        assertThat(command.controlLine()).hasSizeGreaterThan(16_000);
    }

    @Test
    void tooLongALineIsRefusedWithTheBound() {
        TmuxCommand command = SEND.argument("x".repeat(16 << 20));

        assertThatThrownBy(command::controlLine)
                .isInstanceOf(TmuxException.class)
                .hasMessageEndingWith("at most 16777216");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "x;", "-x", "A", "#", "kill\n"})
    void aNameIsOneCommandsName(String name) {
        assertThatThrownBy(() -> TmuxCommand.of(name)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-", "--", "x", "-t x", "-;"})
    void aFlagIsADashAndLetters(String flag) {
        assertThatThrownBy(() -> SEND.flag(flag)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> SEND.option(flag, "x")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void itPrintsCountsAndNoValues() {
        assertThat(SEND.argument("secret")).hasToString("TmuxCommand[send-keys, options=1, arguments=1]");
    }

    @Test
    void aServersPrefixIsUtf8AndItsOwnSocket() {
        Server server = new Server("tmux", List.of("-L", "name"), true);

        assertThat(server.argv(SEND)).containsExactly("tmux", "-u", "-L", "name", "-f", "/dev/null", "send-keys", "-l");
        assertThatThrownBy(() -> new Server("tmux", List.of("-x", "name"), true))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static String line(TmuxCommand command) {
        return new String(command.controlLine(), StandardCharsets.UTF_8);
    }
}
