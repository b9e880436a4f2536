package io.github.tmuxmcp.libtmux.inspect;

import io.github.tmuxmcp.libtmux.service.CapabilityRow;
import io.github.tmuxmcp.libtmux.service.CapabilityRow.OutputClass;
import io.github.tmuxmcp.libtmux.service.Declaration;
import io.github.tmuxmcp.libtmux.service.PaneView;
import io.github.tmuxmcp.tool.Dashed;
import io.github.tmuxmcp.tool.Doc;

/** {@code find_pane_by_position}: the pane at a corner of a window. */
final class FindPaneByPosition {
    @Dashed
    enum Corner {
        TOP_LEFT,
        TOP_RIGHT,
        BOTTOM_LEFT,
        BOTTOM_RIGHT
    }

    record Input(@Doc("Window id (@1)") String window, Corner corner) {}

    static final Declaration<Input, PaneView> DECLARATION = new Declaration<>(
            "find_pane_by_position",
            "Find a pane by its place",
            "Find the pane that touches a corner of a window.",
            CapabilityRow.inspect(OutputClass.TMUX_METADATA),
            Input.class,
            PaneView.class);

    private FindPaneByPosition() {}
}
