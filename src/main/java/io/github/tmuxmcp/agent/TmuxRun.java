package io.github.tmuxmcp.agent;

import io.github.tmuxmcp.agent.service.WaitOptions;
import io.github.tmuxmcp.tool.Call;
import io.github.tmuxmcp.tool.Capability;
import io.github.tmuxmcp.tool.Doc;
import io.github.tmuxmcp.tool.Range;
import io.github.tmuxmcp.tool.TextResult;
import io.github.tmuxmcp.tool.Tool;
import org.jspecify.annotations.Nullable;

/** {@code tmux_run}: a command line in a private session. */
final class TmuxRun {
    private static final String DEFAULT_SESSION = "default";

    record Input(
            @Doc("Shell command line; multi-line is fine, empty is just Enter")
            String command,

            @Doc("Session name, made if new; default \"default\"") @Nullable
            String session,

            @Doc("Start folder of a new session") @Nullable String cwd,

            @Doc("Idle seconds: return after this long without output; default 15")
            @Range(min = 0.1, max = 3600)
            @Nullable
            Double timeout,

            @Doc("Return when this JavaScript regex matches new output") @Nullable
            String waitFor,

            @Doc("Longest wait in seconds") @Range(min = 0.5, max = 3600) @Nullable
            Double maxTimeout) {}

    static final Tool<AgentServices, Input, TextResult> TOOL = Tool.of(
                    "tmux_run",
                    "Run a command",
                    "Run a command line in a private shell session that keeps its state, and return output and exit code. Returns when the command "
                            + "ends, waits for input, matches wait_for, or is silent for timeout seconds; it is never killed. The next line for a "
                            + "REPL or prompt goes the same way.",
                    Capability.DESTRUCTIVE_OPEN_WORLD,
                    Input.class,
                    TextResult.class,
                    TmuxRun::run)
            .inTurn("session", DEFAULT_SESSION);

    private TmuxRun() {}

    private static TextResult run(AgentServices services, Input input, Call call) throws InterruptedException {
        WaitOptions options = services.waiting(
                input.timeout(), services.settings().idleTimeout(), input.maxTimeout(), input.waitFor(), call);
        return services.calls()
                .run(
                        input.session() == null ? DEFAULT_SESSION : input.session(),
                        input.command(),
                        input.cwd(),
                        options,
                        call);
    }
}
