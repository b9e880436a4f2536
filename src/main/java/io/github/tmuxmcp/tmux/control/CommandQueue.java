package io.github.tmuxmcp.tmux.control;

import io.github.tmuxmcp.tmux.Reply;
import io.github.tmuxmcp.tmux.TmuxException;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Commands on their way to tmux, and the waiters for their answers, in one order.
 *
 * <p>tmux has read every command that it has answered, so what can still stand in the pipe is at most what has no answer. While that
 * fits into any pipe the caller writes by itself, under the lock, and cannot be held up. Beyond that a thread of its own writes: a
 * stopped tmux holds up that thread and no caller.
 */
final class CommandQueue {
    /** Bytes without an answer up to which a write cannot block: less than the smallest default pipe. */
    private static final int DIRECT_BYTES = 16 << 10;

    /** Bytes without an answer that may be held for a tmux that does not read. */
    private static final long MAX_BYTES = 40L << 20;

    private final OutputStream out;
    private final Queue<Waiter> waiters = new ArrayDeque<>();
    private final Queue<byte[]> lane = new ArrayDeque<>();
    private long unanswered;
    private boolean writing;
    private Waiter.@Nullable Failure failure;

    CommandQueue(OutputStream out) {
        this.out = out;
    }

    /**
     * Sends whole lines and queues a waiter for each.
     *
     * @throws TmuxException when the connection has failed, or when too much is without an answer
     */
    synchronized void send(byte[] lines, List<Waiter> answers) {
        if (failure != null) {
            throw failure.exception();
        }
        if (unanswered > 0 && unanswered + lines.length > MAX_BYTES) {
            throw new TmuxException(
                    TmuxException.Kind.TIMED_OUT, "tmux does not answer; " + waiters.size() + " commands wait for it");
        }
        waiters.addAll(answers);
        unanswered += lines.length;
        if (writing || unanswered > DIRECT_BYTES) {
            lane.add(lines);
            startWriting();
            return;
        }
        try {
            out.write(lines);
            out.flush();
        } catch (IOException broken) {
            fail(TmuxException.Kind.SERVER_GONE, "the tmux client has ended");
        }
    }

    /** Gives the next waiter its answer; an answer that nobody asked for is dropped. */
    void answer(Reply reply, Waiter.@Nullable Failure bad) {
        Waiter waiter;
        synchronized (this) {
            waiter = waiters.poll();
            if (waiter == null) {
                return;
            }
            unanswered -= waiter.bytes;
        }
        if (bad != null) {
            waiter.fail(bad);
            return;
        }
        waiter.complete(reply);
    }

    /** Ends the queue: every waiter, and every later command, gets the first failure. */
    synchronized void fail(TmuxException.Kind kind, String message) {
        if (failure == null) {
            failure = new Waiter.Failure(kind, message);
        }
        for (Waiter waiter : waiters) {
            waiter.fail(failure);
        }
        waiters.clear();
        lane.clear();
    }

    synchronized boolean failed() {
        return failure != null;
    }

    private void startWriting() {
        if (writing) {
            return;
        }
        writing = true;
        Thread writer = new Thread(this::writeLane, "tmux-control-writer");
        writer.setDaemon(true);
        writer.start();
    }

    private void writeLane() {
        try {
            for (byte[] lines = next(); lines != null; lines = next()) {
                out.write(lines);
                out.flush();
            }
        } catch (IOException broken) {
            fail(TmuxException.Kind.SERVER_GONE, "the tmux client has ended");
        }
    }

    private synchronized byte @Nullable [] next() {
        byte[] lines = lane.poll();
        writing = lines != null;
        return lines;
    }
}
