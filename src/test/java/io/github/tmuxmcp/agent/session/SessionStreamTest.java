package io.github.tmuxmcp.agent.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tmuxmcp.agent.session.SessionStream.Zone;
import io.github.tmuxmcp.limits.Ticker;
import io.github.tmuxmcp.terminal.TextBudget;
import io.github.tmuxmcp.terminal.TextSnapshot;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A stream over a log that a fake writer fills. */
final class SessionStreamTest {
    private static final String NONCE = "abcdef0123456789";
    private static final String PROMPT_START = "\u001b]133;A;mcp=" + NONCE + ".%d\u0007";
    private static final String PROMPT_END = "\u001b]133;B;mcp=" + NONCE + ".%d\u0007";

    @TempDir
    Path folder;

    private WrittenLog writer;
    private SessionStream stream;

    @BeforeEach
    void open() {
        writer = new WrittenLog(folder);
        stream = stream(folder);
    }

    private static SessionStream stream(Path folder) {
        return new SessionStream(
                new SessionLog(folder, "s.log", 0, WrittenLog.BOUND),
                NONCE.getBytes(StandardCharsets.US_ASCII),
                80,
                24,
                new TextBudget(100, 200),
                new SessionMemory(),
                Ticker.SYSTEM);
    }

    private void print(String text) throws IOException {
        writer.write(text);
        assertThat(stream.catchUp(Long.MAX_VALUE)).isTrue();
    }

    private static String start(int sequence) {
        return "\u001b]133;C;mcp=" + NONCE + "." + sequence + "\u0007";
    }

    private static String end(int sequence, int status) {
        return "\u001b]133;D;" + status + ";mcp=" + NONCE + "." + sequence + "\u0007";
    }

    private static String prompt(int sequence) {
        return String.format(PROMPT_START, sequence) + "user@host:~$ " + String.format(PROMPT_END, sequence)
                + "\u001b[?2004h";
    }

    /** A command from the first key to the next prompt. */
    private static String command(int sequence, String line, String output, int status) {
        return line + "\r\n\u001b[?2004l\r" + start(sequence) + output + end(sequence, status) + prompt(sequence);
    }

    private static String text(SessionStream stream) {
        TextSnapshot snapshot = stream.outputSnapshot();
        return snapshot.head() + snapshot.tail();
    }

    @Test
    void outputIsWhatStandsBetweenStartAndEnd() throws IOException {
        print(end(0, 0) + prompt(0));
        assertThat(stream.zone()).isEqualTo(Zone.EDITING);
        stream.beginOutput(true);
        print(command(1, "echo hi", "hi\r\n", 3));
        assertThat(text(stream)).isEqualTo("hi\n");
        SessionStream.Position position = stream.position();
        assertThat(position.started()).isEqualTo(1);
        assertThat(position.ended()).isEqualTo(1);
        assertThat(position.status()).isEqualTo(3);
        assertThat(position.prompts()).isEqualTo(2);
        assertThat(position.zone()).isEqualTo(Zone.EDITING);
        assertThat(stream.unreadBytes()).isEqualTo(4);
    }

    @Test
    void whatStartFilesPrintIsOutput() throws IOException {
        print("welcome\r\n");
        assertThat(stream.zone()).isEqualTo(Zone.STARTING);
        assertThat(text(stream)).isEqualTo("welcome\n");
    }

    @Test
    void whatABackgroundJobPrintsBeforeThePromptIsOutput() throws IOException {
        print(end(0, 0) + prompt(0) + "x\r\n\u001b[?2004l\r" + start(1) + "one\r\n" + end(1, 0));
        stream.consume(true);
        print(
                "\r\nfrom\r\n[1]+  Done                    sleep 1\r\n     | cat\r\nYou have new mail in /var/mail/me\r\nbe");
        print("hind\r\n(ins)" + prompt(1));
        assertThat(text(stream)).isEqualTo("from\nbehind\n");
        assertThat(stream.unreadBytes()).isEqualTo(12);
    }

