package io.github.tmuxmcp.agent.service;

import io.github.tmuxmcp.limits.ByteSize;
import io.github.tmuxmcp.terminal.TextBudget;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the operator decides about agent mode. A value that exists is valid: every component is within its range.
 *
 * @param idleTimeout default silence after which a waiting call returns; 0.1 to 3,600 seconds
 * @param maxTimeout default cap of a waiting call; 0.5 to 3,600 seconds
 * @param promptSettle silence before text that looks like a prompt counts as one; 0 to 60,000 milliseconds
 * @param columns width of private panes in cells; 20 to 500
 * @param rows height of private panes in cells; 5 to 200
 * @param maxOutput length of a result's body in characters before its middle is left out; 100 to 200,000: 64 sessions keep as much each
 * @param tmuxBinary the tmux program: a name looked up on PATH or a path; not empty
 * @param userSocketName name of the user's tmux server ({@code tmux -L}); null when not given
 * @param userSocketPath path of the user's tmux server ({@code tmux -S}), absolute; null when not given. It wins over the name
 * @param shell shell of private sessions: {@code bash}, {@code zsh} or {@code fish}
 * @param maxLog bytes of output kept per private session; 1 MiB to 16 GiB
 * @param keepEnvironment names of client variables that panes get all the same
 * @param temporaryFolder where private sockets and logs live, absolute
 * @param workingDirectory where new sessions start, absolute
 * @param environment what tmux servers and panes are started with: the caller's variables with the caller's own locale, without what the
 *     client said about itself
 * @param callerTmux the caller's {@code $TMUX}, which names the server it runs in; null outside tmux
 * @param callerPane the caller's {@code $TMUX_PANE}; null outside tmux
 */
public record AgentSettings(
        Duration idleTimeout,
        Duration maxTimeout,
        Duration promptSettle,
        int columns,
        int rows,
        int maxOutput,
        String tmuxBinary,
        @Nullable String userSocketName,
        @Nullable Path userSocketPath,
        String shell,
        ByteSize maxLog,
        Set<String> keepEnvironment,
        Path temporaryFolder,
        Path workingDirectory,
        Map<String, String> environment,
        @Nullable String callerTmux,
        @Nullable String callerPane) {
    private static final double HEAD_SHARE = 8.0 / 30.0;
    private static final Set<String> SHELLS = Set.of("bash", "zsh", "fish");

    public AgentSettings {
        requireWithin("idleTimeout", idleTimeout.toMillis(), 100, 3_600_000);
        requireWithin("maxTimeout", maxTimeout.toMillis(), 500, 3_600_000);
        requireWithin("promptSettle", promptSettle.toMillis(), 0, 60_000);
        requireWithin("columns", columns, 20, 500);
        requireWithin("rows", rows, 5, 200);
        requireWithin("maxOutput", maxOutput, 100, 200_000);
        requireWithin("maxLog", maxLog.bytes(), 1L << 20, 16L << 30);
        require("tmuxBinary", !tmuxBinary.isEmpty());
        require("userSocketName", userSocketName == null || !userSocketName.isEmpty());
        require("userSocketPath", userSocketPath == null || userSocketPath.isAbsolute());
        require("shell", SHELLS.contains(shell));
        require("temporaryFolder", temporaryFolder.isAbsolute());
        require("workingDirectory", workingDirectory.isAbsolute());
        keepEnvironment = Set.copyOf(keepEnvironment);
        environment = Map.copyOf(environment);
    }

    /** How much of a text a result shows: the first part and the last in the same proportion, whatever the bound. */
    public TextBudget budget() {
        int head = (int) Math.round(maxOutput * HEAD_SHARE);
        return new TextBudget(head, maxOutput - head);
    }

    /** Counts only: the environment may hold secrets. */
    @Override
    public String toString() {
        return "AgentSettings[" + columns + "x" + rows + ", " + shell + ", " + environment.size() + " variables]";
    }

    private static void requireWithin(String component, long value, long least, long most) {
        require(component, value >= least && value <= most);
    }

    private static void require(String component, boolean valid) {
        if (!valid) {
            throw new IllegalArgumentException(component + " is out of its range");
        }
    }
}
