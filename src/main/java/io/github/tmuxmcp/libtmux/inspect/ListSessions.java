package io.github.tmuxmcp.libtmux.inspect;

import io.github.tmuxmcp.libtmux.service.CapabilityRow;
import io.github.tmuxmcp.libtmux.service.CapabilityRow.OutputClass;
import io.github.tmuxmcp.libtmux.service.Declaration;
import io.github.tmuxmcp.libtmux.service.SessionView;
import java.util.List;

/** {@code list_sessions}: the sessions of the server. */
final class ListSessions {
    record Input() {}

    record Output(List<SessionView> sessions) {}

    static final Declaration<Input, Output> DECLARATION = new Declaration<>(
            "list_sessions",
            "List sessions",
            "List the sessions: id, name, number of windows, and whether a terminal shows it.",
            CapabilityRow.inspect(OutputClass.TMUX_METADATA),
            Input.class,
            Output.class);

    private ListSessions() {}
}
