package io.github.tmuxmcp.libtmux.service;

import io.github.tmuxmcp.tool.Call;
import io.github.tmuxmcp.tool.ToolAnswer;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The tools that a tool may call, and no other. Any thread. */
public interface NestedCalls {
    /** True when a tool of that name may be called. */
    boolean offers(String tool);

    /**
     * Calls a tool on this thread; wrong arguments and failures are answers.
     *
     * @param tool one that is offered
     * @param call the call that this one is part of
     * @throws InterruptedException when that was cancelled
     */
    ToolAnswer call(String tool, Map<String, ? extends @Nullable Object> arguments, Call call)
            throws InterruptedException;
}
