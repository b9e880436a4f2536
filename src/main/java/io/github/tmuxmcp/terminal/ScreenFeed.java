package io.github.tmuxmcp.terminal;

import java.util.ArrayList;
import java.util.List;
import org.jline.utils.ScreenTerminal;

/**
 * Writes tokens to JLine's {@link ScreenTerminal} and keeps away from it what it gets wrong.
 *
 * <ul>
 *   <li>Tab stops, which are off by one, are programmed.
 *   <li>Marks of no width, which it drops, become part of their character's {@link Clusters code}. They need the character still to be in
 *       {@link #out}: the last one is held back there.
 *   <li>A wide character that does not fit into the row wraps as a whole.
 *   <li>{@code CUF} into the margin does not arm a wrap.
 *   <li>Colours, titles, questions to the terminal ({@code CSI x} throws) and everything that it does not know are left out.
 *   <li>Rows that scroll off collect without bound: {@link #takeScrolled()} empties them; {@code CSI 3 J} is what clears JLine's list.
 *   <li>Rows that scroll out of a region that is not the whole screen are lost in JLine, and reach the history in tmux.
 * </ul>
 *
 * A feed that folds marks what was written: the first character of a row into which text ran on is bold, and blanks that were written are
 * {@link Clusters#WRITTEN_BLANK}. Line feeds return to the first column, as in the text.
 */
final class ScreenFeed implements VtHandler {
    /** JLine takes no smaller screen. */
    static final int MIN_SIZE = ScreenTerminal.MIN_SIZE;

    private static final int MAX_HELD = 4096;
    private static final int MAX_COUNT = 9_999;
    private static final int TAB = 8;
    private static final long[] NO_CELLS = {};

    final Clusters clusters = new Clusters();
    private final boolean folding;
    private final Utf8Decoder decoder = new Utf8Decoder();
    private final StringBuilder out = new StringBuilder();
    private final int[] cursor = new int[2];
    private final List<long[]> scrolled = new ArrayList<>();
    private ScreenTerminal terminal;
    private int columns;
    private int rows;

    /** Where in {@link #out} the last character begins, or -1 when it is gone or something else came after it. */
    private int lastAt = -1;

    private int lastCode;
    private int lastColumns;
    private boolean afterJoiner;

    /** The cursor's column, {@link #columns} when the next character wraps, or -1 when it must be asked. */
    private int column = -1;

    private boolean autowrap = true;
    private boolean bold;
    private int regionTop;
    private int regionBottom;
    private boolean lossy;

    ScreenFeed(int columns, int rows, boolean folding) {
        this.columns = Math.max(MIN_SIZE, columns);
        this.rows = Math.max(MIN_SIZE, rows);
        this.folding = folding;
        this.terminal = new ScreenTerminal(this.columns, this.rows);
        this.regionBottom = this.rows;
        programTabs(0);
    }

    /** What an emulator of that size holds, in characters of two bytes: JLine has two screens of longs. */
    static long chars(int columns, int rows) {
        return 8L * columns * rows;
    }

    boolean lossy() {
        return lossy;
    }

    int columns() {
        return columns;
    }

    int rows() {
        return rows;
    }

    int cursorColumn() {
        ask();
        return cursor[0];
    }

    int cursorRow() {
        ask();
        return cursor[1];
    }

    /** True when rows scroll within a part of the screen only. */
    boolean regionSet() {
        return regionTop > 0 || regionBottom < rows;
    }

    /** All cells, row by row. */
    long[] cells() {
        flush();
        long[] cells = new long[columns * rows];
        terminal.dump(cells, cursor);
        return cells;
    }

    /** The cells of the first row. */
    long[] firstRow() {
        flush();
        long[] cells = new long[columns];
        terminal.dump(cells, 0, 0, 1, columns, cursor);
        return cells;
    }

    /** The rows that scrolled off since the last call, oldest first; each has its own width. */
    List<long[]> takeScrolled() {
        flush();
        collect();
        if (scrolled.isEmpty()) {
            return List.of();
        }
        List<long[]> taken = new ArrayList<>(scrolled);
        scrolled.clear();
        return taken;
    }

    int scrolledCount() {
        return scrolled.size() + terminal.getHistorySize();
    }

    @SuppressWarnings("deprecation") // the other setSize wants an object of another JLine package
    void resize(int newColumns, int newRows) {
        flush();
        int oldColumns = columns;
        boolean whole = !regionSet();
        if (!terminal.setSize(Math.max(MIN_SIZE, newColumns), Math.max(MIN_SIZE, newRows))) {
            lossy = true;
            return;
        }
        columns = terminal.getColumns();
        rows = terminal.getRows();
        regionBottom = whole ? rows : Math.min(regionBottom, rows);
        moved();
        if (columns > oldColumns) {
            int row = cursorRow();
            int at = cursor[0];
            programTabs(oldColumns);
            place(row, at);
        }
    }

    /** Moves the cursor; both count from 0. */
    void place(int row, int at) {
        moved();
        sequence('H', row + 1, at + 1);
    }

