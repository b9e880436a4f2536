package io.github.tmuxmcp.libtmux.service;

import io.github.tmuxmcp.tool.Selection;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the operator decides about libtmux mode. A value that exists is valid; nothing of it was asked of tmux.
 *
 * @param tmuxBinary the tmux program: a name looked up on PATH or a path; not empty
 * @param server which tmux server
 * @param tmuxConfig the configuration of a server that this process starts, absolute; null: the shipped one on the dedicated socket, tmux's own
 *     elsewhere
 * @param selection which tools
 * @param environmentValues the variables whose values may be told, exactly so called; at most 32
 * @param allowAttended whether panes that a person looks at take input
 * @param caller the pane that this process runs in
 * @param socketRoot the folder under which tmux keeps sockets by name ({@code TMUX_TMPDIR}), absolute
 * @param temporaryFolder where files of our own live, absolute
 * @param workingDirectory the process's own, absolute
 * @param environment what tmux servers are started with: the caller's variables with the caller's own locale, without what the client said
 *     about itself and without tmux's own
 */
public record LibtmuxSettings(
        String tmuxBinary,
        ServerChoice server,
        @Nullable Path tmuxConfig,
        Selection.Request selection,
        Set<String> environmentValues,
        boolean allowAttended,
        CallerContext caller,
        Path socketRoot,
        Path temporaryFolder,
        Path workingDirectory,
        Map<String, String> environment) {
    /** Names in {@link #environmentValues}, at most. */
    public static final int MOST_ENVIRONMENT_VALUES = 32;

    public LibtmuxSettings {
        require("tmuxBinary", !tmuxBinary.isEmpty());
        require("tmuxConfig", tmuxConfig == null || tmuxConfig.isAbsolute());
        require("environmentValues", environmentValues.size() <= MOST_ENVIRONMENT_VALUES);
        require("socketRoot", socketRoot.isAbsolute());
        require("temporaryFolder", temporaryFolder.isAbsolute());
        require("workingDirectory", workingDirectory.isAbsolute());
        environmentValues = Set.copyOf(environmentValues);
        environment = Map.copyOf(environment);
    }

    /** Counts only: the environment may hold secrets. */
    @Override
    public String toString() {
        return "LibtmuxSettings[" + server.selector() + ", " + environment.size() + " variables]";
    }

    private static void require(String component, boolean valid) {
        if (!valid) {
            throw new IllegalArgumentException(component + " is out of its range");
        }
    }
}
