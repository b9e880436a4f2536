package io.github.tmuxmcp.agent;

import io.github.tmuxmcp.agent.service.WaitOptions;
import io.github.tmuxmcp.tool.Call;
import io.github.tmuxmcp.tool.Capability;
import io.github.tmuxmcp.tool.Doc;
import io.github.tmuxmcp.tool.Range;
import io.github.tmuxmcp.tool.TextResult;
import io.github.tmuxmcp.tool.Tool;
import org.jspecify.annotations.Nullable;

/** {@code tmux_pane_exec}: a command line in a pane of the user's. */
final class TmuxPaneExec {
    record Input(
            @Doc("Pane: %3, @2 (its active pane), session:window.pane, or a session's exact name")
            String target,

            @Doc("Command line; multi-line is fine") String command,

            @Doc("Idle seconds; default 15") @Range(min = 0.1, max = 3600) @Nullable
            Double timeout,

            @Doc("Return when this JavaScript regex matches new output") @Nullable
            String waitFor,

            @Doc("Longest wait in seconds") @Range(min = 0.5, max = 3600) @Nullable
            Double maxTimeout) {}

    static final Tool<AgentServices, Input, TextResult> TOOL = Tool.of(
                    "tmux_pane_exec",
                    "Run in a pane",
                    "Type a command line into a pane of the user's tmux and return its output, with the exit code when a shell is at its prompt there; else the line goes to the program that reads.",
                    Capability.DESTRUCTIVE_OPEN_WORLD,
                    Input.class,
                    TextResult.class,
                    TmuxPaneExec::call)
            .inTurn("target", "");

    private TmuxPaneExec() {}

    private static TextResult call(AgentServices services, Input input, Call call) throws InterruptedException {
        WaitOptions options = services.waiting(
                input.timeout(), services.settings().idleTimeout(), input.maxTimeout(), input.waitFor(), call);
        return services.user().exec(input.target(), input.command(), options, call);
    }
}
