package io.github.tmuxmcp.libtmux.inspect;

import io.github.tmuxmcp.libtmux.service.CapabilityRow;
import io.github.tmuxmcp.libtmux.service.CapabilityRow.OutputClass;
import io.github.tmuxmcp.libtmux.service.Declaration;
import io.github.tmuxmcp.libtmux.service.LastRun;
import io.github.tmuxmcp.libtmux.service.PaneView;
import io.github.tmuxmcp.tool.Doc;
import org.jspecify.annotations.Nullable;

/** {@code get_pane_info}: one pane, without its content. */
final class GetPaneInfo {
    record Input(@Doc("Pane id (%1)") String pane) {}

    /**
     * The pane.
     *
     * @param pid of its first process; null when it is dead
     * @param tty its terminal
     * @param width in cells
     * @param height in cells
     * @param alternateOn whether a full-screen program draws it
     * @param mode what is in the way of input, such as {@code copy-mode}
     * @param exitStatus of a dead pane's process; null while it runs, and when a signal ended it
     */
    record Output(
            String id,
            String windowId,
            String sessionId,
            @Nullable String command,
            @Nullable String path,
            boolean active,
            PaneView.Relation caller,
            String title,
            @Nullable Long pid,
            @Nullable String tty,
            int width,
            int height,
            boolean alternateOn,
            @Nullable String mode,
            boolean dead,
            @Nullable Integer exitStatus,
            @Nullable LastRun lastRun) {}

    static final Declaration<Input, Output> DECLARATION = new Declaration<>(
            "get_pane_info",
            "Pane",
            "Show one pane without its content: program, folder, title, size, process, whether it is dead and with which status. snapshot_pane has the "
                    + "content as well.",
            CapabilityRow.inspect(OutputClass.TMUX_METADATA),
            Input.class,
            Output.class);

    private GetPaneInfo() {}
}
