package io.github.tmuxmcp.mcp;

import io.github.tmuxmcp.tool.Call;
import io.github.tmuxmcp.tool.Client;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One call of a tool on its worker thread. A cancel interrupts the handler or nobody: the lock keeps it from reaching the worker's next call.
 * Progress has a lock of its own, so that no report follows the end, and a cancel does not wait for a report that is being written.
 */
final class RunningCall implements Call {
    private final Client client;
    private final @Nullable BiConsumer<Double, String> reporter;
    private final Object reporting = new Object();
    private @Nullable Thread worker;
    private boolean cancelled;
    private volatile boolean over;

    /**
     * @param reporter sends a report; null when the caller wants none
     */
    RunningCall(Client client, @Nullable BiConsumer<Double, String> reporter) {
        this.client = client;
        this.reporter = reporter;
    }

    /** Called on the worker before the handler; false when the call was cancelled before it began. */
    synchronized boolean begin() {
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
        if (worker != null) {
            worker.interrupt();
        }
    }

    @Override
    public Client client() {
        return client;
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
                reporter.accept(progress, message);
            }
        }
    }
}
