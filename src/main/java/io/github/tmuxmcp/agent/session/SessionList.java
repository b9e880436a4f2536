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

/** All private sessions, a line each. tmux is asked, once, only for what the system does not tell: about shells that have ended. */
public final class SessionList {
    private static final int LONGEST_PATH = 1_000;
    private static final int LONGEST_COMMAND = 100;

    private final PrivateSessions sessions;

    public SessionList(PrivateSessions sessions) {
        this.sessions = sessions;
    }

    /** One line per session: name, foreground, state, directory, age, unread bytes. */
    public TextResult list() throws InterruptedException {
        try {
            return lines();
        } catch (TmuxException e) {
            throw new ToolFailure("tmux_failed", Texts.cut(String.valueOf(e.getMessage())));
        }
    }

    private TextResult lines() throws InterruptedException {
        Panes panes = new Panes();
        List<String> lines = new ArrayList<>();
        for (PrivateSession session : sessions.all()) {
            PrivateSession.Shell shell = session.shell();
            if (shell != null && !session.isKilled()) {
                lines.add(line(session, shell, panes));
            }
        }
        return new TextResult(
                lines.isEmpty() ? "(no sessions — tmux_run creates one)" : String.join("\n", lines), Map.of(), false);
    }

    /** The panes of the private server, asked for when the first of them is. */
    private final class Panes {
        private @Nullable Map<String, PaneState> known;

        @Nullable
        PaneState of(PrivateSession.Shell shell) throws InterruptedException {
            if (known == null) {
                known = ask();
            }
            return shell.server().is(sessions.server().currentIdentity())
                    ? known.get(shell.pane().value())
                    : null;
        }

        private Map<String, PaneState> ask() throws InterruptedException {
            Map<String, PaneState> panes = new HashMap<>();
            Tmux tmux = sessions.server().connectionIfAlive();
            if (tmux == null) {
                return panes;
            }
            Reply reply = tmux.run(TmuxCommand.of("list-panes").flag("-a").template("-F", PaneState.FORMAT));
            if (reply.ok()) {
                for (PaneState pane : PaneState.all(reply.textLines())) {
                    panes.put(pane.pane(), pane);
                }
            }
            return panes;
        }
    }

    private String line(PrivateSession session, PrivateSession.Shell shell, Panes panes) throws InterruptedException {
        if (shell.server().is(sessions.server().currentIdentity()) && session.isAlive(shell)) {
            catchUp(shell.stream());
            Foreground foreground =
                    Foreground.look(sessions.processes(), shell.process().pid());
            String folder = folder(shell, foreground);
            if (folder != null) {
                return living(session, shell, foreground, folder);
            }
            PaneState pane = panes.of(shell);
            if (pane != null && !pane.dead()) {
                return living(session, shell, foreground, pane.path());
            }
        }
        return ended(session, shell, panes.of(shell));
    }

    /**
     * Where the foreground is, as {@code pane_current_path} would say; null where the system does not tell. A pane that is gone takes the
     * terminal from its processes, so a foreground means that the pane is there.
     */
    private static @Nullable String folder(PrivateSession.Shell shell, Foreground foreground) {
        if (foreground.group() == 0) {
            return null;
        }
        String folder = ProcessFolder.of(foreground.group());
        return folder == null ? ProcessFolder.of(shell.process().pid()) : folder;
    }

    private static String living(
            PrivateSession session, PrivateSession.Shell shell, Foreground foreground, String folder) {
        String command = Utf8Text.clean(foreground.command(), LONGEST_COMMAND);
        return line(session, shell, command, isIdle(shell.stream()) ? "idle" : "running(" + command + ")", folder);
    }

    private static String ended(PrivateSession session, PrivateSession.Shell shell, @Nullable PaneState pane) {
        if (pane == null) {
            return line(session, shell, "", "gone", "");
        }
        String code = pane.exitCode() == null ? "unknown" : Integer.toString(pane.exitCode());
        return line(session, shell, "", "dead(code " + code + ")", pane.path());
    }

    private static String line(
            PrivateSession session, PrivateSession.Shell shell, String command, String state, String folder) {
        return String.join(
                "  ",
                session.name(),
                "fg=" + command,
                state,
                "cwd=" + Utf8Text.path(folder, LONGEST_PATH),
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
