package io.github.tmuxmcp.tmux.process;

import io.github.tmuxmcp.tmux.TmuxException;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Runs one process to its end, with nothing to read and what it prints kept in memory. */
final class OneProcess {
    /** Bytes that a process may print. */
    static final int MAX_BYTES = 32 << 20;

    private static final File NOTHING = new File("/dev/null");
    private static final int READ_BYTES = 64 << 10;

    /** Threads that have just read are used again: starting one costs a tenth of a call. */
    private static final Executor READERS = Executors.newCachedThreadPool(OneProcess::reader);

    private OneProcess() {}

    private static Thread reader(Runnable work) {
        Thread reader = new Thread(work, "tmux-process-reader");
        reader.setDaemon(true);
        return reader;
    }

    /** Exit status, and standard output and standard error in the order in which they came. */
    @SuppressWarnings("ArrayRecordComponent") // compared by nobody
    record Result(int status, byte[] output) {}

    /**
     * Runs it.
     *
     * @param environment the whole environment; null for our own
     * @throws TmuxException NOT_INSTALLED, TIMED_OUT, or TRANSPORT when it prints more than {@link #MAX_BYTES} or the system has no room
     */
    static Result run(List<String> argv, @Nullable Map<String, String> environment, Duration timeout)
            throws InterruptedException {
        long end = System.nanoTime() + timeout.toNanos();
        Process process = start(argv, environment);
        // A stopped server holds our end of the pipe, so that even a killed client leaves a read waiting: it needs a
        // thread of its own.
        CompletableFuture<byte[]> output = new CompletableFuture<>();
        try {
            READERS.execute(() -> read(process.getInputStream(), output));
            byte[] bytes = output.get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
            if (process.waitFor(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS)) {
                return new Result(process.exitValue(), bytes);
            }
            throw timedOut(timeout);
        } catch (TimeoutException late) {
            throw timedOut(timeout);
        } catch (OutOfMemoryError noThread) {
            throw TmuxException.cannotStart(argv.get(0), noThread);
        } catch (ExecutionException failed) {
            throw new TmuxException(
                    TmuxException.Kind.TRANSPORT, "tmux's answer is over the bound of " + MAX_BYTES + " bytes");
        } finally {
            process.toHandle().destroyForcibly();
        }
    }

    private static Process start(List<String> argv, @Nullable Map<String, String> environment) {
        ProcessBuilder builder = new ProcessBuilder(argv);
        if (environment != null) {
            builder.environment().clear();
            builder.environment().putAll(environment);
        }
        builder.redirectErrorStream(true);
        builder.redirectInput(ProcessBuilder.Redirect.from(NOTHING));
        try {
            return builder.start();
        } catch (IOException | OutOfMemoryError failed) {
            throw TmuxException.cannotStart(argv.get(0), failed);
        }
    }

    private static void read(InputStream in, CompletableFuture<byte[]> output) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        byte[] buffer = new byte[READ_BYTES];
        try (in) {
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                if (bytes.size() + count > MAX_BYTES) {
                    output.completeExceptionally(new IOException("too much"));
                    return;
                }
                bytes.write(buffer, 0, count);
            }
            output.complete(bytes.toByteArray());
        } catch (IOException | OutOfMemoryError failed) {
            output.completeExceptionally(failed);
        }
    }

    private static TmuxException timedOut(Duration timeout) {
        return new TmuxException(
                TmuxException.Kind.TIMED_OUT, "tmux did not answer within " + timeout.toMillis() + " ms");
    }
}
