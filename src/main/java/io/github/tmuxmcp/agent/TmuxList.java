package io.github.tmuxmcp.agent;

import io.github.tmuxmcp.tool.Capability;
import io.github.tmuxmcp.tool.TextResult;
import io.github.tmuxmcp.tool.Tool;

/** {@code tmux_list}: the private sessions. */
final class TmuxList {
    record Input() {}

    static final Tool<AgentServices, Input, TextResult> TOOL = Tool.of(
            "tmux_list",
            "List sessions",
            "List the private sessions: foreground program, state, folder, age, unread output.",
            Capability.READ_ONLY,
            Input.class,
            TextResult.class,
            (services, input, call) -> services.list().list());

    private TmuxList() {}
}
