package io.github.tmuxmcp.tmux.process;

import io.github.tmuxmcp.tmux.TmuxException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

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
        return ask(List.of(), tmuxBinary, null);
    }

    /**
     * The same by another command, to which the question is appended.
     *
     * @param environment the whole environment; null for our own
     */
    static String ask(List<String> before, String tmuxBinary, @Nullable Map<String, String> environment)
            throws InterruptedException {
        List<String> argv = new ArrayList<>(before);
        argv.addAll(List.of(tmuxBinary, "-V"));
        OneProcess.Result result;
        try {
            result = OneProcess.run(argv, environment, TIMEOUT);
        } catch (TmuxException e) {
            if (e.kind() == TmuxException.Kind.TIMED_OUT) {
                throw TmuxException.silent(tmuxBinary + " -V did not end within " + TIMEOUT.toSeconds() + " seconds");
            }
            throw e;
        }
        if (result.status() != 0) {
            throw TmuxException.notInstalled(tmuxBinary + " -V ends with status " + result.status());
        }
        return new String(result.output(), StandardCharsets.UTF_8);
    }
}
