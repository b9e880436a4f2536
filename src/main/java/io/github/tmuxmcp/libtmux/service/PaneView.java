package io.github.tmuxmcp.libtmux.service;

import org.jspecify.annotations.Nullable;

/**
 * A pane as clients see it, in one of the sessions that hold its window.
 *
 * @param command the foreground program; null when tmux cannot tell
 * @param path its folder; null when tmux cannot tell
 * @param active whether it is its window's current pane
 * @param caller whether this process runs in it
 */
public record PaneView(
        String id,
        String windowId,
        String sessionId,
        @Nullable String command,
        @Nullable String path,
        boolean active,
        Relation caller) {
    /** A pane's relation to this process. */
    public enum Relation {
        /** This process does not know of a pane that it runs in. */
        UNKNOWN,
        SELF,
        OTHER
    }
}
