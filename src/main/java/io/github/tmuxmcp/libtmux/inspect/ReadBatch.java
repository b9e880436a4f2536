package io.github.tmuxmcp.libtmux.inspect;

import io.github.tmuxmcp.libtmux.inspect.CallReadToolsBatch.Input;
import io.github.tmuxmcp.libtmux.inspect.CallReadToolsBatch.OnError;
import io.github.tmuxmcp.libtmux.inspect.CallReadToolsBatch.Operation;
import io.github.tmuxmcp.libtmux.inspect.CallReadToolsBatch.Output;
import io.github.tmuxmcp.libtmux.inspect.CallReadToolsBatch.Row;
import io.github.tmuxmcp.libtmux.inspect.CallReadToolsBatch.RowError;
import io.github.tmuxmcp.libtmux.service.ErrorKind;
import io.github.tmuxmcp.libtmux.service.NestedCalls;
import io.github.tmuxmcp.tool.Call;
import io.github.tmuxmcp.tool.Json;
import io.github.tmuxmcp.tool.ToolAnswer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What {@code call_read_tools_batch} does: one operation after another, and then room for all of them on one line. */
final class ReadBatch {
    /** Bytes of the whole line of the answer, its id and newline included. */
    static final int MOST_LINE_BYTES = 1_000_000;

    /** What stands around the id, the text and the structured content. */
    private static final int ENVELOPE_BYTES = 200;

    private static final int SHOWN_NAME = 100;

    private ReadBatch() {}

    /**
     * Runs the operations.
     *
     * @throws InterruptedException when the call was cancelled
     */
    static Output run(NestedCalls nested, Input input, Call call) throws InterruptedException {
        List<Row> rows = new ArrayList<>();
        Integer stoppedAt = null;
        for (Operation operation : input.operations()) {
            Row row = row(rows.size(), operation, nested, call);
            rows.add(row);
            if (!row.success() && input.onError() == OnError.STOP) {
                stoppedAt = row.index();
                break;
            }
        }
        return fit(output(rows, stoppedAt, 0, input.onError()), MOST_LINE_BYTES - ENVELOPE_BYTES - call.idBytes());
    }

    private static Output output(List<Row> rows, @Nullable Integer stoppedAt, long truncatedBytes, OnError onError) {
        int succeeded = (int) rows.stream().filter(Row::success).count();
        return new Output(
                List.copyOf(rows),
                succeeded,
                rows.size() - succeeded,
                stoppedAt,
                truncatedBytes > 0,
                truncatedBytes,
                onError);
    }

    private static Row row(int index, Operation operation, NestedCalls nested, Call call) throws InterruptedException {
        String tool = operation.tool();
        if (!nested.offers(tool)) {
            String shown = tool.length() <= SHOWN_NAME ? tool : tool.substring(0, SHOWN_NAME) + "…";
            return new Row(index, shown, false, null, false, notOffered(shown));
        }
        Map<String, Object> arguments = operation.arguments() == null ? Map.of() : operation.arguments();
        ToolAnswer answer = nested.call(tool, arguments, call);
        return new Row(index, tool, !answer.isError(), result(answer), false, null);
    }

    private static RowError notOffered(String tool) {
        return new RowError(
                ErrorKind.INVALID_INPUT.code(),
                tool + " cannot be called in a batch here; the schema of operations names what can",
                ErrorKind.INVALID_INPUT.data());
    }

    /** The whole result of a tool, as {@code tools/call} has it. */
    private static Map<String, Object> result(ToolAnswer answer) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("resultType", "complete");
        result.put("content", List.of(textBlock(answer.text())));
        Object structured = answer.structured() ? Json.parse(answer.text()) : null;
        if (structured != null) {
            result.put("structuredContent", structured);
        }
        result.put("isError", answer.isError());
        if (!answer.meta().isEmpty()) {
            result.put("_meta", answer.meta());
        }
        return result;
    }

    static Map<String, Object> textBlock(String text) {
        Map<String, Object> block = new LinkedHashMap<>();
        block.put("type", "text");
        block.put("text", text);
        return block;
    }

    /** Cuts the largest results down to one size until all fit; each row stays. */
    private static Output fit(Output whole, long room) {
        if (LineCost.of(Json.ofRecord(whole)) <= room) {
            return whole;
        }
        List<Row> bare = whole.results().stream().map(row -> with(row, null)).toList();
        long left = room - LineCost.of(Json.ofRecord(output(bare, whole.stoppedAt(), Long.MAX_VALUE, whole.onError())));
        List<Long> costs = whole.results().stream()
                .map(row -> LineCost.ofValue(row.result()))
                .toList();
        long share = LineCost.share(costs, left);
        List<Row> rows = new ArrayList<>();
        long truncated = 0;
        for (Row row : whole.results()) {
            Object kept = row.result() == null ? null : TrimmedResult.of(row.result(), share);
            truncated += bytes(row.result()) - bytes(kept);
            rows.add(kept == row.result() ? row : with(row, kept));
        }
        return output(rows, whole.stoppedAt(), truncated, whole.onError());
    }

    private static long bytes(@Nullable Object result) {
        return result == null ? 0 : LineCost.utf8Bytes(Json.compact(result));
    }

    private static Row with(Row row, @Nullable Object result) {
        return new Row(row.index(), row.tool(), row.success(), result, true, row.error());
    }
}
