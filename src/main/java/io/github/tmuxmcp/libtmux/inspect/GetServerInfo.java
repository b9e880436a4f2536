package io.github.tmuxmcp.libtmux.inspect;

import io.github.tmuxmcp.libtmux.service.CapabilityRow;
import io.github.tmuxmcp.libtmux.service.CapabilityRow.OutputClass;
import io.github.tmuxmcp.libtmux.service.Declaration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code get_server_info}: sessions, windows and panes as a tree. */
final class GetServerInfo {
    record Input() {}

    /**
     * The tree.
     *
     * @param version of tmux
     * @param pid of the tmux server
     * @param callerKnown whether this process knows which pane it runs in
     */
    record Output(List<Session> sessions, String version, long pid, boolean callerKnown) {}

    record Session(String id, String name, boolean attached, List<Window> windows) {}

    record Window(String id, int index, String name, boolean active, boolean linked, List<Pane> panes) {}

    record Pane(String id, @Nullable String command, boolean active) {}

    static final Declaration<Input, Output> DECLARATION = new Declaration<>(
            "get_server_info",
            "Server tree",
            "Show the whole server as a tree: sessions, their windows, their panes.",
            CapabilityRow.inspect(OutputClass.TMUX_METADATA).alwaysLoaded(),
            Input.class,
            Output.class);

    private GetServerInfo() {}
}
