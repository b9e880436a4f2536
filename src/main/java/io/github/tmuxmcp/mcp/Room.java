package io.github.tmuxmcp.mcp;

import org.jspecify.annotations.Nullable;

/** What the calls in flight may take together: their number, and the bytes of the lines that they came in. Any thread. */
final class Room {
    /** Calls beyond the bound that wait for nobody: what ends a call that others wait for must get through. */
    static final int RESERVE = 16;
    /** Bytes of a line that is read however many are held: the cancel that makes room must get through. */
    static final int SMALL = 64 << 10;

    private final int maxCalls;
    private final long maxBytes;
    private int calls;
    private long bytes;

    Room(int maxCalls, long maxBytes) {
        this.maxCalls = maxCalls;
        this.maxBytes = maxBytes;
    }

    /**
     * Lets a call in, which {@link #leave leaves} once.
     *
     * @param length bytes of its line
     * @return null when it is in, otherwise the bound that keeps it out
     */
    synchronized @Nullable String enter(int length, boolean waitsForNobody) {
        if (calls >= maxCalls + (waitsForNobody ? RESERVE : 0)) {
            return maxCalls + " calls are in flight, the most this server takes; wait for one to end";
        }
        if (bytes + length > maxBytes && !(waitsForNobody && length <= SMALL)) {
            return full();
        }
        calls++;
        bytes += length;
        return null;
    }

    synchronized void leave(int length) {
        calls--;
        bytes -= length;
    }

    /** The bound that keeps a line from being read; null when there is none. */
    synchronized @Nullable String forbids(int length) {
        return length > SMALL && bytes + length > maxBytes ? full() : null;
    }

    private String full() {
        return "the calls in flight hold " + bytes + " bytes of requests, and this one goes beyond " + maxBytes
                + ", the most this server takes; wait for one to end";
    }
}
