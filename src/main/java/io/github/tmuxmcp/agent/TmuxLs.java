package io.github.tmuxmcp.agent;

import io.github.tmuxmcp.tool.Call;
import io.github.tmuxmcp.tool.Capability;
import io.github.tmuxmcp.tool.Doc;
import io.github.tmuxmcp.tool.TextResult;
import io.github.tmuxmcp.tool.Tool;
import org.jspecify.annotations.Nullable;

/** {@code tmux_ls}: what runs on the user's tmux server. */
final class TmuxLs {
    record Input(
            @Doc("Only this session, by its exact name") @Nullable
            String session) {}

    static final Tool<AgentServices, Input, TextResult> TOOL = Tool.of(
            "tmux_ls",
            "List the user's tmux",
            "List the sessions, windows and panes of the user's own tmux server, with what runs in each.",
            Capability.READ_ONLY,
            Input.class,
            TextResult.class,
            TmuxLs::call);

    private TmuxLs() {}

    private static TextResult call(AgentServices services, Input input, Call call) throws InterruptedException {
        return services.user().tree(input.session());
    }
}
