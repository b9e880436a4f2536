package io.github.tmuxmcp.terminal;

import org.jline.utils.ScreenTerminal;

/** Reads the cells of JLine's screen that a {@link ScreenFeed} has written. */
final class Cells {
    private Cells() {}

    /** The code point of a cell, 0 for the right half of a wide character. */
    static int code(long cell) {
        return ScreenTerminal.cellCodePoint(cell);
    }

    /** Appends cells {@code [from, from + width)} without the blanks at their end. */
    static void writeRow(long[] cells, int from, int width, Clusters clusters, Chars text) {
        int end = from + width;
        while (end > from && code(cells[end - 1]) == ' ') {
            end--;
        }
        for (int i = from; i < end; i++) {
            int code = code(cells[i]);
            if (code == 0) {
                if (i == from || !wide(code(cells[i - 1]))) {
                    text.add(' ');
                }
            } else if (wide(code) && (i + 1 == from + width || code(cells[i + 1]) != 0)) {
                text.add(' ');
            } else if (Clusters.reserved(code)) {
                text.add(clusters.text(code));
            } else {
                text.addCodePoint(code);
            }
        }
    }

    static boolean wide(int code) {
        return code >= 0x1100 && CodePoints.columns(code) == 2;
    }

    /** True when text ran on from the row that ends {@code above} into the one that begins {@code below}. */
    static boolean wrapped(long[] above, int aboveFrom, long[] below, int belowFrom, int width) {
        long first = below[belowFrom];
        if (code(first) == ' ' || !ScreenTerminal.cellBold(first)) {
            return false;
        }
        long last = above[aboveFrom + width - 1];
        if (code(last) == ' ' && wide(code(first))) {
            last = above[aboveFrom + width - 2];
        }
        return code(last) != ' ';
    }
}
