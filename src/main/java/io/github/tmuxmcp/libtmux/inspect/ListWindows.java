package io.github.tmuxmcp.libtmux.inspect;

import io.github.tmuxmcp.libtmux.service.CapabilityRow;
import io.github.tmuxmcp.libtmux.service.CapabilityRow.OutputClass;
import io.github.tmuxmcp.libtmux.service.Declaration;
import io.github.tmuxmcp.libtmux.service.WindowView;
import java.util.List;

/** {@code list_windows}: the windows of all sessions. */
final class ListWindows {
    record Input() {}

    record Output(List<WindowView> windows) {}

    static final Declaration<Input, Output> DECLARATION = new Declaration<>(
            "list_windows",
            "List windows",
            "List the windows of all sessions, a row for each session that holds one.",
            CapabilityRow.inspect(OutputClass.TMUX_METADATA),
            Input.class,
            Output.class);

    private ListWindows() {}
}
