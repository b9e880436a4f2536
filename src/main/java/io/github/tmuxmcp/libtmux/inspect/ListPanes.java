package io.github.tmuxmcp.libtmux.inspect;

import io.github.tmuxmcp.libtmux.service.CapabilityRow;
import io.github.tmuxmcp.libtmux.service.CapabilityRow.OutputClass;
import io.github.tmuxmcp.libtmux.service.Declaration;
import io.github.tmuxmcp.libtmux.service.PaneView;
import java.util.List;

/** {@code list_panes}: the panes of all sessions. */
final class ListPanes {
    record Input() {}

    record Output(List<PaneView> panes) {}

    static final Declaration<Input, Output> DECLARATION = new Declaration<>(
            "list_panes",
            "List panes",
            "List the panes of all sessions with their program and folder. To search what they show use search_panes; caller \"self\" is the pane that "
                    + "this server runs in.",
            CapabilityRow.inspect(OutputClass.TMUX_METADATA).alwaysLoaded(),
            Input.class,
            Output.class);

    private ListPanes() {}
}
