package io.github.tmuxmcp.tmux.process;

import io.github.tmuxmcp.tmux.TmuxException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/** Asks a tmux binary what it is. */
public final class VersionQuery {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private VersionQuery() {}

    /**
     * What {@code tmux -V} prints.
     *
     * @throws TmuxException NOT_INSTALLED when it cannot be started or fails, TIMED_OUT after five seconds
     */
    public static String ask(String tmuxBinary) throws InterruptedException {
        OneProcess.Result result = OneProcess.run(List.of(tmuxBinary, "-V"), null, TIMEOUT);
        if (result.status() != 0) {
            throw new TmuxException(
                    TmuxException.Kind.NOT_INSTALLED, tmuxBinary + " -V ends with status " + result.status());
        }
        return new String(result.output(), StandardCharsets.UTF_8);
    }
}
