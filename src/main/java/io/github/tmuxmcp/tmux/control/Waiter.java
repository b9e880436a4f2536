package io.github.tmuxmcp.tmux.control;

import io.github.tmuxmcp.tmux.Reply;
import io.github.tmuxmcp.tmux.TmuxException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One command's place in the queue of answers. It is completed once, by the thread that reads, whether or not anyone still waits; one
 * thread waits.
 */
final class Waiter {
    /** What the command takes in the pipe until tmux answers it. */
    final int bytes;

    private volatile @Nullable Thread waiting;
    private volatile @Nullable Reply reply;
    private volatile @Nullable Failure failure;

    /** Why no answer can come. A new exception is made of it in each thread, so that its trace is the waiter's own. */
    record Failure(TmuxException.Kind kind, String message) {
        TmuxException exception() {
            return new TmuxException(kind, message);
        }
    }

    Waiter(int bytes) {
        this.bytes = bytes;
    }

    void complete(Reply answer) {
        reply = answer;
        LockSupport.unpark(waiting);
    }

    void fail(Failure reason) {
        failure = reason;
        LockSupport.unpark(waiting);
    }

    /**
     * Waits for the answer.
     *
     * @throws TmuxException TIMED_OUT, or the failure
     */
    Reply await(Duration timeout) throws InterruptedException {
        long end = System.nanoTime() + timeout.toNanos();
        waiting = Thread.currentThread();
        while (true) {
            Reply answer = reply;
            if (answer != null) {
                return answer;
            }
            Failure reason = failure;
            if (reason != null) {
                throw reason.exception();
            }
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            long left = end - System.nanoTime();
            if (left <= 0) {
                throw new TmuxException(
                        TmuxException.Kind.TIMED_OUT, "tmux did not answer within " + timeout.toMillis() + " ms");
            }
            LockSupport.parkNanos(this, left);
        }
    }
}
