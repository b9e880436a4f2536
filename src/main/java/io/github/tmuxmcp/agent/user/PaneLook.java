package io.github.tmuxmcp.agent.user;

import io.github.tmuxmcp.tmux.PaneId;
import io.github.tmuxmcp.tmux.Reply;
import io.github.tmuxmcp.tmux.TmuxCommand;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one pane shows at one moment, and tmux's account of it; both come from one process, with nothing in between.
 *
 * @param pane tmux's account
 * @param lines the text from some rows of the history on, without the blank lines at its end
 */
record PaneLook(UserPane pane, List<String> lines) {
    /** The whole history. */
    static final long ALL = Long.MAX_VALUE;

    /** How rows become lines. */
    enum Rows {
        /** A row is a line. */
        SINGLE,
        /** Rows that the terminal wrapped are one line. */
        JOINED
    }

    PaneLook {
        int end = lines.size();
        if (pane.dead()) {
            // tmux's own words about it, on the last row.
            while (end > 0 && lines.get(end - 1).isBlank()) {
                end--;
            }
            end -= end > 0 && lines.get(end - 1).startsWith("Pane is dead") ? 1 : 0;
        }
        while (end > 0 && lines.get(end - 1).isBlank()) {
            end--;
        }
        lines = List.copyOf(lines.subList(0, end));
    }

    /**
     * The question; {@link #of} reads the answer.
     *
     * @param above rows of the history to begin with
     */
    static List<TmuxCommand> question(PaneId pane, long above, Rows rows) {
        return question(pane.value(), above, rows);
    }

    /** The same for what tmux takes a target to be; whoever asks so compares the answer. */
    static List<TmuxCommand> question(String target, long above, Rows rows) {
        TmuxCommand capture = TmuxCommand.of("capture-pane").flag(rows == Rows.JOINED ? "-pJ" : "-p");
        return List.of(
                TmuxCommand.of("display-message")
                        .flag("-p")
                        .option("-t", target)
                        .argument(UserPane.FORMAT),
                capture.option("-t", target).option("-S", above == ALL ? "-" : Long.toString(-above)));
    }

    /** Looks now; null when the pane is gone. */
    static @Nullable PaneLook at(UserServer server, PaneId pane, long above, Rows rows) throws InterruptedException {
        Reply reply = server.askUnlessGone(question(pane, above, rows));
        return reply == null ? null : of(reply);
    }

    /** The answer to {@link #question}; null when the pane is gone. */
    static @Nullable PaneLook of(Reply reply) {
        return reply.ok() ? of(reply.textLines()) : null;
    }

    /** The lines of such an answer. */
    static @Nullable PaneLook of(List<String> lines) {
        List<String> text = new ArrayList<>();
        List<String> row = UserPane.FORMAT.headRow(lines, text);
        return row == null || UserPane.isGone(row) ? null : new PaneLook(UserPane.of(row), text);
    }

    /** The cursor's row; for a look at the screen alone, with single rows. */
    String cursorRow() {
        return pane.cursorRow() < lines.size() ? lines.get(pane.cursorRow()) : "";
    }

    /** The cursor's row up to the cursor, about: a wide character counts as one. */
    String beforeCursor() {
        String row = cursorRow();
        return row.substring(0, Math.min(row.length(), pane.cursorColumn()));
    }

    /** The cursor's row from the cursor on. */
    String afterCursor() {
        return cursorRow().substring(beforeCursor().length());
    }

    /** The last line that shows anything; empty for none. */
    String lastLine() {
        return lines.isEmpty() ? "" : lines.get(lines.size() - 1);
    }

    /** Where it is and how much there is: a pane may show secrets. */
    @Override
    public String toString() {
        return "PaneLook[" + pane + ", " + lines.size() + " lines]";
    }
}
