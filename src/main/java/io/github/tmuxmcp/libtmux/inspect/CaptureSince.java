package io.github.tmuxmcp.libtmux.inspect;

import io.github.tmuxmcp.libtmux.service.CapabilityRow;
import io.github.tmuxmcp.libtmux.service.CapabilityRow.OutputClass;
import io.github.tmuxmcp.libtmux.service.Declaration;
import io.github.tmuxmcp.tool.Doc;
import org.jspecify.annotations.Nullable;

/** {@code capture_since}: what a pane has printed since a cursor. */
final class CaptureSince {
    record Input(
            @Doc("Pane id (%1)") String pane,

            @Doc("From the last answer for this pane") @Nullable
            String cursor) {}

    /**
     * What is new.
     *
     * @param cursor for the next call
     * @param missed whether output between the two was lost; then the text is the screen
     * @param closed whether the pane is gone and nothing will follow
     * @param first whether the text is the screen because there was no cursor
     */
    record Output(String pane, String text, String cursor, boolean missed, boolean closed, boolean first) {}

    static final Declaration<Input, Output> DECLARATION = new Declaration<>(
            "capture_since",
            "Read what is new",
            "Read what a pane has printed since the cursor of the last answer. Without a cursor: the screen, and a cursor. missed says that output was "
                    + "lost in between.",
            CapabilityRow.inspect(OutputClass.TMUX_METADATA, OutputClass.TERMINAL_CONTENT),
            Input.class,
            Output.class);

    private CaptureSince() {}
}
