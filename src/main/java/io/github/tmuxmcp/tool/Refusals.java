package io.github.tmuxmcp.tool;

import org.jspecify.annotations.Nullable;

/** How the calls of a mode fail, where that is more than a sentence. */
public interface Refusals {
    /** The answer of a call that failed, for arguments that could not be bound ({@link ToolFailure#INVALID_ARGUMENT}) as well. */
    ToolAnswer answer(ToolFailure failure);

    /**
     * The failure of a call of a tool that is not served; its meta goes to {@code error.data}.
     *
     * @return null when the name means nothing to this mode
     */
    @Nullable
    ToolFailure unknown(String name);
}
