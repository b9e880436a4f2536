package io.github.tmuxmcp.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One life of a server: it serves until stdin ends or a signal comes, cleans up once, and leaves.
 *
 * <p>The end of input, SIGINT, SIGTERM and SIGHUP all end it the same way, with exit code 0. A client may follow up with SIGKILL within
 * 100 ms, so the order is by urgency:
 * <ol>
 *   <li>stdin is closed. The virtual machine waits 300 ms for a thread that sits in a blocking read; a closed {@link FileChannel}
 *       lets it go at once.
 *   <li>the mode is closed and the clean-up runs, on a thread that is given up after {@link #CLEANUP_LIMIT}.
 *   <li>{@link Runtime#halt}, from whichever thread came first. It passes by other shutdown hooks, which are none of ours.
 * </ol>
 */
final class ServerRun {
    /** How long a clean-up may take before the process leaves without it; the watchdog in tmux does the rest. */
    static final Duration CLEANUP_LIMIT = Duration.ofSeconds(1);

    private static final int FAULT_EXIT_CODE = 70;
    /** Whoever is its child has no parent left to wait for. */
    private static final long INIT = 1;

    private final Mode mode;
    private final Runnable cleanup;
    private final FileChannel input;
    private final OutputStream output;
    private final FaultLog faults;
    private final AtomicBoolean ending = new AtomicBoolean();

    /**
     * @param mode what serves
     * @param cleanup runs once at the end, after {@link Mode#close}: what must not outlive this process
     * @param input stdin, as a channel that can be closed under its reader
     * @param output stdout
     * @param faults where a failed clean-up is told
     */
    ServerRun(Mode mode, Runnable cleanup, FileChannel input, OutputStream output, FaultLog faults) {
        this.mode = mode;
        this.cleanup = cleanup;
        this.input = input;
        this.output = output;
        this.faults = faults;
    }

    /**
     * Serves to the end; never returns.
     *
     * @param greeting the line that the operator sees once signals are obeyed
     */
    void run(String greeting) {
        Thread.setDefaultUncaughtExceptionHandler(
                (thread, fault) -> faults.fault("thread " + thread.getName() + " failed", fault));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(0), "shutdown"));
        faults.tell(greeting);
        Thread watch = new Thread(this::watchParent, "parent-watch");
        watch.setDaemon(true);
        watch.start();
        int exitCode = 0;
        try {
            mode.serve(new StandardInput(input), output);
        } catch (Throwable fault) {
            // A reader that finds its channel closed is the ending at work.
            if (!ending.get()) {
                exitCode = FAULT_EXIT_CODE;
                tell("the server failed", fault);
            }
        }
        end(exitCode);
    }

    /** A client that is killed does not end our input while another process holds the pipe as well. */
    private void watchParent() {
        ProcessHandle parent = ProcessHandle.current().parent().orElse(null);
        if (parent != null && parent.pid() != INIT) {
            parent.onExit().join();
            end(0);
        }
    }

    private void end(int exitCode) {
        if (!ending.compareAndSet(false, true)) {
            waitForTheOther();
            return;
        }
        closeInput();
        try {
            Thread cleaner = new Thread(this::cleanUp, "cleanup");
            cleaner.setDaemon(true);
            cleaner.start();
            cleaner.join(CLEANUP_LIMIT.toMillis());
        } catch (InterruptedException hurried) {
            faults.trace("the clean-up was interrupted");
        } catch (OutOfMemoryError noThread) {
            cleanUp();
        } finally {
            Runtime.getRuntime().halt(exitCode);
        }
    }

    /** The second of main thread and shutdown hook: it must not return, or the process would leave before the first is done. */
    private static void waitForTheOther() {
        try {
            Thread.sleep(CLEANUP_LIMIT.multipliedBy(2).toMillis());
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }

    private void closeInput() {
        try {
            input.close();
        } catch (IOException failed) {
            tell("cannot close stdin", failed);
        }
    }

    /** Reports, if there is memory for that; the end comes in any case. */
    private void tell(String what, Throwable fault) {
        try {
            faults.fault(what, fault);
        } catch (OutOfMemoryError full) {
            // The exit code says that something failed.
        }
    }

    private void cleanUp() {
        try {
            mode.close();
        } catch (Throwable fault) {
            tell("the server did not close", fault);
        }
        try {
            cleanup.run();
        } catch (Throwable fault) {
            tell("the clean-up failed", fault);
        }
    }
}
