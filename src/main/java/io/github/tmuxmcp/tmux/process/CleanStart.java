package io.github.tmuxmcp.tmux.process;

import io.github.tmuxmcp.tmux.TmuxException;
import io.github.tmuxmcp.tmux.TmuxVersion;
import java.util.List;
import java.util.Map;

/**
 * What stands before a tmux client that may start a server, so that the server gets nothing of ours that its panes should not inherit.
 *
 * <p>A JVM blocks SIGQUIT, and its children keep that: in a pane {@code C-\} would do nothing, nor would {@code kill -QUIT}. sh cannot unblock a
 * signal. A session of its own keeps the client away from signals that our process group gets.
 */
public final class CleanStart {
    private static final String PERL = "use POSIX; setsid(); sigprocmask(SIG_UNBLOCK, POSIX::SigSet->new(SIGQUIT)); "
            + "exec {$ARGV[0]} @ARGV or exit 127";
    /** Python ignores SIGPIPE and SIGXFSZ, which its children would inherit. */
    private static final String PYTHON = "import os, signal as s, sys; os.setsid(); s.signal(s.SIGPIPE, s.SIG_DFL); "
            + "s.signal(s.SIGXFSZ, s.SIG_DFL); s.pthread_sigmask(s.SIG_UNBLOCK, [s.SIGQUIT]); "
            + "os.execvp(sys.argv[1], sys.argv[1:])";

    /** From the cheapest to the last resort; env is GNU's from coreutils 8.31 on. */
    private static final List<List<String>> WAYS = List.of(
            List.of("env", "--default-signal=QUIT", "setsid"),
            List.of("perl", "-e", PERL),
            List.of("python3", "-c", PYTHON),
            List.of("setsid"),
            List.of());

    private CleanStart() {}

    /**
     * The words to put before {@code tmuxBinary}, found by asking it for its version that way: mostly one process for both questions.
     *
     * @param tmuxBinary path or name
     * @param environment the whole environment, with the PATH on which the words are found
     * @throws TmuxException NOT_INSTALLED, TIMED_OUT, or TOO_OLD
     */
    public static List<String> of(String tmuxBinary, Map<String, String> environment) throws InterruptedException {
        TmuxException last = null;
        for (List<String> way : WAYS) {
            try {
                TmuxVersion.parse(VersionQuery.ask(way, tmuxBinary, environment))
                        .requireSupported();
                return way;
            } catch (TmuxException e) {
                if (e.kind() != TmuxException.Kind.NOT_INSTALLED) {
                    throw e;
                }
                last = e;
            }
        }
        throw last == null ? TmuxException.notInstalled("cannot start " + tmuxBinary) : last;
    }
}
