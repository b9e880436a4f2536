package io.github.tmuxmcp.agent.user;

import io.github.tmuxmcp.agent.service.PromptText;
import io.github.tmuxmcp.limits.Deadline;
import io.github.tmuxmcp.limits.Ticker;
import io.github.tmuxmcp.tool.ToolFailure;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * Takes away what stands half-typed at a shell's prompt, so that C-y can bring it back, and types the blank with which our line begins. Where the cursor
 * goes shows whether there was anything, and whether the editor inserts what is typed at all.
 */
final class ClearPrompt {
    private static final Duration ANSWER_WITHIN = Duration.ofMillis(400);
    private static final String LOOK_AFTER = "0.008";
    private static final long PAUSE_MILLIS = 15;
    private static final Pattern PROMPT_SIGN = Pattern.compile("[$#%>:?❯➜»](?: |$)");

    private final UserServer server;
    private final PaneMemory memory;
    private final Ticker ticker;
    private PaneLook after;
    private boolean setAside;

    @SuppressWarnings("NullAway.Init") // clear gives it its value
    ClearPrompt(UserServer server, PaneMemory memory, Ticker ticker) {
        this.server = server;
        this.memory = memory;
        this.ticker = ticker;
    }

    /** Whether half a line was taken away. */
    boolean setAside() {
        return setAside;
    }

    /** The pane with the blank typed. */
    PaneLook after() {
        return after;
    }

    /**
     * Does it.
     *
     * @param seen the screen before, in single rows
     * @throws ToolFailure half_line, when the editor does not do as expected; then the line is as it was, or the message says what became of it
     */
    ClearPrompt clear(PaneLook seen, UserShell shell, PaneReader reader) throws InterruptedException {
        PaneLook before = shell == UserShell.BASH || fillsRow(seen, shell) ? seen : awaitPromptSign(seen);
        boolean bare = PromptText.looksLikePrompt(before.beforeCursor()) && isFree(before.afterCursor());
        if (!bare) {
            toTheEnd(before);
        }
        PaneLook now = after(before, typing(before).key("C-u").key("Space"));
        String prompt = withoutBlank(now).stripTrailing();
        String row = before.cursorRow().stripTrailing();
        long rows = now.pane().cursorLine() - before.pane().cursorLine();
        int columns = now.pane().cursorColumn() - before.pane().cursorColumn();
        // A prompt that was too long for its pane is drawn anew at a key.
        boolean longer = rows > 0 || (rows == 0 && columns > 1 && prompt.length() > row.length());
        if (longer && !prompt.isEmpty() && !PromptText.looksLikePrompt(prompt)) {
            throw new ToolFailure(
                    "half_line",
                    "pane " + before.pane().pane()
                            + ": C-u did not clear the line at the prompt, which is another now; nothing was run. Look with tmux_pane_capture, "
                            + "and give the line up with tmux_pane_send_keys [\"C-c\"]");
        }
        boolean changed = rows < 0 || !prompt.equals(row);
        after = changed || columns < 1 ? oneMoreBlank(now) : now;
        memory.rememberPrompt(prompt, now.pane().cursorColumn() - 1, reader);
        // Blanks alone are nobody's line.
        setAside = changed;
        return this;
    }

    /** fish begins the line on a row of its own where its prompt leaves no room, and only there in the first column. */
    private static boolean fillsRow(PaneLook seen, UserShell shell) {
        return shell == UserShell.FISH
                && seen.pane().cursorColumn() == 0
                && seen.cursorRow().isBlank();
    }

    private PaneTyping typing(PaneLook look) {
        return new PaneTyping(server, look.pane().pane());
    }

    /** What is seen once the cursor has moved, or has had the time to. */
    private PaneLook after(PaneLook before, PaneTyping typing) throws InterruptedException {
        Deadline deadline = Deadline.after(ANSWER_WITHIN, ticker);
        PaneLook now = typing.pause(LOOK_AFTER).sendAndLook(0, PaneLook.Rows.SINGLE);
        while (now != null
                && now.pane().cursorColumn() == before.pane().cursorColumn()
                && now.pane().cursorLine() == before.pane().cursorLine()
                && !deadline.passed()) {
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            now = PaneLook.at(server, before.pane().pane(), 0, PaneLook.Rows.SINGLE);
        }
        if (now == null) {
            throw PaneCalls.gone(before.pane());
        }
        return now;
    }