    /** Writes text of our own, code point by code point. */
    void text(String text) {
        text.codePoints().forEachOrdered(c -> {
            if (c == '\t') {
                control((byte) c, 0);
            } else {
                put(c);
            }
        });
    }

    @Override
    public void print(byte[] bytes, int from, int to, long offset) {
        int i = from;
        while (i < to) {
            int code = decoder.next(bytes[i]);
            if (code >= 0) {
                put(code);
            } else if (code != Utf8Decoder.MORE) {
                put(CodePoints.REPLACEMENT);
            }
            if (code != Utf8Decoder.BROKEN) {
                i++;
            }
        }
    }

    @Override
    public void control(byte control, long offset) {
        endCharacter();
        switch (control) {
            case '\n', 0x0b, 0x0c -> lineFeed();
            case '\r' -> {
                moved(0);
                out.append('\r');
            }
            case '\b', '\t', 0x0e, 0x0f -> {
                moved();
                out.append((char) control);
            }
            default -> {}
        }
    }

    @Override
    public void escape(int intermediate, int fin, long offset) {
        endCharacter();
        switch (intermediate) {
            case 0 -> escape(fin);
            case '(', ')' -> {
                if (fin == '0' || fin == 'A' || fin == 'B') {
                    moved();
                    out.append('\033').append((char) intermediate).append((char) fin);
                }
            }
            case '#' -> {
                if (fin == '8') {
                    moved();
                    out.append("\033#8");
                }
            }
            default -> {}
        }
    }

    private void escape(int fin) {
        switch (fin) {
            case '7', '8', 'H', 'M' -> {
                moved();
                out.append('\033').append((char) fin);
            }
            case 'D' -> index(false);
            case 'E' -> index(true);
            case 'c' -> reset();
            default -> {}
        }
    }

    @Override
    public void csi(CsiSequence csi, long offset) {
        endCharacter();
        if (csi.plain()) {
            plain(csi);
        } else if (csi.prefix() == '?' && csi.intermediate() == 0 && (csi.fin() == 'h' || csi.fin() == 'l')) {
            privateModes(csi);
        } else if (csi.intermediate() == '!' && csi.fin() == 'p') {
            moved();
            regionTop = 0;
            regionBottom = rows;
            autowrap = true;
            out.append("\033[!p");
        }
    }

    private void plain(CsiSequence csi) {
        int fin = csi.fin();
        switch (fin) {
            case 'D', 'I', 'Z' -> {
                moved();
                sequence(fin, Math.min(MAX_COUNT, csi.positive(0)), 0);
            }
            case 'E', 'F' -> {
                moved(0);
                sequence(fin, Math.min(MAX_COUNT, csi.positive(0)), 0);
            }
            case 'G', '`' -> {
                int to = Math.min(columns, csi.positive(0));
                moved(to - 1);
                sequence('G', to, 0);
            }
            case 'A', 'B', 'd', 'e', '@', 'P', 'X', 'L', 'M', 'S', 'T' -> {
                if (fin == 'T' && csi.count() > 1) {
                    return;
                }
                moved(sameColumn());
                sequence(fin, Math.min(MAX_COUNT, csi.positive(0)), 0);
            }
            case 'C', 'a' -> {
                int to = Math.min(columns, cursorColumn() + csi.positive(0) + 1);
                moved(to - 1);
                sequence('G', to, 0);
            }
            case 'H', 'f' -> {
                int to = Math.min(columns, csi.positive(1));
                moved(to - 1);
                sequence('H', Math.min(MAX_COUNT, csi.positive(0)), to);
            }
            case 'J', 'K', 'g' -> {
                if (folding && fin == 'J' && csi.parameter(0, 0) == 3) {
                    return;
                }
                moved(sameColumn());
                out.append("\033[").append(csi.parameter(0, 0)).append((char) fin);
            }
            case 'b' -> repeat(csi.positive(0));
            case 'r' -> region(csi.positive(0), csi.parameter(1, 0));
            case 's', 'u' -> {
                if (csi.count() == 0) {
                    moved();
                    out.append(fin == 's' ? "\0337" : "\0338");
                }
            }
            case 'h', 'l' -> {
                if (csi.parameter(0, 0) == 4) {
                    moved();
                    out.append("\033[4").append((char) fin);
                }
            }
            default -> {}
        }
    }

    private void privateModes(CsiSequence csi) {
        for (int i = 0; i < csi.count(); i++) {
            int mode = csi.parameter(i, 0);
            if (mode == 6 || mode == 7) {
                moved();
                out.append("\033[?").append(mode).append((char) csi.fin());
                if (mode == 7) {
                    autowrap = csi.fin() == 'h';
                }
            }
        }
    }

    @Override
    public void osc(byte[] payload, int length, long offset, long end) {
        endCharacter();
    }

    @Override
    public void string(int kind, long offset) {
        endCharacter();
    }

