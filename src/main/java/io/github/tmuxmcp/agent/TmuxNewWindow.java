package io.github.tmuxmcp.agent;

import io.github.tmuxmcp.agent.service.WaitOptions;
import io.github.tmuxmcp.tool.Call;
import io.github.tmuxmcp.tool.Capability;
import io.github.tmuxmcp.tool.Doc;
import io.github.tmuxmcp.tool.Range;
import io.github.tmuxmcp.tool.TextResult;
import io.github.tmuxmcp.tool.Tool;
import org.jspecify.annotations.Nullable;

/** {@code tmux_new_window}: a window of a session of the user's. */
final class TmuxNewWindow {
    record Input(
            @Doc("Session's exact name") String session,

            @Doc("Window name") @Nullable String name,

            @Doc("Start folder") @Nullable String cwd,

            @Doc("Make it the current window; default false") @Nullable
            Boolean select,

            @Doc("Command line to run in it") @Nullable String command,

            @Doc("Idle seconds; default 15") @Range(min = 0.1, max = 3600) @Nullable
            Double timeout,

            @Doc("Return when this JavaScript regex matches new output") @Nullable
            String waitFor,

            @Doc("Longest wait in seconds") @Range(min = 0.5, max = 3600) @Nullable
            Double maxTimeout) {}

    static final Tool<AgentServices, Input, TextResult> TOOL = Tool.of(
            "tmux_new_window",
            "New window",
            "Add a window to a session of the user's tmux, and optionally run a command in it.",
            Capability.DESTRUCTIVE_OPEN_WORLD,
            Input.class,
            TextResult.class,
            TmuxNewWindow::call);

    private TmuxNewWindow() {}

    private static TextResult call(AgentServices services, Input input, Call call) throws InterruptedException {
        WaitOptions options = services.waiting(
                input.timeout(), services.settings().idleTimeout(), input.maxTimeout(), input.waitFor(), call);
        return services.user()
                .newWindow(
                        input.session(),
                        input.name(),
                        input.cwd(),
                        Boolean.TRUE.equals(input.select()),
                        input.command(),
                        options,
                        call);
    }
}
