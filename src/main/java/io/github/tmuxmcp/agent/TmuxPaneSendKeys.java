package io.github.tmuxmcp.agent;

import io.github.tmuxmcp.agent.service.WaitOptions;
import io.github.tmuxmcp.tool.Call;
import io.github.tmuxmcp.tool.Capability;
import io.github.tmuxmcp.tool.Doc;
import io.github.tmuxmcp.tool.Items;
import io.github.tmuxmcp.tool.Range;
import io.github.tmuxmcp.tool.TextResult;
import io.github.tmuxmcp.tool.Tool;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code tmux_pane_send_keys}: keys and text for a pane of the user's. */
final class TmuxPaneSendKeys {
    private static final Duration IDLE = Duration.ofSeconds(5);

    record Input(
            @Doc("Pane: %3, @2 (its active pane), session:window.pane, or a session's exact name")
            String target,

            @Doc("tmux key names (Enter, C-c, Up) or literal text, in order; no Enter is added") @Items(min = 1)
            List<String> keys,

            @Doc("Idle seconds; default 5, 0 returns at once") @Range(min = 0, max = 3600) @Nullable
            Double timeout,

            @Doc("Return when this JavaScript regex matches new output") @Nullable
            String waitFor,

            @Doc("Longest wait in seconds") @Range(min = 0.5, max = 3600) @Nullable
            Double maxTimeout) {}

    static final Tool<AgentServices, Input, TextResult> TOOL = Tool.of(
                    "tmux_pane_send_keys",
                    "Send keys to a pane",
                    "Send keys or text to a pane of the user's tmux: C-c, q, arrows, an answer. Returns the new output or the screen.",
                    Capability.DESTRUCTIVE_OPEN_WORLD,
                    Input.class,
                    TextResult.class,
                    TmuxPaneSendKeys::call)
            .inTurn("target", "");

    private TmuxPaneSendKeys() {}

    private static TextResult call(AgentServices services, Input input, Call call) throws InterruptedException {
        WaitOptions options = services.waiting(input.timeout(), IDLE, input.maxTimeout(), input.waitFor(), call);
        return services.user().sendKeys(input.target(), input.keys(), options, call);
    }
}
