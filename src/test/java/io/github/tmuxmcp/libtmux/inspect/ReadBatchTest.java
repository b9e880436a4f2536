package io.github.tmuxmcp.libtmux.inspect;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tmuxmcp.libtmux.JsonSchema;
import io.github.tmuxmcp.libtmux.LibtmuxContract;
import io.github.tmuxmcp.libtmux.LibtmuxSurface;
import io.github.tmuxmcp.libtmux.inspect.CallReadToolsBatch.Input;
import io.github.tmuxmcp.libtmux.inspect.CallReadToolsBatch.OnError;
import io.github.tmuxmcp.libtmux.inspect.CallReadToolsBatch.Operation;
import io.github.tmuxmcp.libtmux.inspect.CallReadToolsBatch.Output;
import io.github.tmuxmcp.libtmux.inspect.CallReadToolsBatch.Row;
import io.github.tmuxmcp.libtmux.service.Connection;
import io.github.tmuxmcp.libtmux.service.ErrorKind;
import io.github.tmuxmcp.libtmux.service.NestedCalls;
import io.github.tmuxmcp.tool.AnswerRoom;
import io.github.tmuxmcp.tool.Call;
import io.github.tmuxmcp.tool.Client;
import io.github.tmuxmcp.tool.Json;
import io.github.tmuxmcp.tool.Selection;
import io.github.tmuxmcp.tool.Tool;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The batch over three tools: one whose answer is as long as it is told, one with as many rows, and one that fails. */
final class ReadBatchTest {
    private static final List<Tool<Object, ?, ?>> TOOLS = List.of(
            CallReadToolsBatch.DECLARATION.by((services, input, call) -> {
                throw new IllegalStateException("not called");
            }),
            CapturePane.DECLARATION.by((services, input, call) -> capture(input)),
            ListSessions.DECLARATION.by((services, input, call) -> new ListSessions.Output(List.of())),
            ShowHooks.DECLARATION.by((services, input, call) -> hooks(Integer.parseInt(input.session()))),
            ShowOption.DECLARATION.by((services, input, call) -> {
                throw ErrorKind.OBJECT_GONE.failure("no pane %9");
            }));

    private static CapturePane.Output capture(CapturePane.Input input) {
        String text = input.pane().repeat(input.end());
        return new CapturePane.Output("%1", text + "the end", 1, CapturePane.Marks.NOT_ASKED, 0, 0);
    }

