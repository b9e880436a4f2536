package io.github.tmuxmcp.terminal;

import io.github.tmuxmcp.limits.MemoryPool;
import java.nio.CharBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The head and the tail of a text that only grows; the middle is counted.
 *
 * <p>Memory comes as the text grows. What goes beyond a fixed part is taken from a shared pool; where that gives none, head and tail stay
 * as long as they are, and the middle begins sooner.
 */
final class KeptText {
    private static final int SMALLEST = 256;
    /** Units of head and tail that need no leave: as much as a result of usual length holds. */
    private static final int FREE_HEAD = 8_192;

    private static final int FREE_TAIL = 24_576;

    private final TextBudget budget;
    private final MemoryPool.Share memory;
    private final Chars head;
    private char[] ring;
    private boolean refused;
    private long total;
    private boolean headClosed;
    private long cutOffset = -1;

    KeptText(TextBudget budget, MemoryPool.Share memory) {
        this.budget = budget;
        this.memory = memory;
        this.head = new Chars();
        this.ring = new char[Math.min(budget.tail(), SMALLEST)];
    }

    /** With its own memory: it lives for a moment. */
    private KeptText(KeptText other) {
        budget = other.budget;
        memory = MemoryPool.unbounded();
        head = new Chars();
        ring = other.ring.clone();
        refused = other.refused;
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
        memory.give(charged(head.units.length, FREE_HEAD) + charged(ring.length, FREE_TAIL));
        if (head.units.length > FREE_HEAD) {
            head.units = new char[SMALLEST];
        }
        if (ring.length > FREE_TAIL) {
            ring = new char[Math.min(budget.tail(), SMALLEST)];
        }
        refused = false;
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
        growRing(to - at);
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
        int count = Math.min(to - from, roomInHead(to - from));
        if (count < to - from) {
            headClosed = true;
            cutOffset = lineOffset;
            if (count > 0 && Character.isHighSurrogate(units[from + count - 1])) {
                count--;
            }
        }
        System.arraycopy(units, from, head.units, head.size, count);
        head.size += count;
        return from + count;
    }

    /** Units that are there, of head and tail. */
    long kept() {
        return Math.min(total, head.size + ring.length);
    }

    /** Whether something of the middle is gone. */
    boolean drops() {
        return total - head.size > ring.length;
    }

    CharSequence head() {
        return head;
    }

    /** What follows the head, as long as nothing is gone. */
    CharSequence wholeTail() {
        return CharBuffer.wrap(ring, 0, (int) Math.min(ring.length, total - head.size));
    }

    private static long charged(int length, int free) {
        return Math.max(0, length - free);
    }

    /** How many of {@code count} more units the head takes. */
    private int roomInHead(int count) {
        int wanted = Math.min(budget.head(), head.size + count);
        if (wanted > head.units.length) {
            int length = grown(head.units.length, wanted, budget.head(), FREE_HEAD);
            head.units = Arrays.copyOf(head.units, length);
        }
        return Math.min(budget.head(), head.units.length) - head.size;
    }

    /** Before anything of the tail is lost it grows, as far as it may. */
    private void growRing(int count) {
        long wanted = Math.min(budget.tail(), total - head.size + count);
        if (wanted > ring.length && total - head.size <= ring.length && !refused) {
            ring = Arrays.copyOf(ring, grown(ring.length, (int) wanted, budget.tail(), FREE_TAIL));
            refused = ring.length < wanted;
        }
    }

    /** The new length of an array: twice the old one or what is wanted, within the bound and what the pool gives. */
    private int grown(int length, int wanted, int bound, int free) {
        int best = Math.min(bound, Math.max(wanted, length * 2));
        if (memory.take(charged(best, free) - charged(length, free))) {
            return best;
        }
        return Math.max(length, Math.min(best, free));
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
