package io.github.tmuxmcp.libtmux.inspect;

import io.github.tmuxmcp.libtmux.service.CapabilityRow;
import io.github.tmuxmcp.libtmux.service.CapabilityRow.OutputClass;
import io.github.tmuxmcp.libtmux.service.Declaration;
import io.github.tmuxmcp.tool.Default;
import io.github.tmuxmcp.tool.Doc;
import io.github.tmuxmcp.tool.Range;
import org.jspecify.annotations.Nullable;

/** {@code capture_pane}: the text of a pane. */
final class CapturePane {
    /** Whether the last command could be told from the rest. */
    enum Marks {
        PRESENT,
        ABSENT,
        UNSUPPORTED,
        NOT_ASKED
    }

    record Input(
            @Doc("Pane id (%1)") String pane,

            @Doc("With the scrollback; default false") @Default("false")
            Boolean history,

            @Doc("Only the last command's output (tmux 3.7, a shell that marks prompts); default false")
            @Default("false")
            Boolean lastCommand,

            @Doc("First row: 0 is the top of the screen, negative is scrollback") @Nullable
            Integer start,

            @Doc("Last row") @Nullable Integer end,

            @Doc("Newest lines kept; default 2000") @Range(min = 0) @Nullable
            Long maxLines,

            @Doc("Newest bytes kept; default 100000") @Range(min = 0) @Nullable
            Long maxBytes,

            @Doc("Keep colours as SGR sequences; default false") @Default("false")
            Boolean styled) {}

    /**
     * The text.
     *
     * @param lines rows in it
     * @param dropped older rows left out
     * @param droppedBytes their bytes
     */
    record Output(String pane, String text, int lines, Marks marks, long dropped, long droppedBytes) {}

    static final Declaration<Input, Output> DECLARATION = new Declaration<>(
            "capture_pane",
            "Read a pane",
            "Read the text that a pane shows, or its scrollback. snapshot_pane adds the cursor and the state of the pane, capture_since only what is "
                    + "new.",
            CapabilityRow.inspect(OutputClass.TMUX_METADATA, OutputClass.TERMINAL_CONTENT),
            Input.class,
            Output.class);

    private CapturePane() {}
}
