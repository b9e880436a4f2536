package io.github.tmuxmcp.agent.session;

import io.github.tmuxmcp.terminal.Utf8Text;
import io.github.tmuxmcp.tmux.Reply;
import io.github.tmuxmcp.tmux.Tmux;
import io.github.tmuxmcp.tmux.TmuxCommand;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a session's screen shows: our own parser's screen of a full-screen program where that is exact, tmux's otherwise. */
final class SessionScreen {
    private static final int LONGEST_ROW = 4_000;

    private final PrivateServer server;
    private final PrivateSession.Shell shell;

    SessionScreen(PrivateServer server, PrivateSession.Shell shell) {
        this.server = server;
        this.shell = shell;
    }

    /** The rows, blank ones at the end left out. */
    String text() throws InterruptedException {
        String own = shell.stream().liveScreen();
        if (own != null) {
            return own;
        }
        String captured = captured();
        return captured == null ? "" : captured;
    }

    private @Nullable String captured() throws InterruptedException {
        Tmux tmux = server.connectionIfAlive();
        if (tmux == null) {
            return null;
        }
        Reply reply = tmux.run(TmuxCommand.of("capture-pane").flag("-p").target(shell.pane()));
        if (!reply.ok()) {
            return null;
        }
        List<String> rows = reply.textLines().stream()
                .map(row -> Utf8Text.clean(row, LONGEST_ROW).stripTrailing())
                .toList();
        int end = rows.size();
        while (end > 0 && rows.get(end - 1).isEmpty()) {
            end--;
        }
        return String.join("\n", rows.subList(0, end));
    }
}
