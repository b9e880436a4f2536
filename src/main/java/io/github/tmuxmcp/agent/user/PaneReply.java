package io.github.tmuxmcp.agent.user;

import io.github.tmuxmcp.agent.service.Footers;
import io.github.tmuxmcp.agent.service.ResultText;
import io.github.tmuxmcp.agent.service.WaitOptions;
import io.github.tmuxmcp.agent.service.WaitOutcome;
import io.github.tmuxmcp.agent.service.WaitState;
import io.github.tmuxmcp.terminal.OutputText;
import io.github.tmuxmcp.terminal.VtParser;
import io.github.tmuxmcp.tmux.PaneId;
import io.github.tmuxmcp.tool.TextResult;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The result of a call on a pane under construction. */
final class PaneReply {
    private final UserServer server;
    private final PaneId pane;
    private final ResultText text;

    PaneReply(UserServer server, PaneId pane) {
        this.server = server;
        this.pane = pane;
        this.text = new ResultText("pane", pane.value());
    }

    /** A line of ours before the body. */
    PaneReply head(@Nullable String line) {
        text.head(line);
        return this;
    }

    /** What stands for an empty body. */
    PaneReply empty(String words) {
        text.empty(words);
        return this;
    }

    /** The text under construction. */
    ResultText text() {
        return text;
    }

    /** Lines of the pane, as clean text within the bound of a result. */
    PaneReply body(List<String> lines) {
        OutputText output = new OutputText(10_000, 5, server.settings().budget());
        byte[] bytes = String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
        new VtParser().feed(bytes, 0, bytes.length, 0, output);
        text.body(
                output.snapshot(),
                "they may still be in the pane's history: tmux_pane_capture {\"target\":\"" + pane + "\",\"lines\":"
                        + Math.min(100_000, lines.size()) + "}");
        return this;
    }

    /** What a wait found. */
    TextResult waited(WaitOutcome outcome, PaneWait wait, WaitOptions options) throws InterruptedException {
        text.outcome(outcome);
        PaneLook seen = wait.last();
        if (outcome.state() == WaitState.SCREEN || (seen != null && seen.pane().alternate() && goesOn(outcome))) {
            return screen(outcome);
        }
        output(outcome, wait);
        String footer = Footers.forPane(pane.value(), wait.fate()).of(outcome, options);
        return (footer.isEmpty() ? text : text.footer(footer)).result();
    }

    /** What is there at once; the screen of a full-screen program. */
    TextResult immediate(@Nullable PaneLook look, PaneWait wait, WaitOutcome outcome, boolean exact)
            throws InterruptedException {
        text.outcome(outcome);
        if (look != null && look.pane().alternate()) {
            return screen(outcome);
        }
        if (look != null) {
            body(wait.output(look, exact).lines());
        }
        return text.result();
    }

    private static boolean goesOn(WaitOutcome outcome) {
        return outcome.state() != WaitState.FINISHED && outcome.state() != WaitState.EXITED;
    }

    private TextResult screen(WaitOutcome outcome) throws InterruptedException {
        text.meta("state", WaitState.SCREEN.label());
        PaneLook look = PaneLook.at(server, pane, 0, PaneLook.Rows.SINGLE);
        text.empty("(empty screen)");
        if (look != null) {
            body(look.lines());
        }
        return text.footer(Footers.screen(outcome.foreground())).result();
    }

    private void output(WaitOutcome outcome, PaneWait wait) throws InterruptedException {
        PaneOutput output = wait.lastOutput();
        if (output != null && !output.begins() && outcome.state() != WaitState.EXITED) {
            PaneLook all = PaneLook.at(server, pane, PaneLook.ALL, PaneLook.Rows.JOINED);
            if (all != null) {
                output = wait.output(all, false);
                if (!output.begins() && all.pane().alternate()) {
                    text.head(
                            "[the beginning of the output has scrolled off the alternate screen, which a program has left on and which keeps no history]");
                } else if (!output.begins() && !PaneWait.isFull(all.pane())) {
                    // A program has painted over it: what it left is what there is.
                    PaneLook screen = PaneLook.at(server, pane, 0, PaneLook.Rows.JOINED);
                    output = screen == null ? output : wait.output(screen, false);
                } else if (!output.begins()) {
                    text.head("[the beginning of the output is no longer in the pane's history of "
                            + all.pane().historyLimit() + " lines]");
                }
            }
        }
        if (output != null) {
            // Asked for its status, the shell was at its prompt already, which is no output.
            boolean prompt = wait.backAtPrompt()
                    && outcome.state() == WaitState.FINISHED
                    && !output.lines().isEmpty();
            body(prompt ? output.lines().subList(0, output.lines().size() - 1) : output.lines());
        }
    }
}
