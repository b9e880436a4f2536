package io.github.tmuxmcp.agent;

import io.github.tmuxmcp.agent.service.WaitOptions;
import io.github.tmuxmcp.tool.Call;
import io.github.tmuxmcp.tool.Capability;
import io.github.tmuxmcp.tool.Doc;
import io.github.tmuxmcp.tool.Range;
import io.github.tmuxmcp.tool.TextResult;
import io.github.tmuxmcp.tool.Tool;
import io.github.tmuxmcp.tool.ToolFailure;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** {@code tmux_read}: what a private session has printed. */
final class TmuxRead {
    private static final Duration IDLE_WITH_PATTERN = Duration.ofSeconds(60);
    private static final int DEFAULT_LINES = 200;

    record Input(
            @Doc("Session name") String session,

            @Doc("Wait until this JavaScript regex matches new output") @Nullable
            String waitFor,

            @Doc("Idle seconds to wait; default 0, or 60 with wait_for") @Range(min = 0, max = 3600) @Nullable
            Double timeout,

            @Doc("The rendered screen instead") @Nullable Boolean screen,

            @Doc("Longest wait in seconds") @Range(min = 0.5, max = 3600) @Nullable
            Double maxTimeout,

            @Doc("Read stored output again from this log offset") @Range(min = 0) @Nullable
            Long from,

            @Doc("Lines from there, or the last lines; default 200") @Range(min = 1, max = 5000) @Nullable
            Integer lines,

            @Doc("The last screen of a full-screen program that has ended") @Nullable
            Boolean lastFrame) {}

    static final Tool<AgentServices, Input, TextResult> TOOL = Tool.of(
                    "tmux_read",
                    "Read output",
                    "Return what a private session has printed since the last call, optionally waiting for more; or its screen, or stored output again.",
                    Capability.READ_ONLY,
                    Input.class,
                    TextResult.class,
                    TmuxRead::read)
            .inTurn("session", "");

    private TmuxRead() {}

    private static TextResult read(AgentServices services, Input input, Call call) throws InterruptedException {
        boolean screen = Boolean.TRUE.equals(input.screen());
        boolean lastFrame = Boolean.TRUE.equals(input.lastFrame());
        if (input.from() != null || input.lines() != null) {
            refuseMixed(input, screen || lastFrame);
            int lines = input.lines() == null ? DEFAULT_LINES : input.lines();
            return services.calls().reread(input.session(), input.from(), lines);
        }
        if (lastFrame) {
            return services.calls().lastFrame(input.session());
        }
        Duration idle = input.waitFor() == null ? Duration.ZERO : IDLE_WITH_PATTERN;
        WaitOptions options = services.waiting(input.timeout(), idle, input.maxTimeout(), input.waitFor(), call);
        return services.calls().read(input.session(), options, screen, call);
    }

    private static void refuseMixed(Input input, boolean screen) {
        if (screen || input.waitFor() != null || input.timeout() != null || input.maxTimeout() != null) {
            throw new ToolFailure(
                    "invalid_input",
                    "from and lines read stored output and do not wait; leave out wait_for, timeout, max_timeout, screen and last_frame");
        }
    }
}
