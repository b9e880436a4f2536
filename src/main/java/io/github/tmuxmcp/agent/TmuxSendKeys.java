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

/** {@code tmux_send_keys}: keys and text for whatever runs in a private session. */
final class TmuxSendKeys {
    private static final Duration IDLE = Duration.ofSeconds(5);

    record Input(
            @Doc("Session name") String session,

            @Doc("tmux key names (Enter, C-c, Up, F1, M-x) or literal text, in order; no Enter is added")
            @Items(min = 1)
            List<String> keys,

            @Doc("Idle seconds; default 5, 0 returns at once") @Range(min = 0, max = 3600) @Nullable
            Double timeout,

            @Doc("Return when this JavaScript regex matches new output") @Nullable
            String waitFor,

            @Doc("Longest wait in seconds") @Range(min = 0.5, max = 3600) @Nullable
            Double maxTimeout) {}

    static final Tool<AgentServices, Input, TextResult> TOOL = Tool.of(
                    "tmux_send_keys",
                    "Send keys",
                    "Send keys or text to what runs in a private session: C-c to stop it, q, arrows, an answer. Returns the new output or the screen.",
                    Capability.DESTRUCTIVE_OPEN_WORLD,
                    Input.class,
                    TextResult.class,
                    TmuxSendKeys::send)
            .inTurn("session", "");

    private TmuxSendKeys() {}

    private static TextResult send(AgentServices services, Input input, Call call) throws InterruptedException {
        WaitOptions options = services.waiting(input.timeout(), IDLE, input.maxTimeout(), input.waitFor(), call);
        return services.calls().sendKeys(input.session(), input.keys(), options, call);
    }
}
