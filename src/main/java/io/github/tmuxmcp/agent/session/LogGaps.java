package io.github.tmuxmcp.agent.session;

import java.util.Map;
import java.util.TreeMap;

/** Stretches of a session's log that nobody is to read again, as from one offset up to another. Guarded by whoever owns it. */
final class LogGaps {
    /** The oldest are forgotten. */
    private static final int MOST = 1_000;

    private final TreeMap<Long, Long> endsByStart = new TreeMap<>();

    void add(long start, long end) {
        endsByStart.put(start, end);
        if (endsByStart.size() > MOST) {
            endsByStart.pollFirstEntry();
        }
    }

    /** The first offset, from this one on, that is in none. */
    long behind(long offset) {
        Map.Entry<Long, Long> gap = endsByStart.floorEntry(offset);
        return gap == null ? offset : Math.max(offset, gap.getValue());
    }

    /** Where the next one begins behind an offset; {@link Long#MAX_VALUE} when none does. */
    long nextAfter(long offset) {
        Long start = endsByStart.higherKey(offset);
        return start == null ? Long.MAX_VALUE : start;
    }
}
