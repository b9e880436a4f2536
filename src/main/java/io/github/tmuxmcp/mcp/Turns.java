package io.github.tmuxmcp.mcp;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Runs work on an executor, work of one key in the order in which it was handed over, one piece at a time. The order is that of the calls of
 * {@link #execute}, so they come from one thread; a lock taken by the workers themselves would let a later one in first.
 */
final class Turns {
    private final Executor executor;
    /** What has not begun, of each key that a worker is at. */
    private final Map<String, Queue<Runnable>> waiting = new HashMap<>();

    Turns(Executor executor) {
        this.executor = executor;
    }

    /**
     * Hands over work. When the executor refuses it, nothing is kept.
     *
     * @param key null for work that waits for nobody
     * @return true when other work of the key goes first
     */
    boolean execute(@Nullable String key, Runnable work) {
        if (key == null) {
            executor.execute(work);
            return false;
        }
        synchronized (waiting) {
            Queue<Runnable> queue = waiting.get(key);
            if (queue != null) {
                queue.add(work);
                return true;
            }
            waiting.put(key, new ArrayDeque<>(List.of(work)));
        }
        boolean started = false;
        try {
            executor.execute(() -> runAll(key));
            started = true;
        } finally {
            if (!started) {
                synchronized (waiting) {
                    waiting.remove(key);
                }
            }
        }
        return false;
    }

    /** Takes back work that has not begun and will not; false when it has begun, or is not here. Any thread. */
    boolean withdraw(@Nullable String key, Runnable work) {
        synchronized (waiting) {
            Queue<Runnable> queue = key == null ? null : waiting.get(key);
            return queue != null && queue.remove(work);
        }
    }

    private void runAll(String key) {
        for (Runnable work = next(key); work != null; work = next(key)) {
            try {
                work.run();
            } catch (Throwable e) {
                // The next one gets its turn whatever happened to this one.
                Thread worker = Thread.currentThread();
                worker.getUncaughtExceptionHandler().uncaughtException(worker, e);
            }
        }
    }

    private @Nullable Runnable next(String key) {
        synchronized (waiting) {
            Queue<Runnable> queue = waiting.get(key);
            Runnable work = queue == null ? null : queue.poll();
            if (work == null) {
                waiting.remove(key);
            }
            return work;
        }
    }
}
