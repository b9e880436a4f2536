package io.github.tmuxmcp.agent.user;

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
     * @throws ToolFailure half_line, when the editor does not do as expected; then the line is as it was
     */
    ClearPrompt clear(PaneLook seen, UserShell shell, PaneReader reader) throws InterruptedException {
        PaneLook before = shell == UserShell.BASH ? seen : awaitPromptSign(seen);
        Deadline deadline = Deadline.after(ANSWER_WITHIN, ticker);
        PaneTyping typing = new PaneTyping(server, before.pane().pane());
        PaneLook now =
                typing.key("C-e").key("C-u").key("Space").pause(LOOK_AFTER).sendAndLook(0, PaneLook.Rows.SINGLE);
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
        judge(before.pane(), now);
        after = setAside ? oneMoreBlank(now) : now;
        String prompt = withoutBlank(now);
        memory.rememberPrompt(prompt, now.pane().cursorColumn() - 1, reader);
        // Blanks alone are nobody's line.
        setAside &= now.pane().cursorLine() != before.pane().cursorLine()
                || !before.cursorRow().stripTrailing().equals(prompt.stripTrailing());
        return this;
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
                        + ": the line editor of the shell does not insert, or does not show, what is typed (vi command mode?); nothing was run. "
                        + "Leave that mode with tmux_pane_send_keys [\"i\"], and clear the line");
    }

    private void judge(UserPane before, PaneLook now) {
        long rows = now.pane().cursorLine() - before.cursorLine();
        int columns = now.pane().cursorColumn() - before.cursorColumn();
        // Where a single character was taken away the blank stands in its place.
        setAside = rows < 0 || (rows == 0 && columns < 1);
    }

    /** An editor in vi's command mode has moved the cursor as well; it does not move it for a blank on a line that is empty. */
    private PaneLook oneMoreBlank(PaneLook now) throws InterruptedException {
        new PaneTyping(server, now.pane().pane()).key("Space").pause(LOOK_AFTER).sendAndLook(0, PaneLook.Rows.SINGLE);
        awaitBlank(server, now, ticker);
        PaneLook seen = PaneLook.at(server, now.pane().pane(), 0, PaneLook.Rows.SINGLE);
        if (seen == null) {
            throw PaneCalls.gone(now.pane());
        }
        // A right prompt stands further off than what was not cleared.
        if (!seen.afterCursor().isEmpty() && seen.afterCursor().charAt(0) != ' ') {
            throw insertsNothing(now.pane());
        }
        return now;
    }

    private static String withoutBlank(PaneLook now) {
        String row = now.cursorRow();
        int blank = now.pane().cursorColumn() - 1;
        return blank < 0 || blank >= row.length() ? row : row.substring(0, blank) + row.substring(blank + 1);
    }
}
