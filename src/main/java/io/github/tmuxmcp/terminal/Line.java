package io.github.tmuxmcp.terminal;

import java.util.Arrays;

/**
 * The line that is being written: one cell per column, of any length up to {@link #MAX_CELLS}, with a cursor.
 *
 * <p>A cell is a code point or a code of {@link Clusters}, {@link #BLANK} where nothing was written, {@link #SECOND} for the right half of a wide
 * character, or {@link #TABBED} for the columns that a tab at the line's end jumped over. A tab stays a tab until one of its columns is written.
 */
final class Line {
    /** Cells of one line that can still be rewritten. */
    static final int MAX_CELLS = 65_536;

    static final int BLANK = 0;
    static final int SECOND = -1;
    static final int TABBED = -2;

    private static final int TAB = 8;
    private static final int KEPT_CELLS = 4096;

    final Clusters clusters = new Clusters();
    private int[] cells = new int[256];
    private int length;
    private int cursor;

    int length() {
        return length;
    }

    int cursor() {
        return cursor;
    }

    void cursor(int column) {
        cursor = Math.max(0, Math.min(MAX_CELLS - 2, column));
    }

    void clear() {
        length = 0;
        cursor = 0;
        clusters.clear();
    }

    /** Gives back the memory of a long line; before, it is {@link #clear}ed. */
    void shrink() {
        if (cells.length > KEPT_CELLS && length == 0) {
            cells = new int[KEPT_CELLS];
        }
    }

    /** UTF-16 units that {@link #writeTo} would append. */
    int units() {
        int units = 0;
        for (int i = end() - 1; i >= 0; i--) {
            int cell = cells[i];
            if (cell >= BLANK && cell < 0x10000) {
                units++;
            } else if (cell > BLANK) {
                units += Clusters.reserved(cell) ? clusters.text(cell).length() : 2;
            }
        }
        return units;
    }

    /** How many more single cells fit before the cursor reaches the bound. */
    int room() {
        return MAX_CELLS - cursor;
    }

    void ascii(byte[] bytes, int from, int to) {
        int end = cursor + to - from;
        open(end);
        int at = cursor;
        for (int i = from; i < to; i++) {
            cells[at++] = bytes[i];
        }
        cursor = end;
    }

    /** Writes a character of one or two columns. */
    void put(int cell, int columns) {
        int end = cursor + columns;
        open(end);
        cells[cursor] = cell;
        if (columns == 2) {
            cells[cursor + 1] = SECOND;
        }
        cursor = end;
    }

    /** Adds a mark of no width to the character before the cursor. */
    void join(String shown, int codePoint) {
        int at = cursor - 1;
        if (at > 0 && at < length && cells[at] == SECOND) {
            at--;
        }
        if (at >= 0 && at < length && cells[at] > ' ') {
            int joined = clusters.join(cells[at], shown, cursor - at == 2 ? 2 : 1);
            if (joined >= 0) {
                cells[at] = joined;
                return;
            }
        }
        int alone = shown.length() == Character.charCount(codePoint) ? codePoint : clusters.code(shown, 1);
        put(alone >= 0 ? alone : codePoint, 1);
    }

    /** The cell before the cursor, or {@link #BLANK}. */
    int before() {
        int at = cursor - 1;
        if (at > 0 && at < length && cells[at] == SECOND) {
            at--;
        }
        return at >= 0 && at < length && cells[at] != TABBED ? cells[at] : BLANK;
    }

    /** Moves the cursor over {@code count} tab stops; it writes nothing. */
    void tab(int count) {
        cursor(cursor / TAB * TAB + TAB * Math.min(count, MAX_CELLS / TAB));
    }

    /** A tab as text: the cursor moves to the next stop, and beyond the line's end the tab becomes part of it. */
    void tabText() {
        int stop = cursor / TAB * TAB + TAB;
        if (cursor < length || stop > MAX_CELLS) {
            tab(1);
            return;
        }
        open(stop);
        cells[cursor] = '\t';
        Arrays.fill(cells, cursor + 1, stop, TABBED);
        cursor = stop;
    }

    void backTab(int count) {
        cursor((cursor + TAB - 1) / TAB * TAB - TAB * Math.min(count, MAX_CELLS / TAB));
    }

    void eraseRight() {
        if (cursor < length) {
            halve(cursor);
            length = cursor;
        }
    }

