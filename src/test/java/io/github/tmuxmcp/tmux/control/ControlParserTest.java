package io.github.tmuxmcp.tmux.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ControlParserTest {
    @Test
    void aBlockIsItsLines() {
        ControlEvent.Block block = block("%begin 1700000000 7 1\none\n\nthree\n%end 1700000000 7 1\n");

        assertThat(block.ok()).isTrue();
        assertThat(block.number()).isEqualTo(7);
        assertThat(block.flags()).isEqualTo(1);
        assertThat(text(block)).containsExactly("one", "", "three");
    }

    @Test
    void anErrorIsABlockThatIsNotOk() {
        ControlEvent.Block block = block("%begin 1 2 1\nparse error\n%error 1 2 1\n");

        assertThat(block.ok()).isFalse();
        assertThat(text(block)).containsExactly("parse error");
    }

    @Test
    void aForgedEndLineStaysInsideItsBlock() {
        ControlEvent.Block block = block(
                "%begin 1 2 1\n%end 1 3 1\n%end 1 2 0\n%end 1 2 1 \n%end\n%error 2 2 1\n%begin 1 2 1\n%exit\n%output %0 x\n%end 1 2 1\n");

        assertThat(text(block))
                .containsExactly(
                        "%end 1 3 1",
                        "%end 1 2 0", "%end 1 2 1 ", "%end", "%error 2 2 1", "%begin 1 2 1", "%exit", "%output %0 x");
    }

    @Test
    void notificationsStandBetweenBlocks() {
        assertThat(parse("%window-add @1\n%begin 1 2 0\n%end 1 2 0\n%sessions-changed\n%session-changed $1 a name\n"))
                .extracting(Object::toString)
                .containsExactly(
                        "Notification[window-add]",
                        "Block[2, flags=0, ok=true, lines=0]",
                        "Notification[sessions-changed]",
                        "Notification[session-changed]");
    }

    @Test
    void outputIsDecodedIntoBytes() {
        byte[] line = "%output %12 a\\015\\012\\134\\000\\9\\08\\377x\\".getBytes(StandardCharsets.ISO_8859_1);
        byte[] bytes = new byte[line.length + 3];
        System.arraycopy(line, 0, bytes, 0, line.length);
        bytes[line.length] = (byte) 0xff;
        bytes[line.length + 1] = (byte) 0xc3;
        bytes[line.length + 2] = '\n';

        ControlEvent.Output output =
                (ControlEvent.Output) parse(bytes, bytes.length).get(0);

        assertThat(output.pane().value()).isEqualTo("%12");
        assertThat(new String(output.data(), StandardCharsets.ISO_8859_1))
                .isEqualTo("a\r\n\\\0\\9\\08\u00ffx\\\u00ff\u00c3");
    }

    @Test
    void extendedOutputHasAnAgeAndMayHaveFieldsThatWeDoNotKnow() {
        List<ControlEvent> events = parse("%extended-output %3 1234 : a : b\n%extended-output %3 5 new field : x\n");

        assertThat(events).allSatisfy(event -> assertThat(event).isInstanceOf(ControlEvent.Output.class));
        assertThat(((ControlEvent.Output) events.get(0)).data()).isEqualTo("a : b".getBytes(StandardCharsets.US_ASCII));
        assertThat(((ControlEvent.Output) events.get(0)).ageMillis()).isEqualTo(1234);
        assertThat(((ControlEvent.Output) events.get(1)).data()).isEqualTo("x".getBytes(StandardCharsets.US_ASCII));
    }

    @Test
    void anExitMayHaveAReason() {
        assertThat(parse("%exit\n%exit server exited unexpectedly\n"))
                .containsExactly(new ControlEvent.Exit(null), new ControlEvent.Exit("server exited unexpectedly"));
    }

    @Test
    void linesThatAreNotOfTheProtocolAreText() {
        assertThat(parse("error connecting\n\n%\n%Begin\n%exited\n%begin 1 x 1\n%begin 1 2\n%output x\n"))
                .extracting(event -> event.getClass().getSimpleName())
                .containsExactly(
                        "Text", "Text", "Text", "Text", "Notification", "Notification", "Notification", "Notification");
    }

    @Test
    void aLastLineWithoutItsEndCountsOutsideABlockOnly() {
        assertThat(parse("no server")).containsExactly(new ControlEvent.Text("no server"));
        assertThat(parse("%begin 1 2 1\nhalf")).isEmpty();
    }

    @Test
    void aBodyOverItsBoundIsCutAndCounted() {
        ControlParser parser = new ControlParser(100);
        List<ControlEvent> events = new ArrayList<>();
        byte[] bytes = ("%begin 1 2 1\n" + "x".repeat(250) + "\n" + "y\n".repeat(10) + "%end 1 2 1\n")
                .getBytes(StandardCharsets.US_ASCII);

        parser.feed(bytes, 0, bytes.length, events::add);

        ControlEvent.Block block = (ControlEvent.Block) events.get(0);
        assertThat(block.cutBytes()).isEqualTo(150 + 101);
        assertThat(block.lines()).hasSize(10);
    }

    @Test
    void theCutIntoPiecesDoesNotMatter() {
        byte[] bytes = "%begin 1 2 1\nb\u00e9\n%end 1 2 1\n%output %0 \\015x\n%exit\n".getBytes(StandardCharsets.UTF_8);

        for (int size = 1; size < bytes.length; size++) {
            assertThat(parse(bytes, size).toString())
                    .isEqualTo(parse(bytes, bytes.length).toString());
        }
    }

    private static ControlEvent.Block block(String text) {
        List<ControlEvent> events = parse(text);
        assertThat(events).hasSize(1);
        return (ControlEvent.Block) events.get(0);
    }

    private static List<String> text(ControlEvent.Block block) {
        return block.lines().stream()
                .map(line -> new String(line, StandardCharsets.UTF_8))
                .toList();
    }

    private static List<ControlEvent> parse(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return parse(bytes, bytes.length);
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
