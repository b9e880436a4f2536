package io.github.tmuxmcp.agent;

import io.github.tmuxmcp.tool.Capability;
import io.github.tmuxmcp.tool.Doc;
import io.github.tmuxmcp.tool.TextResult;
import io.github.tmuxmcp.tool.Tool;

/** {@code tmux_kill}: the end of one private session. */
final class TmuxKill {
    record Input(@Doc("Session name") String session) {}

    static final Tool<AgentServices, Input, TextResult> TOOL = Tool.of(
            "tmux_kill",
            "Kill a session",
            "End a private session with everything that runs in it, and delete its log.",
            Capability.DESTRUCTIVE,
            Input.class,
            TextResult.class,
            (services, input, call) -> services.calls().kill(input.session()));

    private TmuxKill() {}
}
