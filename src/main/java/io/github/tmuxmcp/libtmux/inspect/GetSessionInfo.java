package io.github.tmuxmcp.libtmux.inspect;

import io.github.tmuxmcp.libtmux.service.CapabilityRow;
import io.github.tmuxmcp.libtmux.service.CapabilityRow.OutputClass;
import io.github.tmuxmcp.libtmux.service.Declaration;
import io.github.tmuxmcp.libtmux.service.SessionView;
import io.github.tmuxmcp.tool.Doc;

/** {@code get_session_info}: one session. */
final class GetSessionInfo {
    record Input(@Doc("Session id ($1) or exact name") String session) {}

    static final Declaration<Input, SessionView> DECLARATION = new Declaration<>(
            "get_session_info",
            "Session",
            "Show one session.",
            CapabilityRow.inspect(OutputClass.TMUX_METADATA),
            Input.class,
            SessionView.class);

    private GetSessionInfo() {}
}
