package io.github.tmuxmcp.agent.user;

import io.github.tmuxmcp.agent.service.AgentSettings;
import io.github.tmuxmcp.tool.ToolFailure;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The pane in which our own client runs: nothing is typed into it, and nothing ends it. */
final class OwnPane {
    private final @Nullable String tmux;
    private final @Nullable String pane;

    OwnPane(AgentSettings settings) {
        this.tmux = settings.callerTmux();
        this.pane = settings.callerPane();
    }

    /**
     * Refuses when it is among these.
     *
     * @param act what is about to be done, as "… would" continues
     */
    void refuse(List<UserPane> panes, String act) {
        for (UserPane one : panes) {
            if (isOwn(one)) {
                throw new ToolFailure(
                        "own_pane",
                        "pane " + one.pane() + " is where the client of this server runs; " + act
                                + " would act on the agent itself. Choose another pane");
            }
        }
    }

    private boolean isOwn(UserPane one) {
        String server = tmux;
        if (server == null || !one.pane().value().equals(pane)) {
            return false;
        }
        // $TMUX: the socket's path, the server's pid, and a session's number.
        return server.contains("," + one.serverPid() + ",") || server.startsWith(one.socketPath() + ",");
    }
}
