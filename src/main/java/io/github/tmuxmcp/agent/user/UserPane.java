package io.github.tmuxmcp.agent.user;

import io.github.tmuxmcp.agent.service.DeadPane;
import io.github.tmuxmcp.agent.service.Texts;
import io.github.tmuxmcp.tmux.PaneId;
import io.github.tmuxmcp.tmux.SessionId;
import io.github.tmuxmcp.tmux.WindowId;
import io.github.tmuxmcp.tmux.format.Format;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the user's tmux tells of one pane at one moment.
 *
 * @param sessionWindows how many windows the session has
 * @param attached how many clients look at the session
 * @param exitCode of a dead pane's process: its status, or 128 and the signal; null while it lives or when tmux cannot tell
 * @param mode name of the mode that the pane is in ({@code copy-mode}); empty for none
 * @param inputOff whether keys to this pane are dropped ({@code select-pane -d})
 * @param synchronised whether keys to this pane go to the others of its window as well
 * @param historySize rows above the screen
 * @param alternate whether the alternate screen is on
 */
record UserPane(
        SessionId session,
        String sessionName,
        int sessionWindows,
        int attached,
        WindowId window,
        int windowIndex,
        String windowName,
        boolean windowActive,
        PaneId pane,
        int paneIndex,
        boolean paneActive,
        long pid,
        String tty,
        boolean dead,
        @Nullable Integer exitCode,
        String command,
        String path,
        String title,
        String mode,
        boolean inputOff,
        boolean synchronised,
        int columns,
        int rows,
        int cursorColumn,
        int cursorRow,
        long historySize,
        long historyLimit,
        boolean alternate,
        String host,
        String socketPath,
        long serverPid) {
    static final Format FORMAT = Format.fields(
            "session_id",
            "session_name",
            "session_windows",
            "session_attached",
            "window_id",
            "window_index",
            "window_name",
            "window_active",
            "pane_id",
            "pane_index",
            "pane_active",
            "pane_pid",
            "pane_tty",
            "pane_dead",
            "pane_dead_status",
            "pane_dead_signal",
            "pane_current_command",
            "pane_current_path",
            "pane_title",
            "pane_mode",
            "pane_input_off",
            "pane_synchronized",
            "pane_width",
            "pane_height",
            "cursor_x",
            "cursor_y",
            "history_size",
            "history_limit",
            "alternate_on",
            "host",
            "socket_path",
            "pid");

    private static final int PANE_ID = 8;

    /** Whether tmux answered about a pane that it does not have. */
    static boolean isGone(List<String> row) {
        return row.get(PANE_ID).isEmpty();
    }

    /** One row of {@link #FORMAT}. */
    static UserPane of(List<String> row) {
        Fields fields = new Fields(row);
        return new UserPane(
                new SessionId(fields.text()),
                fields.text(),
                fields.number(),
                fields.number(),
                new WindowId(fields.text()),
                fields.number(),
                fields.text(),
                fields.flag(),
                new PaneId(fields.text()),
                fields.number(),
                fields.flag(),
                fields.number(),
                fields.text(),
                fields.flag(),
                DeadPane.exitCode(fields.text(), fields.text()),
                fields.text(),
                fields.text(),
                fields.text(),
                fields.text(),
                fields.flag(),
                fields.flag(),
                fields.number(),
                fields.number(),
                fields.number(),
                fields.number(),
                fields.number(),
                fields.number(),
                fields.flag(),
                fields.text(),
                fields.text(),
                fields.number());
    }

    /** Takes the fields in their order; a number that this tmux does not tell is 0. */
    private static final class Fields {
        private final List<String> row;
        private int next;

        private Fields(List<String> row) {
            this.row = row;
        }

        private String text() {
            return row.get(next++);
        }

        private int number() {
            String text = text();
            return text.isEmpty() ? 0 : Integer.parseInt(text);
        }

        private boolean flag() {
            return text().equals("1");
        }
    }

    /** Rows of history above the cursor's, and rows of the screen: the place of the cursor's row for as long as the history only grows. */
    long cursorLine() {
        return historySize + cursorRow;
    }

    /** {@code work:1.0}. */
    String place() {
        return Texts.oneLine(sessionName) + ":" + windowIndex + "." + paneIndex;
    }

    /** {@code work:1}. */
    String windowPlace() {
        return Texts.oneLine(sessionName) + ":" + windowIndex;
    }

    /** Where it is and its size: titles and paths may be secrets. */
    @Override
    public String toString() {
        return "UserPane[" + pane + ", " + columns + "x" + rows + "]";
    }
}
