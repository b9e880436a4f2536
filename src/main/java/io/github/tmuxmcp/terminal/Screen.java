package io.github.tmuxmcp.terminal;

import java.util.ArrayList;
import java.util.List;

/**
 * A terminal's screen: what a pane of {@code columns} by {@code rows} shows after the bytes that were written.
 *
 * <p>An emulator of JLine does the work; {@link ScreenFeed} says what it is helped with. Colours are not kept. The alternate screen is a
 * second emulator, so that {@code ?47}, {@code ?1047} and {@code ?1049} all work and its lines reach no history. Confined to one thread.
 */
public final class Screen {
    private final VtParser parser = new VtParser();
    private final Tokens tokens = new Tokens();
    private ScreenFeed feed;
    private ScreenFeed main;
    private long written;
    private boolean lossyBefore;

    /** A blank screen; sizes below 2 count as 2. */
    public Screen(int columns, int rows) {
        main = new ScreenFeed(columns, rows, false);
        feed = main;
    }

    /** Writes {@code bytes[from..to)}; sequences and characters may be split over calls. */
    public void write(byte[] bytes, int from, int to) {
        parser.feed(bytes, from, to, written, tokens);
        written += to - from;
    }

    /** The rows, top first, without the blanks at their ends; exactly as many as the screen has. */
    public List<String> rows() {
        long[] cells = feed.cells();
        List<String> rows = new ArrayList<>(feed.rows());
        Chars text = new Chars();
        for (int row = 0; row < feed.rows(); row++) {
            text.clear();
            Cells.writeRow(cells, row * feed.columns(), feed.columns(), feed.clusters, text);
            rows.add(text.toString());
        }
        return rows;
    }

    /** The rows joined by newlines, the blank ones at the end left out. */
    public String text() {
        List<String> rows = rows();
        int end = rows.size();
        while (end > 0 && rows.get(end - 1).isEmpty()) {
            end--;
        }
        return String.join("\n", rows.subList(0, end));
    }

    /** The cursor's row, from 0. */
    public int cursorRow() {
        return feed.cursorRow();
    }

    /** The cursor's column, from 0; the last one also when the next character will wrap. */
    public int cursorColumn() {
        return feed.cursorColumn();
    }

    /** Follows a new size of the pane. Lines are not wrapped anew. */
    public void resize(int columns, int rows) {
        main.resize(columns, rows);
        if (feed != main) {
            feed.resize(columns, rows);
        }
    }

    /**
     * True when {@link #rows} may differ from what tmux shows: marks of no width, joined emoji or variation selectors were written, whose width differs
     * from one terminal to the next, or the emulator failed. tmux's own {@code capture-pane} is right then.
     */
    public boolean lossy() {
        return lossyBefore || feed.lossy();
    }

    /** Where tokens of a parser that runs already are given to this screen. */
    VtHandler tokens() {
        return tokens;
    }

    private void alternate(boolean on, boolean cursor) {
        if (on == (feed != main)) {
            return;
        }
        if (on) {
            ScreenFeed alternate = new ScreenFeed(main.columns(), main.rows(), false);
            alternate.place(main.cursorRow(), main.cursorColumn());
            feed = alternate;
            return;
        }
        ScreenFeed alternate = feed;
        lossyBefore |= alternate.lossy();
        feed = main;
        if (!cursor) {
            main.place(alternate.cursorRow(), alternate.cursorColumn());
        }
    }

    private final class Tokens implements VtHandler {
        @Override
        public void print(byte[] bytes, int from, int to, long offset) {
            feed.print(bytes, from, to, offset);
        }

        @Override
        public void control(byte control, long offset) {
            feed.control(control, offset);
        }

        @Override
        public void escape(int intermediate, int fin, long offset) {
            if (intermediate == 0 && fin == 'c') {
                alternate(false, true);
            }
            feed.escape(intermediate, fin, offset);
        }

        @Override
        public void csi(CsiSequence csi, long offset) {
            int mode = AlternateScreen.mode(csi);
            if (mode != AlternateScreen.NONE) {
                alternate(csi.fin() == 'h', mode == AlternateScreen.WITH_CURSOR);
            }
            feed.csi(csi, offset);
        }

        @Override
        public void osc(byte[] payload, int length, long offset, long end) {
            feed.osc(payload, length, offset, end);
        }

        @Override
        public void string(int kind, long offset) {
            feed.string(kind, offset);
        }
    }
}
