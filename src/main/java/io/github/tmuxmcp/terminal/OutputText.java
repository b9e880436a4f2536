package io.github.tmuxmcp.terminal;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a stretch of a pane's stream says as clean text, bounded: head and tail are kept, the middle is counted.
 *
 * <p>Escapes are removed; CR, backspace, tab and the erasing of parts of a line are carried out, so that a progress bar leaves its last state. A line
 * is as long as the program made it: the pane's width never breaks it. A newline stands after each finished line. Blanks at a line's
 * end stay when they were written, not when they were erased. Every code point stays, but controls; an ill-formed part of UTF-8 is one U+FFFD;
 * bidirectional controls and tag characters are shown as escapes.
 *
 * <p>From the first vertical movement of the cursor until as many lines as the pane has rows came without one, the last lines are redrawn on a
 * screen ({@link Fold}). What a program paints on the alternate screen is not part of the text. Text that stood before the screen was
 * cleared stays.
 *
 * <p>Confined to one thread.
 */
public final class OutputText implements VtHandler {
    private static final int LINES_PER_DRAIN = 256;

    private final int columns;
    private final int rows;
    private final KeptText kept;
    private final RecentLines recent;
    private final Line line = new Line();
    private final Chars scratch = new Chars();
    private final Utf8Decoder decoder = new Utf8Decoder();
    private @Nullable Fold fold;

    /** Where the unfinished line, or the fold's oldest one, begins. */
    private long lineStart;

    private long savedLine = -1;
    private int savedColumn;
    private int linesInFold;
    private int quietLines;
    private boolean started;
    private boolean alternate;
    private boolean home;
    private boolean afterJoiner;
    private boolean visible;

    /**
     * An empty text.
     *
     * @param columns of the pane, for absolute columns and redraws
     * @param rows of the pane: so many finished lines can still be redrawn
     */
    public OutputText(int columns, int rows, TextBudget budget) {
        this.columns = Math.max(ScreenFeed.MIN_SIZE, columns);
        this.rows = Math.max(ScreenFeed.MIN_SIZE, rows);
        this.kept = new KeptText(budget);
        this.recent = new RecentLines(kept, this.rows);
    }

    /** True when the text shows nothing but blanks. */
    public boolean isEmpty() {
        takeScrolled();
        if (visible) {
            return false;
        }
        Fold folding = fold;
        return folding == null
                ? line.invisible()
                : folding.lines().lines().stream().allMatch(String::isBlank);
    }

    /** The last characters, the unfinished line included: at most {@code maxChars} and the budget's tail, beginning at a whole code point. */
    public String tail(int maxChars) {
        takeScrolled();
        Chars pending = new Chars();
        pending.add(recent.text());
        unfinished(pending);
        if (pending.size >= maxChars) {
            return pending.last(maxChars);
        }
        return kept.last(maxChars - pending.size) + pending;
    }

    /** The line in which the cursor stands, such as a prompt; empty at a line's beginning. */
    public String lastLine() {
        takeScrolled();
        Fold folding = fold;
        if (folding != null) {
            return folding.lines().cursorText();
        }
        Chars text = new Chars();
        line.writeTo(text);
        return text.toString();
    }

    /** The text as it stands. */
    public TextSnapshot snapshot() {
        takeScrolled();
        KeptText all = kept.copy();
        recent.addTo(all);
        Chars rest = new Chars();
        unfinished(rest);
        all.add(rest.units, 0, rest.size, lineStart);
        return all.snapshot();
    }

    /** UTF-16 units of the whole text as it stands, kept or not. */
    public long totalChars() {
        takeScrolled();
        Chars rest = new Chars();
        unfinished(rest);
        return kept.total() + recent.text().size + rest.size;
    }

    /** Forgets everything but the listener. A new stretch begins on the main screen. */
    public void reset() {
        kept.clear();
        recent.clear();
        line.clear();
        decoder.reset();
        fold = null;
        savedLine = -1;
        started = false;
        alternate = false;
        home = false;
        afterJoiner = false;
        visible = false;
    }

    /** Sets who hears each piece of text once nothing can change it any more; null for nobody. */
    public void listen(@Nullable TextListener listener) {
        recent.listen(listener);
    }

    private void unfinished(Chars text) {
        Fold folding = fold;
        if (folding == null) {
            line.writeTo(text);
        } else {
            text.add(String.join("\n", folding.lines().lines()));
        }
    }

