package io.github.tmuxmcp.mcp;

import io.github.tmuxmcp.tool.Call;
import io.github.tmuxmcp.tool.Client;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One call of a tool on its worker thread. A cancel interrupts the handler or nobody: the lock keeps it from reaching the worker's next call.
 * Progress has a lock of its own, so that no report follows the end, and a cancel does not wait for a report that is being written.
 */
final class RunningCall implements Call {
    private static final int SECONDS_BETWEEN_REPORTS = 5;

    private final Client client;
    private final long arrivalNanos;
    private final int idBytes;
    private final @Nullable BiConsumer<Double, String> reporter;
    private final Object reporting = new Object();
    private @Nullable Thread worker;
    private @Nullable Future<?> waiting;
    private boolean cancelled;
    private volatile boolean begun;
    private volatile boolean over;
    /** The last progress before the handler began, from which its own goes on: progress only grows. */
    private double waited;

    /**
     * @param reporter sends a report; null when the caller wants none
     * @param arrivalNanos when the request was read, by {@link System#nanoTime}
     * @param idBytes bytes of the request's id
     */
    RunningCall(Client client, @Nullable BiConsumer<Double, String> reporter, long arrivalNanos, int idBytes) {
        this.client = client;
        this.reporter = reporter;
        this.arrivalNanos = arrivalNanos;
        this.idBytes = idBytes;
    }

    /** Tells the caller every few seconds that the call waits for its turn, until it begins or is cancelled. */
    synchronized void waits(ScheduledExecutorService timer) {
        if (reporter != null && !begun && !over) {
            waiting = timer.scheduleAtFixedRate(
                    this::reportWaiting, SECONDS_BETWEEN_REPORTS, SECONDS_BETWEEN_REPORTS, TimeUnit.SECONDS);
        }
    }

    private void reportWaiting() {
        long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - arrivalNanos);
        synchronized (reporting) {
            if (reporter != null && !begun && !over) {
                waited = seconds;
                reporter.accept(waited, "waiting for its turn: " + seconds + " s");
            }
        }
    }

    private void endWaiting() {
        if (waiting != null) {
            waiting.cancel(false);
            waiting = null;
        }
    }

    /** Called on the worker before the handler; false when the call was cancelled before it began. */
    synchronized boolean begin() {
        begun = true;
        endWaiting();
        worker = Thread.currentThread();
        return !cancelled;
    }

    /** Called on the worker after the handler; clears an interrupt that came too late for it. True when the call was cancelled. */
    boolean end() {
        synchronized (reporting) {
            over = true;
        }
        synchronized (this) {
            worker = null;
            Thread.interrupted();
            return cancelled;
        }
    }

    synchronized void cancel() {
        cancelled = true;
        over = true;
        endWaiting();
        if (worker != null) {
            worker.interrupt();
        }
    }

    @Override
    public Client client() {
        return client;
    }

    @Override
    public long arrivalNanos() {
        return arrivalNanos;
    }

    @Override
    public int idBytes() {
        return idBytes;
    }

    @Override
    public boolean wantsProgress() {
        return reporter != null;
    }

    @Override
    public void progress(double progress, String message) {
        if (reporter == null) {
            return;
        }
        synchronized (reporting) {
            if (!over) {
                reporter.accept(waited + progress, message);
            }
        }
    }
}
