package io.github.tmuxmcp.agent.session;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.stream.Stream;

/**
 * Where in the log stands text that came to the prompt without an end of line and that nobody has typed: a background job's. It is pending
 * until it was shown; from then on only reading again asks for it. Guarded by the stream's monitor.
 */
final class StrangeText {
    private static final int MOST_RANGES = 1_000;

    private record Range(long from, long to) {}

    private final Deque<Range> pending = new ArrayDeque<>();
    private final Deque<Range> taken = new ArrayDeque<>();

    /** The bytes from {@code from} to before {@code to} came to the prompt. */
    void add(long from, long to) {
        if (pending.size() < MOST_RANGES) {
            pending.add(new Range(from, to));
        }
    }

    /** Whether there is text that no call has shown. */
    boolean pending() {
        return !pending.isEmpty();
    }

    /** It was shown, or told as output that was not. */
    void take() {
        taken.addAll(pending);
        pending.clear();
        while (taken.size() > MOST_RANGES) {
            taken.remove();
        }
    }

    /** Somebody did type it, at the terminal itself, or it has become a line. */
    void forget() {
        pending.clear();
    }

    /** The end of the text that stands at that offset of the log; the offset itself when there is none. */
    long until(long offset) {
        return Stream.concat(taken.stream(), pending.stream())
                .filter(range -> range.from() <= offset && offset < range.to())
                .mapToLong(Range::to)
                .findAny()
                .orElse(offset);
    }
}
