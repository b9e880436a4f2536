package io.github.tmuxmcp.agent.user;

import io.github.tmuxmcp.agent.service.Texts;
import io.github.tmuxmcp.terminal.Utf8Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What runs on the user's server as a tree: sessions, their windows, their panes. */
final class SessionTree {
    private static final int LONGEST_NAME = 200;
    private static final int LONGEST_PATH = 500;

    private SessionTree() {}

    /** The tree of these panes, which are all of whole sessions. */
    static String of(List<UserPane> panes) {
        Map<String, List<UserPane>> sessions = new LinkedHashMap<>();
        for (UserPane pane : panes) {
            sessions.computeIfAbsent(pane.session().value(), id -> new ArrayList<>())
                    .add(pane);
        }
        List<String> lines = new ArrayList<>();
        sessions.values().forEach(session -> addSession(lines, session));
        return String.join("\n", lines);
    }

    private static void addSession(List<String> lines, List<UserPane> session) {
        UserPane one = session.get(0);
        lines.add("session " + name(one.sessionName()) + "  (" + one.sessionWindows()
                + (one.sessionWindows() == 1 ? " window" : " windows") + (one.attached() > 0 ? ", attached)" : ")"));
        int width = session.stream().mapToInt(pane -> fg(pane).length()).max().orElse(0);
        int window = -1;
        for (UserPane pane : session) {
            if (pane.windowIndex() != window) {
                window = pane.windowIndex();
                lines.add("  window " + pane.window() + "  " + pane.windowPlace() + " \"" + name(pane.windowName())
                        + "\"" + (pane.windowActive() ? "  (current)" : ""));
            }
            lines.add(line(pane, width));
        }
    }

    private static String line(UserPane pane, int width) {
        String command = fg(pane);
        String title = name(pane.title());
        // Until a program sets one, it is the name of the host.
        boolean telling = !title.isBlank() && !pane.host().startsWith(title) && !title.equals(pane.command());
        return "    pane " + pane.pane() + (pane.paneActive() ? "*" : " ") + " " + pane.place() + "  fg=" + command
                + " ".repeat(width - command.length()) + "  cwd=" + Utf8Text.path(pane.path(), LONGEST_PATH) + "  "
                + pane.columns() + "x" + pane.rows()
                + (pane.dead() ? "  dead" : "")
                + (pane.mode().isEmpty() ? "" : "  in " + name(pane.mode()))
                + (telling ? "  \"" + title + "\"" : "");
    }

    private static String fg(UserPane pane) {
        return name(pane.command());
    }

    private static String name(String text) {
        return Texts.oneLine(Utf8Text.clean(text, LONGEST_NAME));
    }
}
