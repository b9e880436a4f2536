package io.github.tmuxmcp.terminal;

/** Carries out on the current {@link Line} what the stream says: text, and the sequences that stay within the line. */
final class LineWriter {
    private final int columns;
    private final Line line;
    private final RecentLines recent;
    private final Chars scratch = new Chars();
    private final Utf8Decoder decoder = new Utf8Decoder();
    private boolean afterJoiner;
    private long start;

    /** {@code columns} of the pane, where the cursor's absolute columns end. */
    LineWriter(int columns, Line line, RecentLines recent) {
        this.columns = columns;
        this.line = line;
        this.recent = recent;
    }

    /** Where in the stream the line begins. */
    long start() {
        return start;
    }

    void start(long offset) {
        start = offset;
    }

    void reset() {
        line.clear();
        decoder.reset();
        afterJoiner = false;
    }

    void print(byte[] bytes, int from, int to) {
        int i = from;
        while (i < to) {
            if (bytes[i] >= 0 && !decoder.pending() && !afterJoiner) {
                int run = i;
                do {
                    i++;
                } while (i < to && bytes[i] >= 0);
                ascii(bytes, run, i);
                continue;
            }
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

    /** Something other than text follows: a character that is incomplete stays so. */
    void endCharacter() {
        afterJoiner = false;
        if (decoder.pending()) {
            decoder.reset();
            put(CodePoints.REPLACEMENT);
        }
    }

    private void ascii(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to) {
            makeRoom();
            int end = Math.min(to, at + line.room());
            line.ascii(bytes, at, end);
            at = end;
        }
    }

    void put(int codePoint) {
        if (CodePoints.control(codePoint)) {
            return;
        }
        makeRoom();
        String escape = CodePoints.escape(codePoint);
        int width = escape != null ? 0 : CodePoints.columns(codePoint);
        if (width == 0 || afterJoiner || CodePoints.modifier(codePoint)) {
            afterJoiner = codePoint == CodePoints.ZERO_WIDTH_JOINER && line.before() != Line.BLANK;
            line.join(escape != null ? escape : Character.toString(codePoint), codePoint);
            return;
        }
        int cell = codePoint;
        if (Clusters.reserved(codePoint)) {
            int code = line.clusters.code(Character.toString(codePoint), width);
            cell = code >= 0 ? code : CodePoints.REPLACEMENT;
        }
        line.put(cell, width);
    }

    /** A line that reaches the bound of what can be rewritten gives its older part away. */
    private void makeRoom() {
        if (line.room() > 2) {
            return;
        }
        line.takeFirst(Line.MAX_CELLS / 4 * 3, scratch);
        recent.commitPart(scratch, start);
    }

    void csi(CsiSequence csi) {
        int count = Math.min(columns, csi.positive(0));
        switch (csi.fin()) {
            case 'C', 'a' ->
                line.cursor(Math.min(line.cursor() + count, line.cursor() / columns * columns + columns - 1));
            case 'D' -> line.cursor(line.cursor() - csi.positive(0));
            case 'G', '`' -> line.cursor(count - 1);
            case 'I' -> line.tab(Math.min(count, columns / 8));
            case 'Z' -> line.backTab(count);
            case 'K' -> {
                switch (csi.parameter(0, 0)) {
                    case 0 -> line.eraseRight();
                    case 1 -> line.eraseLeft();
                    case 2 -> line.eraseAll();
                    default -> {}
                }
            }
            case 'X' -> line.erase(count);
            case '@' -> line.insert(count);
            case 'P' -> line.delete(count);
            case 'b' -> repeat(count);
            default -> throw new IllegalStateException("a sequence that is not carried out");
        }
    }

    private void repeat(int count) {
        int cell = line.before();
        if (cell == Line.BLANK) {
            return;
        }
        int width = Cells.wide(cell) ? 2 : 1;
        for (int i = 0; i < count; i++) {
            makeRoom();
            line.put(cell, width);
        }
    }
}