    /**
     * Puts the cursor behind half a line. In vi's modes the keys for that do something else, so a blank comes first, which shows whether the editor
     * inserts, and then goes again.
     */
    private void toTheEnd(PaneLook before) throws InterruptedException {
        PaneLook blank = after(before, typing(before).key("Space"));
        int column = before.pane().cursorColumn();
        boolean sameRow = blank.pane().cursorLine() == before.pane().cursorLine();
        String row = blank.cursorRow().stripTrailing();
        // What fish suggests behind the cursor goes with the blank.
        boolean inserted = blank.pane().cursorColumn() == column + 1
                && (row.equals((before.beforeCursor() + " " + before.afterCursor()).stripTrailing())
                        || row.equals(before.beforeCursor().stripTrailing()));
        if (sameRow && !inserted) {
            throw insertsNothing(before.pane());
        }
        PaneLook end = typing(before).key("BSpace").key("C-e").pause(LOOK_AFTER).sendAndLook(0, PaneLook.Rows.SINGLE);
        if (end != null
                && end.beforeCursor().endsWith("^E")
                && !before.beforeCursor().endsWith("^E")) {
            typing(before).key("BSpace").sendAndLook(0, PaneLook.Rows.SINGLE);
            throw new ToolFailure(
                    "half_line",
                    "pane " + before.pane().pane()
                            + ": somebody has begun a line at the prompt, whose editor is in vi's insert mode, where it cannot be set aside; "
                            + "nothing was run. Finish the line, or give it up with tmux_pane_send_keys [\"C-c\"]");
        }
    }

    /** zsh and fish edit lines of several rows, and take the terminal before they show their prompt. */
    private PaneLook awaitPromptSign(PaneLook seen) throws InterruptedException {
        Deadline deadline = Deadline.after(ANSWER_WITHIN, ticker);
        PaneLook now = seen;
        while (!PROMPT_SIGN.matcher(now.cursorRow()).find()) {
            if (deadline.passed()) {
                throw new ToolFailure(
                        "half_line",
                        "pane " + seen.pane().pane()
                                + ": the cursor's row shows no prompt; perhaps a line of several rows has been begun, of which only one could be set aside. "
                                + "Nothing was typed; finish the line or give it up with tmux_pane_send_keys [\"C-c\"]");
            }
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            now = PaneLook.at(server, seen.pane().pane(), 0, PaneLook.Rows.SINGLE);
            if (now == null) {
                throw PaneCalls.gone(seen.pane());
            }
        }
        return now;
    }

    /**
     * Waits until the editor has inserted a blank.
     *
     * @param before the prompt without it
     * @throws ToolFailure half_line, when it does not
     */
    static void awaitBlank(UserServer server, PaneLook before, Ticker ticker) throws InterruptedException {
        Deadline deadline = Deadline.after(ANSWER_WITHIN, ticker);
        while (true) {
            PaneLook now = PaneLook.at(server, before.pane().pane(), 0, PaneLook.Rows.SINGLE);
            if (now == null) {
                throw PaneCalls.gone(before.pane());
            }
            if (now.pane().cursorColumn() != before.pane().cursorColumn()) {
                return;
            }
            if (deadline.passed()) {
                throw insertsNothing(before.pane());
            }
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        }
    }

    /** Waits a moment until half a line that was brought back stands at the prompt, so that the next call sees it. */
    static void awaitHalfLine(UserServer server, PaneMemory memory, PaneLook before, Ticker ticker)
            throws InterruptedException {
        Deadline deadline = Deadline.after(ANSWER_WITHIN, ticker);
        while (!deadline.passed()) {
            PaneLook now = PaneLook.at(server, before.pane().pane(), 0, PaneLook.Rows.SINGLE);
            if (now == null || (memory.beginsWithPrompt(now) && !memory.isEmptyPrompt(now))) {
                return;
            }
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        }
    }

    private static ToolFailure insertsNothing(UserPane pane) {
        return new ToolFailure(
                "half_line",
                "pane " + pane.pane()
                        + ": the line editor of the shell does not insert, or does not show, what is typed; nothing was run. In vi's command mode, and "
                        + "where a line has been begun, give the line up with tmux_pane_send_keys [\"C-c\"]; where the terminal's echo is off, send "
                        + "[\"stty echo\", \"Enter\"]");
    }

    /** An editor in vi's command mode has moved the cursor as well; it does not move it for a blank on a line that is empty. */
    private PaneLook oneMoreBlank(PaneLook now) throws InterruptedException {
        new PaneTyping(server, now.pane().pane()).key("Space").pause(LOOK_AFTER).sendAndLook(0, PaneLook.Rows.SINGLE);
        awaitBlank(server, now, ticker);
        PaneLook seen = PaneLook.at(server, now.pane().pane(), 0, PaneLook.Rows.SINGLE);
        if (seen == null) {
            throw PaneCalls.gone(now.pane());
        }
        if (!isFree(seen.afterCursor())) {
            throw insertsNothing(now.pane());
        }
        return now;
    }

    /** Nothing stands behind the cursor; a right prompt stands further off than what was not cleared. */
    private static boolean isFree(String afterCursor) {
        return afterCursor.isBlank() || afterCursor.startsWith("  ");
    }

    private static String withoutBlank(PaneLook now) {
        String row = now.cursorRow();
        int blank = now.pane().cursorColumn() - 1;
        return blank < 0 || blank >= row.length() ? row : row.substring(0, blank) + row.substring(blank + 1);
    }
}
