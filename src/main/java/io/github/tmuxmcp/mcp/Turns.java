package io.github.tmuxmcp.mcp;

import java.util.ArrayDeque;
import java.util.HashMap;
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
    private final Map<String, Queue<Runnable>> waiting = new HashMap<>();

    Turns(Executor executor) {
        this.executor = executor;
    }

    /** @param key null for work that waits for nobody */
    void execute(@Nullable String key, Runnable work) {
        if (key == null) {
            executor.execute(work);
            return;
        }
        synchronized (waiting) {
            Queue<Runnable> queue = waiting.get(key);
            if (queue != null) {
                queue.add(work);
                return;
            }
            waiting.put(key, new ArrayDeque<>());
        }
        start(key, work);
    }

    private void start(String key, Runnable work) {
        boolean started = false;
        try {
            executor.execute(() -> {
                try {
                    work.run();
                } finally {
                    next(key);
                }
            });
            started = true;
        } finally {
            if (!started) {
                next(key);
            }
        }
    }

    private void next(String key) {
        Runnable work;
        synchronized (waiting) {
            work = waiting.getOrDefault(key, new ArrayDeque<>()).poll();
            if (work == null) {
                waiting.remove(key);
                return;
            }
        }
        start(key, work);
    }
}
