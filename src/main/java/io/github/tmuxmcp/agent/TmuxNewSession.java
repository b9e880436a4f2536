package io.github.tmuxmcp.agent;

import io.github.tmuxmcp.agent.service.WaitOptions;
import io.github.tmuxmcp.tool.Call;
import io.github.tmuxmcp.tool.Capability;
import io.github.tmuxmcp.tool.Doc;
import io.github.tmuxmcp.tool.Range;
import io.github.tmuxmcp.tool.TextResult;
import io.github.tmuxmcp.tool.Tool;
import org.jspecify.annotations.Nullable;

/** {@code tmux_new_session}: a session on the user's tmux server. */
final class TmuxNewSession {
    record Input(
            @Doc("Session name, without . and :") String name,

            @Doc("Start folder") @Nullable String cwd,

            @Doc("Name of its window") @Nullable String windowName,

            @Doc("Command line to run in it") @Nullable String command,

            @Doc("Idle seconds; default 15") @Range(min = 0.1, max = 3600) @Nullable
            Double timeout,

            @Doc("Return when this JavaScript regex matches new output") @Nullable
            String waitFor,

            @Doc("Longest wait in seconds") @Range(min = 0.5, max = 3600) @Nullable
            Double maxTimeout) {}

    static final Tool<AgentServices, Input, TextResult> TOOL = Tool.of(
            "tmux_new_session",
            "New session",
            "Create a session on the user's tmux server, which is started if none runs, and optionally run a command in it. It outlives this server.",
            Capability.DESTRUCTIVE_OPEN_WORLD,
            Input.class,
            TextResult.class,
            TmuxNewSession::call);

    private TmuxNewSession() {}

    private static TextResult call(AgentServices services, Input input, Call call) throws InterruptedException {
        WaitOptions options = services.waiting(
                input.timeout(), services.settings().idleTimeout(), input.maxTimeout(), input.waitFor(), call);
        return services.user()
                .newSession(input.name(), input.cwd(), input.windowName(), input.command(), options, call);
    }
}
