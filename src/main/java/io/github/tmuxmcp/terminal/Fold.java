package io.github.tmuxmcp.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A redraw in progress: the last lines of an output on a screen of their own, while the cursor moves up and down in them.
 *
 * <p>Rows come back as logical lines: one that wrapped is joined with the next.
 */
final class Fold {
    /** Cells of a line that wraps on and on which are kept together. */
    private static final int MAX_CARRIED = 32_768;
    /** Cells that scrolled off and are not taken. */
    private static final int MAX_SCROLLED = 16_384;

    private static final int PIECE = 4096;

    final ScreenFeed feed;
    private final List<long[]> carried = new ArrayList<>();

    Fold(int columns, int rows) {
        feed = new ScreenFeed(columns, rows, true);
    }

    /** Writes text of the program; {@code overflow} runs when rows that scrolled off should be taken. */
    void print(byte[] bytes, int from, int to, long offset, Runnable overflow) {
        for (int at = from; at < to; at += PIECE) {
            feed.print(bytes, at, Math.min(to, at + PIECE), offset + at - from);
            if (isFull()) {
                overflow.run();
            }
        }
    }

    /** Whether {@link #takeScrolled} is due. */
    boolean isFull() {
        return feed.scrolledCount() * feed.columns() > MAX_SCROLLED;
    }

    /** Writes a line that stood there before, and its end. */
    void seed(String line) {
        feed.text(line);
    }

    void seedNewline() {
        feed.control((byte) '\n', 0);
    }

    /** From the end of a seeded line of {@code length} columns to one of its columns. */
    void moveInLine(int length, int column) {
        int columns = feed.columns();
        int lastRow = Math.max(0, length - 1) / columns;
        int row = Math.min(lastRow, column / columns);
        feed.place(Math.max(0, feed.cursorRow() - (lastRow - row)), Math.min(columns - 1, column - row * columns));
    }

    /** Saves a place in the line of {@code length} columns at whose end the cursor stands, and goes back to that end. */
    void save(int length, int column) {
        int row = feed.cursorRow();
        int end = feed.cursorColumn();
        moveInLine(length, column);
        feed.escape(0, '7', 0);
        feed.place(row, end);
    }

    /** Gives the lines that scrolled off as a whole to {@code line}, and the beginning of one that is endless to {@code part}. */
    void takeScrolled(Consumer<Chars> line, Consumer<Chars> part) {
        List<long[]> scrolled = feed.takeScrolled();
        if (scrolled.isEmpty()) {
            return;
        }
        carried.addAll(scrolled);
        long[] top = feed.firstRow();
        Chars text = new Chars();
        int done = 0;
        for (int i = 0; i < carried.size(); i++) {
            long[] row = carried.get(i);
            Cells.writeRow(row, 0, row.length, feed.clusters, text);
            long[] below = i + 1 < carried.size() ? carried.get(i + 1) : top;
            if (!Cells.wrapped(row, 0, below, 0, row.length)) {
                line.accept(text);
                text.clear();
                done = i + 1;
            } else if ((i + 1 - done) * feed.columns() >= MAX_CARRIED) {
                part.accept(text);
                text.clear();
                done = i + 1;
            }
        }
        carried.subList(0, done).clear();
    }

    /** What stands on the screen, and the beginning of its first line where that has scrolled off; after {@link #takeScrolled}. */
    Lines lines() {
        long[] cells = feed.cells();
        int columns = feed.columns();
        int cursorRow = feed.cursorRow();
        int last = Math.max(cursorRow, lastUsedRow(cells, columns));
        List<String> lines = new ArrayList<>();
        Chars text = new Chars();
        int firstRow = 0;
        int cursorLine = 0;
        int cursorColumn = 0;
        if (!carried.isEmpty()) {
            for (long[] row : carried) {
                Cells.writeRow(row, 0, row.length, feed.clusters, text);
            }
            firstRow = -carried.size();
        }
        for (int row = 0; row <= last; row++) {
            Cells.writeRow(cells, row * columns, columns, feed.clusters, text);
            if (row == cursorRow) {
                cursorLine = lines.size();
                cursorColumn = (row - firstRow) * columns + feed.cursorColumn();
            }
            boolean wrapped = row < last && Cells.wrapped(cells, row * columns, cells, (row + 1) * columns, columns);
            if (!wrapped) {
                lines.add(text.toString());
                text.clear();
                firstRow = row + 1;
            }
        }
        return new Lines(lines, cursorLine, cursorColumn);
    }

    private static int lastUsedRow(long[] cells, int columns) {
        int end = cells.length;
        while (end > 0 && Cells.code(cells[end - 1]) == ' ') {
            end--;
        }
        return Math.max(0, end - 1) / columns;
    }

    /**
     * Logical lines, without newlines; at least one.
     *
     * @param cursorLine index of the line in which the cursor stands
     * @param cursorColumn its column there, counted from the line's beginning over the rows that wrapped
     */
    record Lines(List<String> lines, int cursorLine, int cursorColumn) {
        /** True when nothing stands below the cursor. */
        boolean cursorLast() {
            return cursorLine == lines.size() - 1;
        }

        String cursorText() {
            return lines.get(cursorLine);
        }
    }
}
