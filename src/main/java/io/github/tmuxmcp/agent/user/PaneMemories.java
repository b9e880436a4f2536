package io.github.tmuxmcp.agent.user;

import java.util.LinkedHashMap;
import java.util.Map;

/** The memory of each pane; that of the ones not used for longest is dropped. Safe for use by many threads at once. */
final class PaneMemories {
    private static final int MOST = 500;

    /** By server, pane and process: ids start again with a server. */
    private final Map<String, PaneMemory> memories = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, PaneMemory> eldest) {
            return size() > MOST;
        }
    };

    synchronized PaneMemory of(UserPane pane) {
        return memories.computeIfAbsent(
                pane.serverPid() + " " + pane.pane() + " " + pane.pid(), key -> new PaneMemory());
    }
}
