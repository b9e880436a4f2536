package io.github.tmuxmcp.terminal;

import org.jspecify.annotations.Nullable;

/**
 * Watches a stream for full-screen programs, and keeps their screen.
 *
 * <p>A program counts as one while the alternate screen is on, or once it has set the cursor to two different rows since {@link #mark}; going home and
 * clearing the screen do not count. Nothing is emulated before: the screen is built from the switch, from the last clearing, or from the first
 * addressed row on. Rows that an addressing program did not paint since then are blank here. Confined to one thread.
 */
public final class FullScreen implements VtHandler {
    private int columns;
    private int rows;
    private @Nullable Screen screen;
    private @Nullable String lastFrame;
    private boolean alternate;
    private boolean addressed;
    private boolean home;
    private int firstRow;
    private int newlines;

    public FullScreen(int columns, int rows) {
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
        Screen painted = screen;
        if (addressed && !alternate && painted != null) {
            lastFrame = painted.text();
        }
        addressed = false;
        firstRow = 0;
        home = false;
        if (!alternate) {
            screen = null;
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
        return screen != null;
    }

    /** Either of the two. */
    public boolean active() {
        return alternate || addressed;
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
        if (live != null) {
            live.resize(newColumns, newRows);
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
        Screen live = screen;
        if (live == null) {
            return;
        }
        live.tokens().control(control, offset);
        // A screen that was only cleared and then filled by plain lines is no full-screen program's.
        if (control == '\n' && !active() && ++newlines > rows) {
            screen = null;
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
        Screen live = screen;
        if (!on && live != null) {
            lastFrame = live.text();
        }
        alternate = on;
        screen = on ? new Screen(columns, rows) : null;
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
        if (screen == null) {
            start();
        }
        if (firstRow == 0) {
            firstRow = row;
        } else if (firstRow != row) {
            addressed = true;
        }
    }

    private void start() {
        if (screen == null) {
            screen = new Screen(columns, rows);
        }
        newlines = 0;
    }
}
