package io.github.tmuxmcp.tool;

import java.util.concurrent.Semaphore;

/**
 * Room for long answers between their making and their writing, so that calls which end together do not make them all at once: the
 * handler takes room on the call's thread just before it makes a long text, and whoever carries the answer gives it back on that thread
 * when the answer is written or dropped. First come, first served.
 */
public final class AnswerRoom {
    /** Answers of no more characters need no room. */
    public static final int SMALL = 64 << 10;

    private static final int CHARS = 2_000_000;

    private final Semaphore free = new Semaphore(CHARS, true);
    private final ThreadLocal<Integer> held = ThreadLocal.withInitial(() -> 0);

    /**
     * Waits for room for an answer; what this thread held before is given back first.
     *
     * @param chars its greatest length in characters; beyond all the room there is, it gets all of it
     * @throws InterruptedException when the call was cancelled; then nothing is held
     */
    public void take(long chars) throws InterruptedException {
        giveBack();
        if (chars <= SMALL) {
            return;
        }
        int wanted = (int) Math.min(chars, CHARS);
        free.acquire(wanted);
        held.set(wanted);
    }

    /** Gives back what this thread holds. */
    public void giveBack() {
        int taken = held.get();
        held.remove();
        free.release(taken);
    }
}
