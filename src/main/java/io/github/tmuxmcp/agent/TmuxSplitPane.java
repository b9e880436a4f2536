package io.github.tmuxmcp.agent;

import io.github.tmuxmcp.agent.service.WaitOptions;
import io.github.tmuxmcp.tool.Call;
import io.github.tmuxmcp.tool.Capability;
import io.github.tmuxmcp.tool.Doc;
import io.github.tmuxmcp.tool.Range;
import io.github.tmuxmcp.tool.TextResult;
import io.github.tmuxmcp.tool.Tool;
import org.jspecify.annotations.Nullable;

/** {@code tmux_split_pane}: a new pane beside one of the user's. */
final class TmuxSplitPane {
    enum Direction {
        BELOW,
        RIGHT
    }

    record Input(
            @Doc("Pane: %3, @2 (its active pane), session:window.pane, or a session's exact name")
            String target,

            @Doc("Where the new pane goes; default below") @Nullable
            Direction direction,

            @Doc("Its size in percent") @Range(min = 5, max = 95) @Nullable
            Integer size,

            @Doc("Start folder") @Nullable String cwd,

            @Doc("Make it the active pane; default false") @Nullable
            Boolean select,

            @Doc("Command line to run in it") @Nullable String command,

            @Doc("Idle seconds; default 15") @Range(min = 0.1, max = 3600) @Nullable
            Double timeout,

            @Doc("Return when this JavaScript regex matches new output") @Nullable
            String waitFor,

            @Doc("Longest wait in seconds") @Range(min = 0.5, max = 3600) @Nullable
            Double maxTimeout) {}

    static final Tool<AgentServices, Input, TextResult> TOOL = Tool.of(
            "tmux_split_pane",
            "Split a pane",
            "Split a pane of the user's tmux, and optionally run a command in the new one.",
            Capability.DESTRUCTIVE_OPEN_WORLD,
            Input.class,
            TextResult.class,
            TmuxSplitPane::call);

    private TmuxSplitPane() {}

    private static TextResult call(AgentServices services, Input input, Call call) throws InterruptedException {
        WaitOptions options = services.waiting(
                input.timeout(), services.settings().idleTimeout(), input.maxTimeout(), input.waitFor(), call);
        return services.user()
                .splitPane(
                        input.target(),
                        input.direction() == Direction.RIGHT,
                        input.size(),
                        input.cwd(),
                        Boolean.TRUE.equals(input.select()),
                        input.command(),
                        options,
                        call);
    }
}