    void eraseLeft() {
        erase(0, cursor + 1);
    }

    void eraseAll() {
        length = 0;
    }

    void erase(int count) {
        erase(cursor, cursor + count);
    }

    private void erase(int from, int to) {
        int end = Math.min(to, length);
        if (from >= end) {
            return;
        }
        halve(from);
        halve(end);
        Arrays.fill(cells, from, end, BLANK);
    }

    /** Moves what follows the cursor {@code count} columns to the right. */
    void insert(int count) {
        if (cursor >= length) {
            return;
        }
        halve(cursor);
        int shift = Math.min(count, MAX_CELLS - length);
        reserve(length + shift);
        System.arraycopy(cells, cursor, cells, cursor + shift, length - cursor);
        Arrays.fill(cells, cursor, cursor + shift, BLANK);
        length += shift;
    }

    /** Removes {@code count} columns at the cursor. */
    void delete(int count) {
        if (cursor >= length) {
            return;
        }
        int end = Math.min(length, cursor + count);
        halve(cursor);
        halve(end);
        System.arraycopy(cells, end, cells, cursor, length - end);
        length -= end - cursor;
    }

    /** Appends the first {@code count} cells to {@code text}, the blanks among them as spaces, and removes them. */
    void takeFirst(int count, Chars text) {
        int end = Math.min(count, length);
        while (end < length && cells[end] < BLANK) {
            end--;
        }
        write(0, end, text);
        System.arraycopy(cells, end, cells, 0, length - end);
        length -= end;
        cursor = Math.max(0, cursor - end);
    }

    /** Appends the line without the blanks at its end that nobody wrote. */
    void writeTo(Chars text) {
        write(0, end(), text);
    }

    /** True when no cell from {@code column} on shows anything. */
    boolean isBlank(int column) {
        for (int i = column; i < length; i++) {
            if (cells[i] > ' ') {
                return false;
            }
        }
        return true;
    }

    /** Removes the blanks at the end, written or not. */
    void trim() {
        while (length > 0 && cells[length - 1] <= ' ') {
            length--;
        }
        cursor = Math.min(cursor, length);
    }

    /** True when no cell shows anything. */
    boolean invisible() {
        for (int i = 0; i < length; i++) {
            if (cells[i] > ' ') {
                return false;
            }
        }
        return true;
    }

    /** The end of the last written cell. */
    int end() {
        int end = length;
        while (end > 0 && cells[end - 1] == BLANK) {
            end--;
        }
        return end;
    }

    int cell(int column) {
        return cells[column];
    }

    private void write(int from, int to, Chars text) {
        text.reserve(to - from);
        char[] units = text.units;
        int size = text.size;
        for (int i = from; i < to; i++) {
            int cell = cells[i];
            if (cell > BLANK && cell < 0x10000) {
                if (size == units.length) {
                    text.size = size;
                    text.reserve(to - i);
                    units = text.units;
                }
                units[size++] = (char) cell;
            } else if (cell >= BLANK) {
                text.size = size;
                append(cell, text);
                size = text.size;
                units = text.units;
            }
        }
        text.size = size;
    }

    private void append(int cell, Chars text) {
        if (cell == BLANK) {
            text.add(' ');
        } else if (Clusters.reserved(cell)) {
            text.add(clusters.text(cell));
        } else {
            text.addCodePoint(cell);
        }
    }

    /** Makes cells {@code [cursor, end)} writable: grows, fills the gap, and blanks what remains of a wide character or tab that is cut. */
    private void open(int end) {
        reserve(end);
        if (cursor < length) {
            halve(cursor);
            halve(end);
        } else if (cursor > length) {
            Arrays.fill(cells, length, cursor, BLANK);
        }
        length = Math.max(length, end);
    }

    private void halve(int column) {
        if (column >= length || cells[column] >= BLANK) {
            return;
        }
        if (cells[column] == SECOND) {
            cells[column] = BLANK;
            cells[column - 1] = BLANK;
            return;
        }
        int from = column;
        while (cells[from] == TABBED) {
            from--;
        }
        int to = column;
        while (to < length && cells[to] == TABBED) {
            to++;
        }
        Arrays.fill(cells, from, to, BLANK);
    }

    private void reserve(int count) {
        if (count > cells.length) {
            cells = Arrays.copyOf(cells, Math.max(count, Math.min(MAX_CELLS, cells.length * 2)));
        }
    }
}
