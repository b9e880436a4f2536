package io.github.tmuxmcp.libtmux.inspect;

import io.github.tmuxmcp.libtmux.service.CapabilityRow;
import io.github.tmuxmcp.libtmux.service.CapabilityRow.OutputClass;
import io.github.tmuxmcp.libtmux.service.Declaration;
import io.github.tmuxmcp.libtmux.service.LastRun;
import io.github.tmuxmcp.libtmux.service.PaneView;
import io.github.tmuxmcp.tool.Default;
import io.github.tmuxmcp.tool.Doc;
import io.github.tmuxmcp.tool.Range;
import org.jspecify.annotations.Nullable;

/** {@code snapshot_pane}: a pane's state and text. */
final class SnapshotPane {
    record Input(
            @Doc("Pane id (%1)") String pane,

            @Doc("Newest lines kept; default 2000") @Range(min = 0) @Nullable
            Long maxLines,

            @Doc("Newest bytes kept; default 100000") @Range(min = 0) @Nullable
            Long maxBytes,

            @Doc("With the scrollback; default false") @Default("false")
            Boolean history,

            @Doc("Keep colours as SGR sequences; default false") @Default("false")
            Boolean styled) {}

    /**
     * The pane.
     *
     * @param width in cells
     * @param height in cells
     * @param cursorX column from 0; null when tmux cannot tell
     * @param cursorY row from 0; null when tmux cannot tell
     * @param mode such as {@code copy-mode}; null when it is in none
     * @param scrollPosition rows that the mode is scrolled back; null when it is in none
     * @param lines rows in the content
     * @param dropped older rows left out
     * @param droppedBytes their bytes
     * @param alternateOn whether a full-screen program draws it
     * @param exitStatus of a dead pane's process; null while it runs, and when a signal ended it
     */
    record Output(
            PaneView pane,
            int width,
            int height,
            @Nullable Integer cursorX,
            @Nullable Integer cursorY,
            boolean inMode,
            @Nullable String mode,
            @Nullable Integer scrollPosition,
            boolean dead,
            String content,
            int lines,
            long dropped,
            long droppedBytes,
            boolean alternateOn,
            String title,
            @Nullable Long pid,
            @Nullable String tty,
            @Nullable Integer exitStatus,
            @Nullable LastRun lastRun) {}

    static final Declaration<Input, Output> DECLARATION = new Declaration<>(
            "snapshot_pane",
            "Look at a pane",
            "Look at a pane: its text with cursor, size, title, mode, and whether it is dead or a full-screen program draws it. Start here when a pane "
                    + "behaves oddly.",
            CapabilityRow.inspect(OutputClass.TMUX_METADATA, OutputClass.TERMINAL_CONTENT)
                    .alwaysLoaded(),
            Input.class,
            Output.class);

    private SnapshotPane() {}
}
