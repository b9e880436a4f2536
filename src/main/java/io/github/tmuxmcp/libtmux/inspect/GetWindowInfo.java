package io.github.tmuxmcp.libtmux.inspect;

import io.github.tmuxmcp.libtmux.service.CapabilityRow;
import io.github.tmuxmcp.libtmux.service.CapabilityRow.OutputClass;
import io.github.tmuxmcp.libtmux.service.Declaration;
import io.github.tmuxmcp.tool.Doc;

/** {@code get_window_info}: one window. */
final class GetWindowInfo {
    record Input(@Doc("Window id (@1)") String window) {}

    /**
     * The window.
     *
     * @param width in cells
     * @param height in cells
     * @param layout as select_layout takes it
     * @param zoomed whether its active pane fills it
     */
    record Output(
            String id,
            String sessionId,
            int index,
            String name,
            int panes,
            boolean active,
            boolean linked,
            int width,
            int height,
            String layout,
            boolean zoomed) {}

    static final Declaration<Input, Output> DECLARATION = new Declaration<>(
            "get_window_info",
            "Window",
            "Show one window with its size and layout.",
            CapabilityRow.inspect(OutputClass.TMUX_METADATA),
            Input.class,
            Output.class);

    private GetWindowInfo() {}
}