    @Override
    public void print(byte[] bytes, int from, int to, long offset) {
        if (alternate) {
            return;
        }
        begin(offset);
        leaveHome();
        Fold folding = fold;
        if (folding != null) {
            folding.print(bytes, from, to, offset, this::takeScrolled);
            return;
        }
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

    private void ascii(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to) {
            makeRoom();
            int end = Math.min(to, at + line.room());
            line.ascii(bytes, at, end);
            at = end;
        }
    }

    private void put(int codePoint) {
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
        visible = true;
        recent.commitPart(scratch, lineStart);
    }

    @Override
    public void control(byte control, long offset) {
        if (alternate) {
            return;
        }
        begin(offset);
        endCharacter();
        if (control != '\n'
                && control != '\r'
                && control != '\t'
                && control != '\b'
                && control != 0x0b
                && control != 0x0c) {
            return;
        }
        leaveHome();
        boolean newline = control == '\n' || control == 0x0b || control == 0x0c;
        Fold folding = fold;
        if (folding != null) {
            folding.feed.control(control, offset);
            if (newline) {
                lineInFold(folding, offset);
            }
            return;
        }
        if (newline) {
            finishLine(offset + 1);
            return;
        }
        switch (control) {
            case '\r' -> line.cursor(0);
            case '\t' -> line.tab(1);
            case '\b' -> line.cursor(line.cursor() - 1);
            default -> throw new IllegalStateException("a control that is not carried out");
        }
    }

    @Override
    public void escape(int intermediate, int fin, long offset) {
        if (alternate && !(intermediate == 0 && fin == 'c')) {
            return;
        }
        begin(offset);
        endCharacter();
        if (intermediate != 0) {
            Fold folding = fold;
            if (folding != null) {
                folding.feed.escape(intermediate, fin, offset);
            }
            return;
        }
        switch (fin) {
            case 'c' -> {
                alternate = false;
                clear(offset);
            }
            case 'D', 'E' -> control((byte) '\n', offset);
            case 'M' -> fold().feed.escape(0, fin, offset);
            case '7' -> save();
            case '8' -> restore();
            default -> {}
        }
    }

    @Override
    public void csi(CsiSequence csi, long offset) {
        if (AlternateScreen.mode(csi) != AlternateScreen.NONE) {
            alternate = csi.fin() == 'h';
        }
        if (alternate || csi.fin() == 'm') {
            return;
        }
        begin(offset);
        endCharacter();
        if (csi.plain() && csi.fin() == 'J' && clears(csi)) {
            clear(offset);
        } else if (fold != null) {
            csiInFold(fold, csi, offset);
        } else if (csi.plain()) {
            csiInLine(csi, offset);
        }
    }

    /** All of the screen goes: {@code CSI 2 J}, or {@code CSI J} right after {@code CSI H}, as terminfo's clear has it. */
    private boolean clears(CsiSequence csi) {
        int part = csi.parameter(0, 0);
        return part == 2 || (part == 0 && home);
    }

    private void csiInLine(CsiSequence csi, long offset) {
        switch (csi.fin()) {
            case 'H', 'f' -> {
                if (csi.positive(0) == 1 && csi.positive(1) == 1) {
                    home = true;
                } else {
                    fold().feed.csi(csi, offset);
                }
            }
            case 'A', 'B', 'E', 'F', 'd', 'e', 'L', 'M', 'S', 'T', 'r' ->
                fold().feed.csi(csi, offset);
            case 'J' -> {
                if (csi.parameter(0, 0) == 0) {
                    line.eraseRight();
                } else if (csi.parameter(0, 0) == 1) {
                    fold().feed.csi(csi, offset);
                }
            }
            case 's' -> {
                if (csi.count() == 0) {
                    save();
                }
            }
            case 'u' -> {
                if (csi.count() == 0) {
                    restore();
                }
            }
            case 'C', 'D', 'G', '`', 'a', 'I', 'Z', 'K', 'X', '@', 'P', 'b' -> {
                leaveHome();
                Fold folding = fold;
                if (folding != null) {
                    folding.feed.csi(csi, offset);
                } else {
                    csiWithinLine(csi);
                }
            }
            default -> {}
        }
    }

    private void csiWithinLine(CsiSequence csi) {
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
        int width = ScreenFeed.wide(cell) ? 2 : 1;
        for (int i = 0; i < count; i++) {
            makeRoom();
            line.put(cell, width);
        }
    }

    private void csiInFold(Fold folding, CsiSequence csi, long offset) {
        home = csi.plain() && csi.fin() == 'H' && csi.positive(0) == 1 && csi.positive(1) == 1;
        folding.feed.csi(csi, offset);
        switch (csi.fin()) {
            case 'H', 'f', 'A', 'B', 'E', 'F', 'd', 'e', 'L', 'M', 'S', 'T', 'r', 'u' -> quietLines = 0;
            default -> {}
        }
    }

