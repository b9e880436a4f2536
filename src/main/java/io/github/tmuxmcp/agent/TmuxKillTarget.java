package io.github.tmuxmcp.agent;

import io.github.tmuxmcp.tool.Call;
import io.github.tmuxmcp.tool.Capability;
import io.github.tmuxmcp.tool.Doc;
import io.github.tmuxmcp.tool.TextResult;
import io.github.tmuxmcp.tool.Tool;
import org.jspecify.annotations.Nullable;

/** {@code tmux_kill_target}: ends something of the user's tmux server. */
final class TmuxKillTarget {
    enum Kind {
        PANE,
        WINDOW,
        SESSION
    }

    record Input(
            @Doc("%3, @2, session:window, session:window.pane, or a session's exact name")
            String target,

            @Doc("What of it to end; by default what the target names") @Nullable
            Kind kind) {}

    static final Tool<AgentServices, Input, TextResult> TOOL = Tool.of(
            "tmux_kill_target",
            "Kill a pane, window or session",
            "End a pane, window or session of the user's tmux, with what runs in it.",
            Capability.DESTRUCTIVE,
            Input.class,
            TextResult.class,
            TmuxKillTarget::call);

    private TmuxKillTarget() {}

    private static TextResult call(AgentServices services, Input input, Call call) throws InterruptedException {
        Kind kind = input.kind();
        return services.user().kill(input.target(), kind == null ? null : kind.name());
    }
}
