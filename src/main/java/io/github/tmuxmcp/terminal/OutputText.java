package io.github.tmuxmcp.terminal;

import io.github.tmuxmcp.limits.MemoryPool;
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
    private static final int LONGEST_CARRIED = 4_000;
    /** Cells of a redraw's screen that need no leave. */
    private static final int SMALL_FOLD = 4_000;

    private final int columns;
    private final int rows;
    private final MemoryPool.Share memory;
    private final KeptText kept;
    private final RecentLines recent;
    private final Line line = new Line();
    private final LineWriter writer;
    private final LineDrawing drawing = new LineDrawing();
    private @Nullable Fold fold;
    private long foldChars;

    private long savedLine = -1;
    private int savedColumn;
    private int linesInFold;
    private int quietLines;
    private boolean started;
    private boolean alternate;
    private boolean home;

    /**
     * An empty text.
     *
     * @param columns of the pane, for absolute columns and redraws
     * @param rows of the pane: so many finished lines can still be redrawn
     */
    public OutputText(int columns, int rows, TextBudget budget) {
        this(columns, rows, budget, MemoryPool.unbounded());
    }

    /**
     * The same, with a share of a pool for what goes beyond the usual: where that gives nothing, less text is kept than the budget says, and
     * redraws reach fewer rows up.
     */
    public OutputText(int columns, int rows, TextBudget budget, MemoryPool.Share memory) {
        this.memory = memory;
        this.columns = Math.max(ScreenFeed.MIN_SIZE, columns);
        this.rows = Math.max(ScreenFeed.MIN_SIZE, rows);
        this.kept = new KeptText(budget, memory);
        this.recent = new RecentLines(kept, this.columns, this.rows);
        this.writer = new LineWriter(this.columns, line, recent);
    }

    /** True when the text shows nothing but blanks. */
    public boolean isEmpty() {
        takeScrolled();
        if (recent.visible()) {
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
        Chars rest = new Chars();
        unfinished(rest);
        if (rest.size >= maxChars) {
            return rest.last(maxChars);
        }
        Chars lines = recent.text();
        if (rest.size + lines.size >= maxChars) {
            return lines.last(maxChars - rest.size) + rest;
        }
        return kept.last(maxChars - rest.size - lines.size) + lines + rest;
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
        all.add(rest.units, 0, rest.size, writer.start());
        return all.snapshot();
    }

    /** UTF-16 units of the whole text as it stands, kept or not. */
    public long totalChars() {
        takeScrolled();
        Fold folding = fold;
        if (folding == null) {
            return finishedChars() + line.units();
        }
        Chars rest = new Chars();
        unfinished(rest);
        return finishedChars() + rest.size;
    }

    /** About {@link #totalChars}, at no cost: cells for the unfinished line, and nothing for what a redraw holds on its screen. */
    public long roughChars() {
        return finishedChars() + (fold == null ? line.length() : 0);
    }

    private long finishedChars() {
        return kept.total() + recent.text().size;
    }

    /** UTF-16 units of the text that {@link #snapshot} would give, or a few more; costs nothing. */
    public long keptChars() {
        return kept.kept() + recent.text().size + line.length() + (fold == null ? 0 : columns * rows);
    }

    /** Whether it says anything but white space, a beginning of {@code seen} apart; makes no copy. */
    public boolean showsMoreThan(String seen) {
        takeScrolled();
        if (kept.drops()) {
            return true;
        }
        Chars rest = new Chars();
        unfinished(rest);
        int same = 0;
        boolean begins = true;
        for (CharSequence part : List.of(kept.head(), kept.wholeTail(), recent.text(), rest)) {
            for (int i = 0; i < part.length(); i++) {
                begins &= same < seen.length() && part.charAt(i) == seen.charAt(same);
                if (begins) {
                    same++;
                } else if (!Character.isWhitespace(part.charAt(i))) {
                    return true;
                }
                if (!begins && same < seen.length()) {
                    // It does not begin so: what was passed over counts as well.
                    if (!seen.substring(0, same).isBlank()) {
                        return true;
                    }
                    same = seen.length();
                }
            }
        }
        return same < seen.length() && !seen.substring(0, same).isBlank();
    }

    /** Forgets everything but the listener. A new stretch begins on the main screen, with letters. */
    public void reset() {
        drawing.reset();
        forget();
    }

    private void forget() {
        kept.clear();
        recent.clear();
        writer.reset();
        line.shrink();
        dropFold();
        savedLine = -1;
        started = false;
        alternate = false;
        home = false;
    }

    /**
     * Forgets the finished lines. The unfinished one stays, so that what comes next lands in the right columns of it; one of more than
     * {@value #LONGEST_CARRIED} characters goes as well.
     *
     * @return the line that stayed
     */
    public String resetButLine() {
        String carried = lastLine();
        forget();
        if (carried.length() > LONGEST_CARRIED) {
            return "";
        }
        carried.codePoints().forEachOrdered(c -> {
            if (c == '\t') {
                line.tabText();
            } else {
                writer.put(c);
            }
        });
        return carried;
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
        if (drawing.active()) {
            byte[] graphics = LineDrawing.graphics(bytes, from, to);
            show(graphics, 0, graphics.length, offset);
        } else {
            show(bytes, from, to, offset);
        }
    }

    private void show(byte[] bytes, int from, int to, long offset) {
        begin(offset);
        leaveHome();
        Fold folding = fold;
        if (folding != null) {
            folding.print(bytes, from, to, offset, this::takeScrolled);
            return;
        }
        writer.print(bytes, from, to);
    }

    @Override
    public void control(byte control, long offset) {
        if (alternate) {
            return;
        }
        begin(offset);
        endCharacter();
        drawing.control(control);
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
            case '\r' -> carriageReturn(offset);
            case '\t' -> line.tabText();
            case '\b' -> line.cursor(line.cursor() - 1);
            default -> throw new IllegalStateException("a control that is not carried out");
        }
    }

    /**
     * To the line's beginning, however long it is. Only where a row of nothing but blanks was begun by running over the margin, as zsh and fish do
     * to get off an unfinished line, is that row a line of its own.
     */
    private void carriageReturn(long offset) {
        int row = Math.max(0, line.cursor() - 1) / columns * columns;
        if (row > 0 && line.isBlank(row)) {
            line.trim();
            finishLine(offset + 1);
            return;
        }
        line.cursor(0);
    }

    @Override
    public void escape(int intermediate, int fin, long offset) {
        if (alternate && !(intermediate == 0 && fin == 'c')) {
            return;
        }
        begin(offset);
        endCharacter();
        if (drawing.escape(intermediate, fin)) {
            return;
        }
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
                drawing.reset();
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
                    writer.csi(csi);
                }
            }
            default -> {}
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
            writer.start(offset);
        }
    }

    private void endCharacter() {
        if (fold == null) {
            writer.endCharacter();
        }
    }

    private void finishLine(long next) {
        line.writeTo(recent.text());
        line.clear();
        recent.finish(writer.start());
        writer.start(next);
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
            dropFold();
            writer.start(offset);
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
        int reach = takeRowsOfFold();
        recent.commitAllBut(reach - 1);
        Fold folding = new Fold(columns, reach);
        long current = recent.finished();
        long first = current - recent.count();
        if (recent.count() > 0) {
            long begins = recent.offset(0);
            for (int i = 0; i < recent.count(); i++) {
                seedLine(folding, recent.line(i), first + i);
            }
            writer.start(begins);
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

    /** As many rows as the pane has, or fewer where there is no memory for a large screen. */
    private int takeRowsOfFold() {
        long chars = ScreenFeed.chars(columns, rows);
        if (memory.take(chars)) {
            foldChars = chars;
            return rows;
        }
        return Math.max(ScreenFeed.MIN_SIZE, Math.min(rows, SMALL_FOLD / columns));
    }

    private void dropFold() {
        fold = null;
        memory.give(foldChars);
        foldChars = 0;
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
        if (quietLines >= folding.feed.rows() && !folding.feed.regionSet()) {
            takeScrolled();
            Fold.Lines lines = folding.lines();
            if (lines.cursorLast()) {
                endFold(lines, offset);
                return;
            }
        }
        if (linesInFold % LINES_PER_DRAIN == 0 || folding.isFull()) {
            takeScrolled();
            writer.start(offset + 1);
        }
    }

    private void endFold(Fold.Lines lines, long offset) {
        for (String text : lines.lines().subList(0, lines.lines().size() - 1)) {
            finish(text);
        }
        dropFold();
        lines.cursorText().codePoints().forEachOrdered(writer::put);
        line.cursor(lines.cursorColumn());
        writer.start(offset + 1);
        savedLine = -1;
    }

    private void takeScrolled() {
        Fold folding = fold;
        if (folding != null) {
            folding.takeScrolled(this::finish, part -> recent.commitPart(part, writer.start()));
        }
    }

    private void finish(CharSequence text) {
        recent.text().add(text);
        recent.finish(writer.start());
    }
}
