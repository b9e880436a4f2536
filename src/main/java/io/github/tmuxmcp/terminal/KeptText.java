package io.github.tmuxmcp.terminal;

import org.jspecify.annotations.Nullable;

/** The head and the tail of a text that only grows; the middle is counted. */
final class KeptText {
    private final TextBudget budget;
    private final Chars head = new Chars();
    private final char[] ring;
    private long total;
    private boolean headClosed;
    private long cutOffset = -1;

    KeptText(TextBudget budget) {
        this.budget = budget;
        this.ring = new char[budget.tail()];
    }

    private KeptText(KeptText other) {
        budget = other.budget;
        ring = other.ring.clone();
        total = other.total;
        headClosed = other.headClosed;
        cutOffset = other.cutOffset;
        head.add(other.head);
    }

    KeptText copy() {
        return new KeptText(this);
    }

    long total() {
        return total;
    }

    void clear() {
        head.clear();
        total = 0;
        headClosed = false;
        cutOffset = -1;
    }

    /** Adds whole code points of a line that begins at {@code lineOffset} of the stream. */
    void add(char[] units, int from, int to, long lineOffset) {
        int at = from;
        if (!headClosed) {
            at = addToHead(units, from, to, lineOffset);
        }
        total += at - from;
        int skipped = Math.max(0, to - at - ring.length);
        total += skipped;
        at += skipped;
        while (at < to) {
            int slot = (int) ((total - head.size) % ring.length);
            int count = Math.min(to - at, ring.length - slot);
            System.arraycopy(units, at, ring, slot, count);
            total += count;
            at += count;
        }
    }

    private int addToHead(char[] units, int from, int to, long lineOffset) {
        int count = Math.min(to - from, budget.head() - head.size);
        if (count < to - from) {
            headClosed = true;
            cutOffset = lineOffset;
            if (count > 0 && Character.isHighSurrogate(units[from + count - 1])) {
                count--;
            }
        }
        head.reserve(count);
        System.arraycopy(units, from, head.units, head.size, count);
        head.size += count;
        return from + count;
    }

    TextSnapshot snapshot() {
        long rest = total - head.size;
        if (rest <= ring.length) {
            return new TextSnapshot(head + last(ring.length, null), 0, -1, "");
        }
        String tail = last(ring.length, null);
        return new TextSnapshot(head.toString(), rest - tail.length(), cutOffset, tail);
    }

    /** The last units, at most {@code max}: of the tail, and of the head as long as nothing is missing between them. */
    String last(int max, @Nullable Chars before) {
        int kept = (int) Math.min(total - head.size, ring.length);
        int count = Math.min(kept, Math.max(0, max));
        StringBuilder text = new StringBuilder(count);
        if (before != null && total - head.size <= ring.length && max > kept) {
            text.append(before.last(max - kept));
        }
        long from = total - count;
        int slot = (int) ((from - head.size) % ring.length);
        int first = Math.min(count, ring.length - slot);
        text.append(ring, slot, first).append(ring, 0, count - first);
        if (count > 0 && count < total && text.length() > 0 && Character.isLowSurrogate(text.charAt(0))) {
            text.deleteCharAt(0);
        }
        return text.toString();
    }

    String last(int max) {
        return last(max, head);
    }
}
