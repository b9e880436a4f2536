package io.github.tmuxmcp.host;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Runs a small program of the system for its output. */
final class Command {
    private Command() {}

    /**
     * What a program printed. It gets no input, its errors are dropped, its language is C and its time zone UTC, so
     * that its output can be parsed.
     *
     * @return empty when it cannot be started, fails, prints more than {@code mostBytes}, or takes longer than {@code
     *     timeout}; it is killed then
     */
    static Optional<byte[]> output(List<String> arguments, Duration timeout, int mostBytes)
            throws InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(arguments)
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("LC_ALL", "C");
        builder.environment().put("TZ", "UTC0");
        Process process;
        try {
            process = builder.start();
        } catch (IOException e) {
            return Optional.empty();
        }
        try {
            long end = System.nanoTime() + timeout.toNanos();
            byte[] output = read(process.getInputStream(), mostBytes).get(timeout.toNanos(), TimeUnit.NANOSECONDS);
            boolean ended = process.waitFor(end - System.nanoTime(), TimeUnit.NANOSECONDS);
            return ended && process.exitValue() == 0 && output.length <= mostBytes
                    ? Optional.of(output)
                    : Optional.empty();
        } catch (ExecutionException | TimeoutException e) {
            return Optional.empty();
        } finally {
            process.destroyForcibly();
        }
    }

    private static CompletableFuture<byte[]> read(InputStream stream, int mostBytes) {
        CompletableFuture<byte[]> result = new CompletableFuture<>();
        Thread reader = new Thread(
                () -> {
                    try (stream) {
                        result.complete(stream.readNBytes(mostBytes + 1));
                    } catch (IOException e) {
                        result.completeExceptionally(new UncheckedIOException(e));
                    }
                },
                "host-command");
        reader.setDaemon(true);
        reader.start();
        return result;
    }
}
