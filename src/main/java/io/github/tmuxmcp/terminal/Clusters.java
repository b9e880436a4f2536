package io.github.tmuxmcp.terminal;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Gives each text that fills one cell but is more than one code point a code point of its own, so that cells stay plain ints.
 *
 * <pre>
 * U+38000-U+3FFFD     clusters of two columns  (unassigned, wide by every width table)
 * U+100000-U+10FFFC   clusters of one column   (private use)
 * U+10FFFD            a blank that was written as text, as against one that was never written or was erased
 * </pre>
 *
 * Real characters of these ranges are made clusters too, so nothing is lost.
 */
final class Clusters {
    static final int WRITTEN_BLANK = 0x10fffd;

    /** UTF-16 units of one cluster; marks beyond it get a cell of their own. */
    static final int MAX_LENGTH = 64;

    private static final int NARROW = 0x100000;
    private static final int NARROW_END = 0x10fffc;
    private static final int WIDE = 0x38000;
    private static final int WIDE_END = 0x3fffd;
    private static final int MAX_CLUSTERS = 20_000;
    /** UTF-16 units of all clusters; beyond it, marks get cells of their own. */
    private static final int MAX_UNITS = 60_000;

    private final Map<String, Integer> codes = new HashMap<>();
    private final List<String> narrow = new ArrayList<>();
    private final List<String> wide = new ArrayList<>();
    private int units;

    /** True for code points that this class hands out, or would mistake for its own. */
    static boolean reserved(int codePoint) {
        return codePoint >= NARROW || (codePoint >= WIDE && codePoint <= WIDE_END);
    }

    /** The code of {@code text} at {@code columns} 1 or 2, or -1 when the table is full. */
    int code(String text, int columns) {
        List<String> texts = columns == 2 ? wide : narrow;
        String key = columns + text;
        Integer known = codes.get(key);
        if (known != null) {
            return known;
        }
        if (texts.size() >= MAX_CLUSTERS || units >= MAX_UNITS) {
            return -1;
        }
        int code = (columns == 2 ? WIDE : NARROW) + texts.size();
        texts.add(text);
        units += text.length();
        codes.put(key, code);
        return code;
    }

    /** The text of a cell. */
    String text(int code) {
        if (code == WRITTEN_BLANK) {
            return " ";
        }
        if (code >= NARROW && code < NARROW_END) {
            return narrow.get(code - NARROW);
        }
        if (code >= WIDE && code <= WIDE_END) {
            return wide.get(code - WIDE);
        }
        return Character.toString(code);
    }

    /**
     * The code of {@code cell} with {@code mark} added to it, or -1 when it cannot be added.
     *
     * @param shown how the mark appears: the code point itself, or its escape
     */
    int join(int cell, String shown, int columns) {
        String text = text(cell) + shown;
        return text.length() > MAX_LENGTH ? -1 : code(text, columns);
    }

    void clear() {
        if (!codes.isEmpty()) {
            codes.clear();
            narrow.clear();
            wide.clear();
            units = 0;
        }
    }
}