    private static ShowHooks.Output hooks(int count) {
        List<ShowHooks.Hook> hooks = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            hooks.add(new ShowHooks.Hook("hook-" + i, i, "display-message \"x\""));
        }
        return new ShowHooks.Output(hooks);
    }

    private static Operation text(String unit, long times) {
        return new Operation("capture_pane", Map.of("pane", unit, "end", times));
    }

    private static Operation rows(int count) {
        return new Operation("show_hooks", Map.of("session", "" + count));
    }

    private static final Operation FAILS = new Operation("show_option", Map.of("name", "status"));
    private static final Operation NONE = new Operation("list_sessions", null);

    private static NestedCalls nested(Set<String> excluded) {
        LibtmuxSurface<Object> surface = new LibtmuxSurface<>(
                TOOLS,
                new Selection.Request(Set.of(), Set.of("call_read_tools_batch"), excluded),
                new Connection("name:x", Connection.Provenance.UNKNOWN, "tmux", "/tmp/x"),
                List.of());
        return surface.nested(new Object(), new AnswerRoom());
    }

    private static Output run(OnError onError, Operation... operations) throws InterruptedException {
        return run(onError, 1, operations);
    }

    private static Output run(OnError onError, int idBytes, Operation... operations) throws InterruptedException {
        return ReadBatch.run(nested(Set.of()), new Input(List.of(operations), onError), new CallWithId(idBytes));
    }

    private record CallWithId(int idBytes) implements Call {
        @Override
        public Client client() {
            return Client.UNKNOWN;
        }

        @Override
        public boolean wantsProgress() {
            return false;
        }

        @Override
        public void progress(double progress, String message) {
            // Nobody listens.
        }
    }

    /** The line that the answer becomes, as long as it can be. */
    private static int lineBytes(Output output, int idBytes) {
        String json = Json.ofRecord(output);
        String line =
                "{\"jsonrpc\":\"2.0\",\"id\":,\"result\":{\"resultType\":\"complete\",\"content\":[{\"type\":\"text\",\"text\":"
                        + Json.compact(json) + "}],\"structuredContent\":" + json + ",\"isError\":false}}\n";
        return line.getBytes(UTF_8).length + idBytes;
    }

    private static Map<String, Object> result(Row row) {
        return JsonSchema.map(row.result());
    }

    private static Map<String, Object> structured(Row row) {
        return JsonSchema.map(result(row).get("structuredContent"));
    }

    private static String textOf(Row row) {
        return (String)
                JsonSchema.map(((List<?>) result(row).get("content")).get(0)).get("text");
    }

    private static void expectValid(Output output) {
        assertThat(JsonSchema.faults(
                        LibtmuxContract.tool("call_read_tools_batch").output(), Json.parse(Json.ofRecord(output))))
                .isEmpty();
        for (Row row : output.results()) {
            if (row.result() != null && row.success()) {
                assertThat(JsonSchema.faults(LibtmuxContract.tool(row.tool()).output(), structured(row)))
                        .isEmpty();
                assertThat(Json.parse(textOf(row))).isEqualTo(Json.parse(Json.compact(structured(row))));
            }
        }
    }

    @Test
    void eachRowHasTheWholeResultOfItsTool() throws InterruptedException {
        Output output = run(OnError.STOP, NONE, text("x", 2));
        assertThat(output.succeeded()).isEqualTo(2);
        assertThat(output.stoppedAt()).isNull();
        assertThat(output.truncated()).isFalse();
        assertThat(Json.compact(result(output.results().get(0))))
                .isEqualTo(
                        "{\"resultType\":\"complete\",\"content\":[{\"type\":\"text\",\"text\":\"{\\\"sessions\\\":[]}\"}],"
                                + "\"structuredContent\":{\"sessions\":[]},\"isError\":false}");
        assertThat(structured(output.results().get(1))).containsEntry("text", "xxthe end");
        expectValid(output);
    }

    @Test
    void aFailureStopsTheBatchUnlessItIsToGoOn() throws InterruptedException {
        Output stopped = run(OnError.STOP, NONE, FAILS, NONE);
        assertThat(stopped.results()).hasSize(2);
        assertThat(stopped.stoppedAt()).isEqualTo(1);
        assertThat(stopped.failed()).isEqualTo(1);
        Output all = run(OnError.CONTINUE, NONE, FAILS, NONE);
        assertThat(all.results()).extracting(Row::success).containsExactly(true, false, true);
        assertThat(all.stoppedAt()).isNull();
        Row failed = all.results().get(1);
        assertThat(result(failed)).containsEntry("isError", true).doesNotContainKey("structuredContent");
        assertThat(textOf(failed)).contains("\"kind\":\"object_gone\"");
        assertThat(JsonSchema.map(result(failed).get("_meta"))).containsKey("tmux-mcp/error");
        assertThat(failed.error()).isNull();
        expectValid(all);
    }

    @ParameterizedTest
    @ValueSource(strings = {"call_read_tools_batch", "wait_for_text", "kill_pane", "no such tool", ""})
    void whatMayNotBeNestedIsNotCalled(String tool) throws InterruptedException {
        Output output = run(OnError.CONTINUE, new Operation(tool, Map.of()), NONE);
        Row refused = output.results().get(0);
        assertThat(refused.success()).isFalse();
        assertThat(refused.result()).isNull();
        assertThat(refused.error().code()).isEqualTo(-32602);
        assertThat(refused.error().data()).isEqualTo(ErrorKind.INVALID_INPUT.data());
        assertThat(output.succeeded()).isEqualTo(1);
        expectValid(output);
    }

    @Test
    void whatIsExcludedMayNotBeNested() throws InterruptedException {
        Output output = ReadBatch.run(
                nested(Set.of("list_sessions")), new Input(List.of(NONE), OnError.STOP), new CallWithId(1));
        assertThat(output.results().get(0).error()).isNotNull();
    }

    @Test
    void wrongArgumentsAreAFailureOfTheirRow() throws InterruptedException {
        Output output = run(OnError.STOP, new Operation("capture_pane", Map.of("pane", 5L)));
        assertThat(textOf(output.results().get(0))).contains("\"kind\":\"invalid_input\"");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 512 << 10})
    void theWholeLineFitsWhateverItsId(int idBytes) throws InterruptedException {
        Output output = run(
                OnError.CONTINUE,
                idBytes,
                text("\"\\\u2603\n", 100_000),
                NONE,
                rows(20_000),
                text("\ud83d\ude00", 60_001),
                text("small", 10));
        assertThat(lineBytes(output, idBytes)).isBetween(700_000, ReadBatch.MOST_LINE_BYTES);
        assertThat(output.results()).hasSize(5);
        assertThat(output.results()).extracting(Row::resultTruncated).containsExactly(true, false, true, true, false);
        assertThat(output.truncated()).isTrue();
        assertThat(output.truncatedBytes()).isGreaterThan(1_000_000);
        expectValid(output);
    }

    @Test
    void aCutTextKeepsItsEndAndACutListItsBeginning() throws InterruptedException {
        Output output = run(OnError.STOP, text("\ud83d\ude00", 200_000), rows(30_000));
        String text = (String) structured(output.results().get(0)).get("text");
        assertThat(text)
                .endsWith("\ud83d\ude00the end")
                .startsWith("\ud83d\ude00")
                .hasSizeGreaterThan(10_000);
        List<?> hooks = (List<?>) structured(output.results().get(1)).get("hooks");
        assertThat(hooks).hasSizeGreaterThan(500);
        assertThat(JsonSchema.map(hooks.get(0))).containsEntry("name", "hook-0");
    }

    @Test
    void sixteenLongAnswersShareTheRoom() throws InterruptedException {
        Output output =
                run(OnError.STOP, Collections.nCopies(16, text("x\n", 50_000)).toArray(Operation[]::new));
        assertThat(lineBytes(output, 1)).isBetween(900_000, ReadBatch.MOST_LINE_BYTES);
        assertThat(output.results())
                .allSatisfy(
                        row -> assertThat((String) structured(row).get("text")).hasSizeBetween(5_000, 20_000));
    }

    @Test
    void whatFitsIsNotTouched() throws InterruptedException {
        Output output = run(OnError.STOP, text("x", 240_000));
        assertThat(output.truncated()).isFalse();
        assertThat(lineBytes(output, 1)).isLessThanOrEqualTo(ReadBatch.MOST_LINE_BYTES);
        assertThat(run(OnError.STOP, text("x", 260_000)).truncated()).isTrue();
    }
}
