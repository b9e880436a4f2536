package io.github.tmuxmcp.agent;

import io.github.tmuxmcp.tool.Call;
import io.github.tmuxmcp.tool.Capability;
import io.github.tmuxmcp.tool.Doc;
import io.github.tmuxmcp.tool.Range;
import io.github.tmuxmcp.tool.TextResult;
import io.github.tmuxmcp.tool.Tool;
import org.jspecify.annotations.Nullable;

/** {@code tmux_pane_capture}: what a pane of the user's shows. */
final class TmuxPaneCapture {
    record Input(
            @Doc("Pane: %3, @2 (its active pane), session:window.pane, or a session's exact name")
            String target,

            @Doc("Lines of scrollback") @Range(min = 1, max = 100000) @Nullable
            Integer lines) {}

    static final Tool<AgentServices, Input, TextResult> TOOL = Tool.of(
            "tmux_pane_capture",
            "Look at a pane",
            "Return what a pane of the user's tmux shows, and lines of scrollback above. Touches nothing.",
            Capability.READ_ONLY,
            Input.class,
            TextResult.class,
            TmuxPaneCapture::call);

    private TmuxPaneCapture() {}

    private static TextResult call(AgentServices services, Input input, Call call) throws InterruptedException {
        return services.user().capture(input.target(), input.lines());
    }
}
