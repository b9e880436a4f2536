package io.github.tmuxmcp.terminal;

import io.github.tmuxmcp.limits.MemoryPool;
import org.jspecify.annotations.Nullable;

/**
 * Watches a stream for full-screen programs, and keeps their screen.
 *
 * <p>A program counts as one while the alternate screen is on, or once it has set the cursor to two different rows since {@link #mark}; going home and
 * clearing the screen do not count. Nothing is emulated before: the screen is built from the switch, from the last clearing, or from the first
 * addressed row on. Rows that an addressing program did not paint since then are blank here. A screen takes its memory from a shared pool; where
 * that gives none, the program is watched without one. Confined to one thread.
 */
public final class FullScreen implements VtHandler {
    /** What stands for a last screen that there was no memory for. */
    static final String NOT_KEPT =
            "(this screen was not kept: all large screens of the sessions together need more memory than the server has)";

    /** Characters of a last frame that need no leave. */
    private static final int FREE_FRAME = 16_000;

    private final MemoryPool.Share memory;
    private int columns;
    private int rows;
    private @Nullable Screen screen;
    private long screenChars;
    private @Nullable String lastFrame;
    private long frameChars;
    private boolean painting;
    private boolean alternate;
    private boolean addressed;
    private boolean home;
    private int firstRow;
    private int newlines;

    public FullScreen(int columns, int rows) {
        this(columns, rows, MemoryPool.unbounded());
    }

    /** The same, with a share of a pool for its screens. */
    public FullScreen(int columns, int rows, MemoryPool.Share memory) {
        this.memory = memory;
        this.columns = columns;
        this.rows = rows;
    }

    /** A new command begins: what was addressed before is forgotten; the alternate screen stays. */
    public void mark() {
        end();
    }

    /** The program that switched to the alternate screen is gone and never switched back. */
    public void leaveAlternate() {
        alternate(false);
    }

    /** The command has ended: what it addressed becomes the last frame. */
    public void end() {
        if (addressed && !alternate) {
            keepFrame();
        }
        addressed = false;
        firstRow = 0;
        home = false;
        if (!alternate) {
            drop();
        }
    }

    /** True while the alternate screen is on. */
    public boolean alternateScreen() {
        return alternate;
    }

    /** True when two or more rows were addressed since {@link #mark}. */
    public boolean absoluteAddressing() {
        return addressed;
    }

    /**
     * True when a screen was begun since {@link #mark}, cleared from home or addressed at one row, and not more lines than it has rows followed. With
     * a raw terminal that is a full-screen program too: {@code top} only ever goes home.
     */
    public boolean painting() {
        return painting;
    }

    /** Either of the two. */
    public boolean active() {
        return alternate || addressed;
    }

    /** The live screen's text; null when there was no memory for one, or when it may differ from what tmux shows. */
    public @Nullable String exactText() {
        Screen live = screen;
        return live == null || live.lossy() ? null : live.text();
    }

    /** Whether what was painted is all blank, as far as that is known. */
    public boolean blank() {
        Screen live = screen;
        return live == null ? !painting : live.text().isBlank();
    }

    /** The live screen; a blank one when nothing is being watched. */
    public Screen screen() {
        Screen live = screen;
        return live != null ? live : new Screen(columns, rows);
    }

    /** The last screen of the last full-screen program that ended, or null when there was none. */
    public @Nullable String lastFrame() {
        return lastFrame;
    }

    /** Follows a new size of the pane. */
    public void resize(int newColumns, int newRows) {
        columns = newColumns;
        rows = newRows;
        Screen live = screen;
        long chars = ScreenFeed.chars(newColumns, newRows);
        if (live == null) {
            return;
        }
        if (memory.take(chars - screenChars)) {
            screenChars = chars;
            live.resize(newColumns, newRows);
        } else {
            forgetScreen();
        }
    }

    @Override
    public void print(byte[] bytes, int from, int to, long offset) {
        Screen live = screen;
        if (live != null) {
            live.tokens().print(bytes, from, to, offset);
        }
    }

    @Override
    public void control(byte control, long offset) {
        if (!painting) {
            return;
        }
        Screen live = screen;
        if (live != null) {
            live.tokens().control(control, offset);
        }
        // A screen that was only cleared and then filled by plain lines is no full-screen program's.
        if (control == '\n' && !active() && ++newlines > rows) {
            drop();
            firstRow = 0;
        }
    }

    @Override
    public void escape(int intermediate, int fin, long offset) {
        if (intermediate == 0 && fin == 'c') {
            alternate = false;
            end();
            return;
        }
        Screen live = screen;
        if (live != null) {
            live.tokens().escape(intermediate, fin, offset);
        }
    }

    @Override
    public void csi(CsiSequence csi, long offset) {
        if (AlternateScreen.mode(csi) != AlternateScreen.NONE) {
            alternate(csi.fin() == 'h');
            return;
        }
        if (!alternate && csi.plain()) {
            watch(csi);
        }
        Screen live = screen;
        if (live != null) {
            live.tokens().csi(csi, offset);
        }
    }

    @Override
    public void osc(byte[] payload, int length, long offset, long end) {
        // Titles and marks do not touch the screen.
    }

    @Override
    public void string(int kind, long offset) {
        // Nor do swallowed strings.
    }

    private void alternate(boolean on) {
        if (on == alternate) {
            return;
        }
        if (!on) {
            keepFrame();
        }
        drop();
        alternate = on;
        if (on) {
            start();
        }
    }

    private void watch(CsiSequence csi) {
        switch (csi.fin()) {
            case 'H', 'f' -> {
                home = csi.positive(0) == 1 && csi.positive(1) == 1;
                if (!home) {
                    addressed(csi.positive(0));
                }
            }
            case 'd' -> addressed(csi.positive(0));
            case 'J' -> {
                int part = csi.parameter(0, 0);
                if (part == 2 || (part == 0 && home)) {
                    start();
                }
            }
            case 'm' -> {}
            default -> home = false;
        }
    }

    private void addressed(int row) {
        if (!painting) {
            start();
        }
        if (firstRow == 0) {
            firstRow = row;
        } else if (firstRow != row) {
            addressed = true;
        }
    }

    private void start() {
        if (!painting) {
            painting = true;
            long chars = ScreenFeed.chars(columns, rows);
            if (memory.take(chars)) {
                screenChars = chars;
                screen = new Screen(columns, rows);
            }
        }
        newlines = 0;
    }

    private void drop() {
        painting = false;
        forgetScreen();
    }

    private void forgetScreen() {
        screen = null;
        memory.give(screenChars);
        screenChars = 0;
    }

    private void keepFrame() {
        Screen painted = screen;
        String frame = painted == null ? NOT_KEPT : painted.text();
        memory.give(frameChars);
        frameChars = Math.max(0, frame.length() - FREE_FRAME);
        if (!memory.take(frameChars)) {
            frameChars = 0;
            frame = NOT_KEPT;
        }
        lastFrame = frame;
    }
}
