package io.github.tmuxmcp.libtmux.inspect;

import io.github.tmuxmcp.libtmux.service.CapabilityRow;
import io.github.tmuxmcp.libtmux.service.CapabilityRow.OutputClass;
import io.github.tmuxmcp.libtmux.service.Declaration;
import io.github.tmuxmcp.tool.CamelCase;
import io.github.tmuxmcp.tool.Default;
import io.github.tmuxmcp.tool.Doc;
import io.github.tmuxmcp.tool.Items;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code call_read_tools_batch}: several inspect tools in one call. */
final class CallReadToolsBatch {
    /** What can be called through it: every inspect tool that does not wait, and not itself. */
    static final List<String> NESTED = List.of(
            "capture_pane",
            "capture_since",
            "find_pane_by_position",
            "get_pane_info",
            "get_server_info",
            "get_session_info",
            "get_tmux_variables",
            "get_window_info",
            "list_panes",
            "list_sessions",
            "list_windows",
            "search_panes",
            "show_environment",
            "show_hooks",
            "show_option",
            "snapshot_pane");

    static final int MOST_OPERATIONS = 16;

    /** What an operation that fails means for those after it. */
    enum OnError {
        STOP,
        CONTINUE
    }

    record Input(
            @Doc("1 to 16") @Items(min = 1, max = MOST_OPERATIONS)
            List<Operation> operations,

            @Doc("After a failure; default stop") @Default("stop")
            OnError onError) {}

    record Operation(String tool, @Nullable Map<String, Object> arguments) {}

    /**
     * All rows.
     *
     * @param stoppedAt the row whose failure ended the batch; null when none did
     * @param truncatedBytes bytes of JSON left out
     */
    @CamelCase
    record Output(
            List<Row> results,
            int succeeded,
            int failed,
            @Nullable Integer stoppedAt,
            boolean truncated,
            long truncatedBytes,
            OnError onError) {}

    /**
     * One operation.
     *
     * @param result what its tool answered, as {@code tools/call} has it; null when it was not called
     * @param error why it was not called
     */
    @CamelCase
    record Row(
            int index,
            String tool,
            boolean success,
            @Nullable Object result,
            boolean resultTruncated,
            @Nullable RowError error) {}

    record RowError(int code, String message, @Nullable Object data) {}

    static final Declaration<Input, Output> DECLARATION = new Declaration<>(
            "call_read_tools_batch",
            "Read several things",
            "Call up to 16 inspect tools in one go, one after another. Each row has the whole result of its tool; what does not fit into 1,000,000 bytes is "
                    + "truncated and counted.",
            CapabilityRow.inspect(
                            OutputClass.TMUX_METADATA,
                            OutputClass.TERMINAL_CONTENT,
                            OutputClass.PROCESS_ENVIRONMENT,
                            OutputClass.CONFIGURED_COMMAND)
                    .nesting(NESTED),
            Input.class,
            Output.class);

    private CallReadToolsBatch() {}
}
