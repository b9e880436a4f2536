package io.github.tmuxmcp.terminal;

import java.nio.CharBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The last finished lines, which a cursor that moves up can still rewrite. Older ones leave, in order, for the {@link KeptText} and the listener.
 */
final class RecentLines {
    /** UTF-16 units held back at most, whatever the screen's size. */
    private static final int MAX_UNITS = 1 << 16;

    private static final int LEAST_UNITS = 1 << 14;

    private final KeptText kept;
    private final int rows;
    private final int maxUnits;
    private final Chars text = new Chars();
    private final int[] ends;
    private final long[] offsets;
    private int count;
    private long finished;
    private boolean visible;
    private @Nullable TextListener listener;

    /** Keeps at least the last {@code rows} lines, as long as they fill no more than the screen. */
    RecentLines(KeptText kept, int columns, int rows) {
        this.kept = kept;
        this.rows = rows;
        this.maxUnits = Math.max(LEAST_UNITS, Math.min(MAX_UNITS, columns * rows * 4));
        this.ends = new int[rows * 2 + 64];
        this.offsets = new long[ends.length];
    }

    void listen(@Nullable TextListener newListener) {
        listener = newListener;
    }

    void clear() {
        text.clear();
        text.shrink(LEAST_UNITS);
        count = 0;
        finished = 0;
        visible = false;
    }

    /** True once a line showed anything but blanks. */
    boolean visible() {
        return visible;
    }

    /** Where a line is to be written before {@link #finish}. */
    Chars text() {
        return text;
    }

    int count() {
        return count;
    }

    /** How many lines were finished since the beginning. */
    long finished() {
        return finished;
    }

    /** Ends the line that was written to {@link #text}, which begins at {@code offset} of the stream. */
    void finish(long offset) {
        if (!visible) {
            visible = shows(count == 0 ? 0 : ends[count - 1]);
        }
        text.add('\n');
        ends[count] = text.size;
        offsets[count] = offset;
        count++;
        finished++;
        if (count == ends.length) {
            commit(count - rows);
        } else if (text.size > maxUnits) {
            commit(linesOver(maxUnits / 2));
            text.shrink(maxUnits);
        }
    }

    /** Hands all lines but the last {@code lines} on. */
    void commitAllBut(int lines) {
        if (count > lines) {
            commit(count - lines);
        }
    }

    /** Hands on the beginning of a line that is not finished; the lines before it must have left. */
    void commitPart(Chars part, long offset) {
        commitAllBut(0);
        visible = true;
        kept.add(part.units, 0, part.size, offset);
        tell(part.units, part.size);
        part.clear();
    }

    /** Line {@code index} from the oldest, without its newline. */
    String line(int index) {
        int from = index == 0 ? 0 : ends[index - 1];
        return new String(text.units, from, ends[index] - 1 - from);
    }

    /** Where in the stream line {@code index} begins. */
    long offset(int index) {
        return offsets[index];
    }

    /** Forgets the lines without handing them on: they are written anew. */
    void takeBack() {
        finished -= count;
        text.clear();
        count = 0;
    }

    void addTo(KeptText other) {
        int from = 0;
        for (int i = 0; i < count; i++) {
            other.add(text.units, from, ends[i], offsets[i]);
            from = ends[i];
        }
    }

    private boolean shows(int from) {
        for (int i = from; i < text.size; i++) {
            if (text.units[i] > ' ') {
                return true;
            }
        }
        return false;
    }

    private int linesOver(int units) {
        int lines = 0;
        while (lines < count && text.size - ends[lines] > units) {
            lines++;
        }
        return Math.min(count, lines + 1);
    }

    private void commit(int lines) {
        int from = 0;
        for (int i = 0; i < lines; i++) {
            kept.add(text.units, from, ends[i], offsets[i]);
            from = ends[i];
        }
        tell(text.units, from);
        text.removeFirst(from);
        count -= lines;
        System.arraycopy(offsets, lines, offsets, 0, count);
        System.arraycopy(ends, lines, ends, 0, count);
        for (int i = 0; i < count; i++) {
            ends[i] -= from;
        }
    }

    private void tell(char[] units, int size) {
        if (listener != null) {
            listener.committed(CharBuffer.wrap(units, 0, size));
        }
    }
}