    @Test
    void whatAHookPrintsBehindTheStartOfThePromptIsNone() throws IOException {
        print(end(0, 0) + prompt(0));
        print("x\r\n\u001b[?2004l\r" + start(1) + "one\r\n" + end(1, 0) + String.format(PROMPT_START, 1)
                + "took 3 s\r\n" + prompt(1));
        assertThat(text(stream)).isEqualTo("one\n");
    }

    @Test
    void zonesFollowTheMarkers() throws IOException {
        print(String.format(PROMPT_START, 0));
        assertThat(stream.zone()).isEqualTo(Zone.PROMPT);
        print("$ ");
        assertThat(stream.zone()).isEqualTo(Zone.PROMPT);
        print(String.format(PROMPT_END, 0));
        assertThat(stream.zone()).isEqualTo(Zone.EDITING);
        print(start(1));
        assertThat(stream.zone()).isEqualTo(Zone.RUNNING);
        print(end(1, 0));
        assertThat(stream.zone()).isEqualTo(Zone.PROMPT);
        assertThat(text(stream)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\u001b]133;D;0;mcp=0000000000000000.1\u0007",
                "\u001b]133;D;0\u0007",
                "\u001b]133;D;0;mcp=abcdef0123456789\u0007",
                "\u001b]133;D;256;mcp=abcdef0123456789.1\u0007",
                "\u001b]133;D;;mcp=abcdef0123456789.1\u0007",
                "\u001b]133;D;0;mcp=abcdef0123456789.1;x\u0007",
                "\u001b]133;D;0;mcp=abcdef012345678.1\u0007",
                "\u001b]133;D;0;mcp=abcdef0123456789.9999999999999999\u0007",
                "\u001b]134;D;0;mcp=abcdef0123456789.1\u0007",
                "\u001bP133;D;0;mcp=abcdef0123456789.1\u001b\\",
                "\u001b_133;D;0;mcp=abcdef0123456789.1\u001b\\",
                "\u001b]133;D;0;mcp=abcdef0123456789.1\u0018",
                "\u001b]133;A\u0007$ \u001b]133;B\u0007",
                "\u001b]133;C\u0007"
            })
    void aForgedOrForeignMarkerChangesNothing(String forged) throws IOException {
        print(prompt(0) + "run\r\n\u001b[?2004l" + start(1) + "before ");
        print(forged);
        assertThat(stream.zone()).isEqualTo(Zone.RUNNING);
        assertThat(stream.position().ended()).isZero();
        assertThat(stream.takeUnreportedStatus()).isNull();
        print("after" + end(1, 7) + prompt(1));
        assertThat(stream.position().status()).isEqualTo(7);
        assertThat(text(stream)).startsWith("before ").endsWith("after");
    }

    @Test
    void aSplitAtAnyByteTellsTheSame() throws Exception {
        byte[] bytes = (end(0, 0)
                        + prompt(0)
                        + command(1, "ls", "caf\u00e9 \u001b[31mred\u001b[0m\r\n10%\r20%\r\n", 0)
                        + command(2, "vi", "\u001b[?1049h\u001b[2J\u001b[HPAINT\u001b[?1049lleft\r\n", 130)
                        + command(3, "x", "\u001b]133;D;0;mcp=0000000000000000.3\u0007\ud83d\ude00\r\n", 1))
                .getBytes(StandardCharsets.UTF_8);
        writer.write(bytes);
        stream.catchUp(Long.MAX_VALUE);
        for (int split = 1; split < bytes.length; split++) {
            Path other = Files.createDirectory(folder.resolve("split" + split));
            SessionStream halves = stream(other);
            WrittenLog halfWriter = new WrittenLog(other).write(Arrays.copyOf(bytes, split));
            halves.catchUp(Long.MAX_VALUE);
            halfWriter.write(Arrays.copyOfRange(bytes, split, bytes.length));
            halves.catchUp(Long.MAX_VALUE);
            assertThat(halves.position()).as("split at %d", split).isEqualTo(stream.position());
            assertThat(text(halves)).isEqualTo(text(stream));
            assertThat(halves.lastFrame()).isEqualTo(stream.lastFrame());
            assertThat(halves.bracketedPaste()).isEqualTo(stream.bracketedPaste());
        }
    }

    @Test
    void aLineThatTheShellRejectsIsToldWithItsAnswer() throws IOException {
        print(end(0, 0) + prompt(0));
        stream.beginOutput(true);
        print("if )\r\n\u001b[?2004l\rbash: syntax error near `)'\r\n" + end(0, 2) + prompt(0));
        assertThat(stream.rejection()).contains("bash: syntax error near `)'").doesNotContain("if )");
        assertThat(stream.position().ends()).isEqualTo(2);
        assertThat(stream.position().started()).isZero();
        assertThat(text(stream)).isEmpty();
        stream.consume(true);
        assertThat(stream.rejection()).isEmpty();
    }

    @Test
    void whatTheBackgroundPrintsAtThePromptIsOutput() throws IOException {
        print(end(0, 0) + prompt(0));
        stream.consume(true);
        print("job done\r\n");
        Awaitility.await().atMost(Duration.ofSeconds(5)).untilAsserted(() -> {
            stream.catchUp(Long.MAX_VALUE);
            assertThat(text(stream)).isEqualTo("job done\n");
        });
        stream.consume(true);
        assertThat(text(stream)).isEmpty();
        print("hal");
        assertThat(stream.editingText()).isEqualTo("hal");
        assertThat(text(stream)).isEmpty();
    }

    @Test
    void aLineOfTheBackgroundInTheReadThatEndsACommandIsNotLostWithItsResult() throws IOException {
        print(end(0, 0) + prompt(0));
        stream.beginOutput(true);
        print(command(1, "a &", "", 0) + "job done\r\n");
        assertThat(stream.unreadBytes()).isEqualTo("job done\n".length());
        stream.consume(false);
        assertThat(stream.hasUnread()).isTrue();
        Awaitility.await().atMost(Duration.ofSeconds(5)).untilAsserted(() -> {
            stream.catchUp(Long.MAX_VALUE);
            assertThat(text(stream)).isEqualTo("job done\n");
        });
    }

    @Test
    void whatIsPaintedOnTheAlternateScreenIsNoOutput() throws Exception {
        print(prompt(0) + "vi\r\n\u001b[?2004l" + start(1) + "before\r\n\u001b[?1049h\u001b[2J\u001b[5;5HPAINTED");
        assertThat(stream.fullScreenActive()).isTrue();
        assertThat(stream.liveScreen()).contains("PAINTED");
        assertThat(text(stream)).isEqualTo("before\n");
        print("\u001b[?1049lafter\r\n" + end(1, 0) + prompt(1));
        assertThat(stream.fullScreenActive()).isFalse();
        assertThat(stream.lastFrame()).contains("PAINTED");
        assertThat(text(stream)).isEqualTo("before\nafter\n");
    }

    @Test
    void aProgramThatDiesOnTheAlternateScreenDoesNotHideTheNextOnesOutput() throws IOException {
        print(prompt(0) + "vi\r\n\u001b[?2004l" + start(1) + "\u001b[?1049hPAINTED" + end(1, 137) + prompt(1));
        stream.beginOutput(true);
        print(command(2, "echo", "seen\r\n", 0));
        assertThat(text(stream)).isEqualTo("seen\n");
    }

    @Test
    void severalCommandsInOneReadEachHaveTheirStatus() throws IOException {
        print(prompt(0) + command(1, "a", "1\r\n", 11) + command(2, "b", "2\r\n", 22) + command(3, "c", "3\r\n", 33));
        assertThat(stream.statusOf(1, -1)).isEqualTo(11);
        assertThat(stream.statusOf(2, -1)).isEqualTo(22);
        assertThat(stream.statusOf(3, -1)).isEqualTo(33);
        assertThat(stream.statusOf(4, -1)).isEqualTo(-1);
        assertThat(text(stream)).isEqualTo("1\n2\n3\n");
        assertThat(stream.takeUnreportedStatus()).isEqualTo(33);
        assertThat(stream.takeUnreportedStatus()).isNull();
    }

    @Test
    void anEndThatIsSaidAgainIsNoNewsOfACommand() throws IOException {
        print(prompt(0) + command(1, "a", "", 5));
        assertThat(stream.takeUnreportedStatus()).isEqualTo(5);
        print("\r\n" + end(1, 130) + prompt(1));
        assertThat(stream.takeUnreportedStatus()).isNull();
        assertThat(stream.statusOf(1, -1)).isEqualTo(5);
        assertThat(stream.position().ends()).isEqualTo(2);
    }

    @Test
    void outputGoesOnWhereTheLastReaderStopped() throws IOException {
        print(prompt(0) + "x\r\n\u001b[?2004l" + start(1) + "one\r\npro");
        assertThat(text(stream)).isEqualTo("one\npro");
        stream.consume(true);
        assertThat(stream.hasUnread()).isFalse();
        assertThat(stream.unreadBytes()).isZero();
        print("gress\r\n");
        assertThat(text(stream)).isEqualTo("gress\n");
        assertThat(stream.hasUnread()).isTrue();
        stream.consume(true);
        print("70%\r");
        stream.consume(true);
        print("80%\r\n");
        assertThat(text(stream)).contains("80%");
    }

    @Test
    void anEchoBeforeTheStartIsNotPartOfFreshOutput() throws IOException {
        stream.beginOutput(true);
        print("echo of a line typed while starting\r\n" + start(1) + "out\r\n" + end(1, 0));
        assertThat(text(stream)).isEqualTo("out\n");
    }

    @Test
    void bracketedPasteFollowsWhoReads() throws IOException {
        assertThat(stream.bracketedPaste()).isFalse();
        print(prompt(0));
        assertThat(stream.bracketedPaste()).isTrue();
        print("\u001b[?2004l");
        assertThat(stream.bracketedPaste()).isFalse();
        print("\u001b[?2004;1h\u001b[2004h");
        assertThat(stream.position().pasteModeChanges()).isGreaterThanOrEqualTo(2);
    }

    @Test
    void aFloodIsCutInTheMiddleAndTheLogKeepsItsBound() throws IOException {
        writer.write(prompt(0) + "x\r\n\u001b[?2004l" + start(1));
        for (int i = 0; i < 30; i++) {
            writer.write("y\r\n".repeat(50_000));
            assertThat(stream.catchUp(Long.MAX_VALUE)).isTrue();
        }
        print("last\r\n" + end(1, 0) + prompt(1));
        TextSnapshot snapshot = stream.outputSnapshot();
        assertThat(snapshot.droppedChars())
                .isEqualTo(30 * 50_000 * 2
                        + 5
                        - snapshot.head().length()
                        - snapshot.tail().length());
        assertThat(snapshot.tail()).endsWith("y\nlast\n");
        assertThat(stream.position().status()).isZero();
        try (var files = Files.list(folder)) {
            assertThat(files.mapToLong(file -> file.toFile().length()).sum()).isLessThan(2 * WrittenLog.BOUND);
        }
    }

    @Test
    void catchingUpStopsAtItsLimit() throws IOException {
        writer.write(start(1) + "y".repeat(1_000_000));
        assertThat(stream.catchUp(100_000)).isFalse();
        assertThat(stream.position().offset()).isLessThan(300_000);
        assertThat(stream.catchUp(Long.MAX_VALUE)).isTrue();
    }
}
