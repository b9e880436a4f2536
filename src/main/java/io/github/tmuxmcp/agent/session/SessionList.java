package io.github.tmuxmcp.agent.session;

import io.github.tmuxmcp.agent.service.Texts;
import io.github.tmuxmcp.host.Foreground;
import io.github.tmuxmcp.terminal.Utf8Text;
import io.github.tmuxmcp.tmux.Reply;
import io.github.tmuxmcp.tmux.Tmux;
import io.github.tmuxmcp.tmux.TmuxCommand;
import io.github.tmuxmcp.tmux.TmuxException;
import io.github.tmuxmcp.tool.TextResult;
import io.github.tmuxmcp.tool.ToolFailure;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** All private sessions, a line each, from one question to tmux. */
public final class SessionList {
    private static final int LONGEST_PATH = 1_000;
    private static final int LONGEST_COMMAND = 100;

    private final PrivateSessions sessions;

    public SessionList(PrivateSessions sessions) {
        this.sessions = sessions;
    }

    /** One line per session: name, foreground, state, directory, age, unread bytes. */
    public TextResult list() throws InterruptedException {
        Map<String, PaneState> panes = panes();
        List<String> lines = new ArrayList<>();
        for (PrivateSession session : sessions.all()) {
            PrivateSession.Shell shell = session.shell();
            if (shell != null && !session.isKilled()) {
                lines.add(line(session, shell, panes.get(shell.pane().value())));
            }
        }
        return new TextResult(
                lines.isEmpty() ? "(no sessions — tmux_run creates one)" : String.join("\n", lines), Map.of(), false);
    }

    private Map<String, PaneState> panes() throws InterruptedException {
        Map<String, PaneState> panes = new HashMap<>();
        Tmux tmux = sessions.server().connectionIfAlive();
        if (tmux == null) {
            return panes;
        }
        Reply reply;
        try {
            reply = tmux.run(TmuxCommand.of("list-panes").flag("-a").template("-F", PaneState.FORMAT));
        } catch (TmuxException e) {
            throw new ToolFailure("tmux_failed", Texts.cut(String.valueOf(e.getMessage())) + "; call tmux_list again");
        }
        if (reply.ok()) {
            for (String row : reply.textLines()) {
                PaneState pane = PaneState.of(row);
                panes.put(pane.pane(), pane);
            }
        }
        return panes;
    }

    private String line(PrivateSession session, PrivateSession.Shell shell, @Nullable PaneState pane) {
        String foreground = "";
        String state;
        if (pane == null || !shell.server().equals(sessions.server().currentIdentity())) {
            state = "gone";
        } else if (pane.dead() || !session.isAlive(shell)) {
            state = "dead(code " + (pane.exitCode() == null ? "unknown" : pane.exitCode()) + ")";
        } else {
            catchUp(shell.stream());
            foreground = Utf8Text.clean(
                    Foreground.look(sessions.processes(), shell.process().pid()).command(), LONGEST_COMMAND);
            state = isIdle(shell.stream()) ? "idle" : "running(" + foreground + ")";
        }
        String path = pane == null ? "" : Utf8Text.clean(pane.path(), LONGEST_PATH);
        return String.join(
                "  ",
                session.name(),
                "fg=" + foreground,
                state,
                "cwd=" + path,
                "created " + age(Duration.between(shell.created(), Instant.now())) + " ago",
                "unread=" + size(shell.stream().unreadBytes()));
    }

    private static void catchUp(SessionStream stream) {
        try {
            stream.catchUp(1 << 20);
        } catch (IOException e) {
            // The line then tells what was known before.
        }
    }

    private static boolean isIdle(SessionStream stream) {
        return switch (stream.zone()) {
            case PROMPT, EDITING -> true;
            case STARTING, RUNNING -> false;
        };
    }

    private static String age(Duration age) {
        if (age.toDays() > 0) {
            return age.toDays() + "d";
        }
        if (age.toHours() > 0) {
            return age.toHours() + "h";
        }
        return age.toMinutes() > 0 ? age.toMinutes() + "m" : Math.max(0, age.toSeconds()) + "s";
    }

    private static String size(long bytes) {
        if (bytes < 1 << 10) {
            return bytes + "B";
        }
        return bytes < 1 << 20 ? bytes / (1 << 10) + "K" : bytes / (1 << 20) + "M";
    }
}
