package io.github.tmuxmcp.agent.session;

import io.github.tmuxmcp.limits.MemoryPool;
import io.github.tmuxmcp.tool.AnswerRoom;

/**
 * What all sessions share of the heap, whose bound stands in the launcher.
 *
 * @param pool for what a session keeps beyond the usual: long outputs, emulators of screens, last frames
 * @param answers for long results on their way to the client
 */
record SessionMemory(MemoryPool pool, AnswerRoom answers) {
    /** Characters in {@link #pool}: two bytes each. */
    private static final long POOL_CHARS = 12_000_000;

    SessionMemory() {
        this(new MemoryPool(POOL_CHARS), new AnswerRoom());
    }
}