    @Override
    public void osc(byte[] payload, int length, long offset, long end) {
        if (!alternate) {
            begin(offset);
            endCharacter();
        }
    }

    @Override
    public void string(int kind, long offset) {
        if (!alternate) {
            begin(offset);
            endCharacter();
        }
    }

    private void begin(long offset) {
        if (!started) {
            started = true;
            lineStart = offset;
        }
    }

    private void endCharacter() {
        afterJoiner = false;
        if (fold == null && decoder.pending()) {
            decoder.reset();
            put(CodePoints.REPLACEMENT);
        }
    }

    private void finishLine(long next) {
        if (!visible) {
            visible = !line.invisible();
        }
        line.writeTo(recent.text());
        line.clear();
        recent.finish(lineStart);
        lineStart = next;
    }

    private void save() {
        Fold folding = fold;
        if (folding != null) {
            folding.feed.escape(0, '7', 0);
        } else {
            savedLine = recent.finished();
            savedColumn = line.cursor();
        }
    }

    private void restore() {
        Fold folding = fold;
        if (folding != null) {
            quietLines = 0;
            folding.feed.escape(0, '8', 0);
        } else if (savedLine == recent.finished()) {
            home = false;
            line.cursor(savedColumn);
        } else if (savedLine >= 0) {
            home = false;
            fold().feed.escape(0, '8', 0);
        }
    }

    /** The cursor was sent home, and something other than the clearing of the screen follows. */
    private void leaveHome() {
        if (home) {
            if (fold == null) {
                fold();
            }
            home = false;
        }
    }

    private void clear(long offset) {
        Fold folding = fold;
        if (folding != null) {
            takeScrolled();
            List<String> lines = folding.lines().lines();
            int end = lines.get(lines.size() - 1).isEmpty() ? lines.size() - 1 : lines.size();
            lines.subList(0, end).forEach(this::finish);
            fold = null;
            lineStart = offset;
        } else if (line.end() > 0) {
            finishLine(offset);
        }
        line.clear();
        recent.commitAllBut(0);
        savedLine = -1;
        home = false;
    }

    private Fold fold() {
        Fold folding = fold;
        if (folding == null) {
            folding = startFold();
            fold = folding;
        }
        if (home) {
            home = false;
            folding.feed.place(0, 0);
        }
        return folding;
    }

    private Fold startFold() {
        recent.commitAllBut(rows - 1);
        Fold folding = new Fold(columns, rows);
        long current = recent.finished();
        long first = current - recent.count();
        if (recent.count() > 0) {
            long begins = recent.offset(0);
            for (int i = 0; i < recent.count(); i++) {
                seedLine(folding, recent.line(i), first + i);
            }
            lineStart = begins;
        }
        recent.takeBack();
        Chars text = new Chars();
        line.writeTo(text);
        folding.seed(text.toString());
        if (savedLine == current) {
            folding.save(line.end(), savedColumn);
        }
        if (line.cursor() != line.end()) {
            folding.moveInLine(line.end(), line.cursor());
        }
        line.clear();
        linesInFold = 0;
        quietLines = 0;
        return folding;
    }

    private void seedLine(Fold folding, String text, long number) {
        folding.seed(text);
        if (number == savedLine) {
            folding.save(text.codePointCount(0, text.length()), savedColumn);
        }
        folding.seedNewline();
    }

    private void lineInFold(Fold folding, long offset) {
        linesInFold++;
        quietLines++;
        if (quietLines >= rows && !folding.feed.regionSet()) {
            takeScrolled();
            Fold.Lines lines = folding.lines();
            if (lines.cursorLast()) {
                endFold(lines, offset);
                return;
            }
        }
        if (linesInFold % LINES_PER_DRAIN == 0) {
            takeScrolled();
            lineStart = offset + 1;
        }
    }

    private void endFold(Fold.Lines lines, long offset) {
        for (String text : lines.lines().subList(0, lines.lines().size() - 1)) {
            finish(text);
        }
        fold = null;
        lines.cursorText().codePoints().forEachOrdered(this::put);
        line.cursor(lines.cursorColumn());
        lineStart = offset + 1;
        savedLine = -1;
    }

    private void takeScrolled() {
        Fold folding = fold;
        if (folding != null) {
            folding.takeScrolled(this::finish, part -> {
                visible = true;
                recent.commitPart(part, lineStart);
            });
        }
    }

    private void finish(CharSequence text) {
        if (!visible) {
            visible = !text.toString().isBlank();
        }
        recent.text().add(text);
        recent.finish(lineStart);
    }
}