    private void put(int codePoint) {
        if (CodePoints.control(codePoint)) {
            return;
        }
        String escape = CodePoints.escape(codePoint);
        int width = escape != null ? 0 : CodePoints.columns(codePoint);
        if (width == 0 || afterJoiner || CodePoints.modifier(codePoint)) {
            join(codePoint, escape != null ? escape : Character.toString(codePoint));
            return;
        }
        int code = codePoint;
        if (Clusters.reserved(codePoint)) {
            code = clusters.code(Character.toString(codePoint), width);
            if (code < 0) {
                lossy = true;
                code = CodePoints.REPLACEMENT;
                width = 1;
            }
        } else if (folding && codePoint == ' ') {
            code = Clusters.WRITTEN_BLANK;
        }
        append(code, width);
    }

    private void join(int codePoint, String shown) {
        lossy = true;
        afterJoiner = codePoint == CodePoints.ZERO_WIDTH_JOINER && lastAt >= 0;
        int joined = lastAt < 0 ? -1 : clusters.join(lastCode, shown, lastColumns);
        if (joined >= 0) {
            out.setLength(lastAt);
            out.appendCodePoint(joined);
            lastCode = joined;
            return;
        }
        int alone = clusters.code(shown, 1);
        if (alone >= 0 && folding) {
            append(alone, 1);
        }
    }

    private void append(int code, int width) {
        if (out.length() > MAX_HELD) {
            flush();
        }
        closeBold();
        if (column < 0 && (folding || width == 2)) {
            column = cursorColumn();
        }
        if (column >= 0) {
            advance(width);
        }
        lastAt = out.length();
        lastCode = code;
        lastColumns = width;
        out.appendCodePoint(code);
    }

    private void advance(int width) {
        if (autowrap && column + width > columns) {
            boolean pending = column == columns;
            keepTopOfRegion();
            if (!pending) {
                out.append("\r\n");
            }
            if (folding) {
                out.append("\033[1m");
                bold = true;
            }
            column = 0;
        }
        column = Math.min(columns, column + width);
    }

    private void closeBold() {
        if (bold) {
            bold = false;
            out.append("\033[m");
        }
    }

    private void repeat(int count) {
        if (lastColumns == 0) {
            return;
        }
        int code = lastCode;
        int width = lastColumns;
        for (int i = Math.min(count, columns); i > 0; i--) {
            append(code, width);
        }
    }

    private void lineFeed() {
        index(folding);
    }

    private void index(boolean returns) {
        moved(returns ? 0 : sameColumn());
        if (returns) {
            out.append('\r');
        }
        keepTopOfRegion();
        out.append('\n');
    }

    private void region(int top, int bottom) {
        int end = bottom == 0 ? rows : Math.min(rows, bottom);
        if (top >= end) {
            return;
        }
        moved();
        regionTop = top - 1;
        regionBottom = end;
        sequence('r', top, end);
    }

    /** Before a line feed: at the end of a region, its first row is about to be lost. */
    private void keepTopOfRegion() {
        if (!folding || !regionSet()) {
            return;
        }
        ask();
        if (cursor[1] == regionBottom - 1) {
            long[] above = new long[columns * (regionTop + 1)];
            terminal.dump(above, 0, 0, regionTop + 1, columns, cursor);
            collect();
            long[] row = new long[columns];
            System.arraycopy(above, columns * regionTop, row, 0, columns);
            scrolled.add(row);
        }
    }

    private void collect() {
        if (terminal.getHistorySize() > 0) {
            scrolled.addAll(terminal.getHistory());
            terminal.write("\033[3J");
        }
    }

    private void reset() {
        moved();
        flush();
        collect();
        terminal = new ScreenTerminal(columns, rows);
        regionTop = 0;
        regionBottom = rows;
        autowrap = true;
        programTabs(0);
    }

    private void programTabs(int from) {
        if (from == 0) {
            out.append("\033[3g");
        }
        for (int at = Math.max(TAB, (from + TAB - 1) / TAB * TAB); at < columns; at += TAB) {
            out.append("\033[").append(at + 1).append("G\033H");
        }
        out.append("\033[H");
        flush();
    }

    private void sequence(int fin, int first, int second) {
        out.append("\033[").append(first);
        if (second > 0) {
            out.append(';').append(second);
        }
        out.append((char) fin);
    }

    private void endCharacter() {
        if (decoder.pending()) {
            decoder.reset();
            put(CodePoints.REPLACEMENT);
        }
    }

    /** The cursor is about to be somewhere else, or what is under it to change. */
    private void moved() {
        moved(-1);
    }

    private void moved(int newColumn) {
        lastAt = -1;
        afterJoiner = false;
        closeBold();
        column = newColumn;
        if (out.length() > MAX_HELD) {
            flush();
        }
    }

    /** The column stays, unless it is not certain whether the next character still wraps. */
    private int sameColumn() {
        return column == columns ? -1 : column;
    }

    private void ask() {
        flush();
        terminal.dump(NO_CELLS, 0, 0, 0, 0, cursor);
    }

    private void flush() {
        lastAt = -1;
        afterJoiner = false;
        if (out.length() == 0) {
            return;
        }
        try {
            terminal.write(out);
        } catch (RuntimeException e) {
            // JLine has index errors in rare sequences. What was written with them is lost; the screen goes on.
            lossy = true;
        }
        out.setLength(0);
        if (!folding && terminal.getHistorySize() > rows) {
            terminal.write("\033[3J");
        }
    }
}
