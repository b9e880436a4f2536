package io.github.tmuxmcp.mcp;

import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Whole lines to one stream, from any thread. A thread of its own writes them, so that a client that does not read its answers is still heard
 * when it cancels or ends. The first failure is the last write: the reader of a broken stream does not come back.
 */
final class LineWriter {
    /** Bytes not yet written with which a worker waits. */
    private static final int MOST_FOR_WORKERS = 1 << 20;
    /** The same for the thread that reads the client's lines: as long as it can, it goes on reading. */
    private static final int MOST_FOR_READER = 8 << 20;
    /** So long nothing is written until {@link #finish} gives the client up. */
    private static final long STUCK_NANOS = 100_000_000;

    private final OutputStream out;
    private final Runnable onBroken;
    private final Queue<LineBuffer> queue = new ArrayDeque<>();
    private long bytes;
    private long written;
    private boolean broken;
    private @Nullable Thread writer;
    private @Nullable Thread reader;

    /**
     * @param onBroken runs once, on the thread whose write failed
     */
    LineWriter(OutputStream out, Runnable onBroken) {
        this.out = out;
        this.onBroken = onBroken;
    }

    /** Says that this thread reads the client's lines. */
    synchronized void readsHere() {
        reader = Thread.currentThread();
    }

    /**
     * Hands a line over; waits, interrupted or not, while too much is not yet written.
     *
     * @param line with its newline
     */
    synchronized void write(LineBuffer line) {
        int most = Thread.currentThread() == reader ? MOST_FOR_READER : MOST_FOR_WORKERS;
        boolean interrupted = false;
        while (bytes >= most && !broken) {
            try {
                wait();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (broken) {
            return;
        }
        if (writer == null) {
            Thread started = new Thread(this::writeAll, "writer");
            started.setDaemon(true);
            started.start();
            writer = started;
        }
        queue.add(line);
        bytes += line.size();
        notifyAll();
    }

    private void writeAll() {
        try {
            while (true) {
                LineBuffer line = next();
                line.writeTo(out);
                out.flush();
                done(line);
            }
        } catch (Throwable e) {
            // The stream is broken, or there is no memory to write with.
            fail();
        }
        onBroken.run();
    }

    private synchronized LineBuffer next() throws InterruptedException {
        while (queue.isEmpty()) {
            wait();
        }
        return queue.element();
    }

    private synchronized void done(LineBuffer line) {
        queue.remove();
        bytes -= line.size();
        written++;
        notifyAll();
    }

    private synchronized void fail() {
        broken = true;
        queue.clear();
        notifyAll();
    }

    /** Waits until all is written, as long as the client takes something now and then. */
    synchronized void finish() {
        long seen = written;
        long since = System.nanoTime();
        while (!queue.isEmpty()) {
            long left = STUCK_NANOS - (System.nanoTime() - since);
            if (left <= 0) {
                return;
            }
            try {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
            if (written != seen) {
                seen = written;
                since = System.nanoTime();
            }
        }
    }
}
