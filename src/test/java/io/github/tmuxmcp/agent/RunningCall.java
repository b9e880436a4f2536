package io.github.tmuxmcp.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tmuxmcp.tool.TextResult;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

/** A tool call on a thread of its own, which can be cancelled as a client cancels one. */
final class RunningCall {
    /** Longer than any call of a test takes. */
    private static final Duration PATIENCE = Duration.ofSeconds(50);

    private static final Duration AT_ONCE = Duration.ofMillis(500);

    private final CompletableFuture<TextResult> result = new CompletableFuture<>();
    private final Thread thread;

    private RunningCall(Callable<TextResult> call) {
        thread = new Thread(() -> {
            try {
                result.complete(call.call());
            } catch (Exception e) {
                result.completeExceptionally(e);
            }
        });
        thread.start();
    }

    static RunningCall of(Callable<TextResult> call) {
        return new RunningCall(call);
    }

    /** Makes the calls at the same time; their results in the order of the calls. */
    static List<TextResult> atOnce(List<Callable<TextResult>> calls) {
        List<RunningCall> running = calls.stream().map(RunningCall::of).toList();
        return running.stream().map(RunningCall::result).toList();
    }

    TextResult result() {
        assertThat(result).succeedsWithin(PATIENCE);
        return result.join();
    }

    /** Cancels it, and checks that it ends at once and without a result. */
    void cancel() throws InterruptedException {
        assertThat(thread.isAlive()).as("it still waits").isTrue();
        thread.interrupt();
        thread.join(AT_ONCE.toMillis());
        assertThat(thread.isAlive()).as("it ends at once").isFalse();
        assertThat(result).isCompletedExceptionally();
    }
}
