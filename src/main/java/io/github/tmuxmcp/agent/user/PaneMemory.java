package io.github.tmuxmcp.agent.user;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** What is known of one pane from the calls before, and the turn of its calls. Used by who has the turn. */
final class PaneMemory {
    private static final int MOST_NONCES = 50;

    private final ReentrantLock turn = new ReentrantLock(true);
    private String promptRow = "";
    private int promptColumn = -1;
    private @Nullable PaneReader promptReader;
    private boolean paints;
    private boolean setAside;
    private volatile long madeAt;
    private long endedAt;
    private String pendingShell = "";
    private @Nullable SentinelLine pending;
    /** Status lines that calls have typed: no result shows one. */
    private final Map<String, SentinelLine> typed = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, SentinelLine> eldest) {
            return size() > MOST_NONCES;
        }
    };

    /** Returns whether another call had it, so that the pane may be another by now. */
    boolean takeTurn() throws InterruptedException {
        if (turn.tryLock(0, TimeUnit.SECONDS)) {
            return false;
        }
        turn.lockInterruptibly();
        return true;
    }

    void endTurn() {
        turn.unlock();
    }

    /** The row at which a shell waits with nothing typed. */
    void rememberPrompt(String row, int column, PaneReader reader) {
        promptRow = row.stripTrailing();
        promptColumn = column;
        promptReader = reader;
    }

    /** Who read at the prompt that was remembered; null when the cursor's row is another, or a line is on its way. */
    @Nullable
    PaneReader readerAtPrompt(PaneLook look) {
        return pending == null && isEmptyPrompt(look) ? promptReader : null;
    }

    /** Whether the cursor's row is the prompt that was remembered, with nothing behind it. */
    boolean isEmptyPrompt(PaneLook look) {
        return look.pane().cursorColumn() == promptColumn
                && look.cursorRow().stripTrailing().equals(promptRow);
    }

    /**
     * A line was typed; its end has not been seen.
     *
     * @param shell the shell that it went to
     */
    void typed(SentinelLine line, String shell) {
        typed.put(line.nonce(), line);
        pending = line;
        pendingShell = shell;
    }

    /** Whether the last line went to this shell. */
    boolean isPendingIn(String shell) {
        return shell.equals(pendingShell);
    }

    /** When the end of a line was last seen, on the ticker; 0 for never. */
    long endedAt() {
        return endedAt;
    }

    void endedAt(long nanos) {
        endedAt = nanos;
    }

    /** When we made the pane, on the ticker; 0 when somebody else did. */
    long madeAt() {
        return madeAt;
    }

    void madeAt(long nanos) {
        madeAt = nanos;
    }

    /** Says whether half a line was taken from the prompt that is neither back there nor told of. */
    void setAside(boolean taken) {
        setAside = taken;
    }

    boolean setAside() {
        return setAside;
    }

    /** Says whether the program in front was seen to paint the screen. */
    void paints(boolean seen) {
        paints = seen;
    }

    boolean paints() {
        return paints;
    }

    /** The end of the last line was seen, or will never be. */
    void settled() {
        pending = null;
    }

    /** The last line, if a call left before its end was seen. */
    @Nullable
    SentinelLine pending() {
        return pending;
    }

    /** Whether a row is the status of a line that was typed here, or shows a part of that line. */
    boolean isOurs(String row) {
        return row.contains("__mcp:")
                && typed.values().stream().anyMatch(line -> line.isIn(row) || line.statusIn(row) != null);
    }

    /** Whether the cursor's row begins with the prompt that was remembered. */
    boolean beginsWithPrompt(PaneLook look) {
        return !promptRow.isBlank() && look.cursorRow().startsWith(promptRow);
    }
}
