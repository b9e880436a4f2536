package io.github.tmuxmcp.agent.user;

import io.github.tmuxmcp.agent.service.Evidence;
import io.github.tmuxmcp.agent.service.KeySequence;
import io.github.tmuxmcp.agent.service.TerminalLook;
import io.github.tmuxmcp.agent.service.TypedText;
import io.github.tmuxmcp.agent.service.WaitOptions;
import io.github.tmuxmcp.agent.service.WaitOutcome;
import io.github.tmuxmcp.agent.service.WaitState;
import io.github.tmuxmcp.limits.Ticker;
import io.github.tmuxmcp.tool.Call;
import io.github.tmuxmcp.tool.TextResult;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** Keys for whatever reads in a pane of the user's: check, type, wait, tell. */
final class PaneKeysCall {
    /** The keys that leave copy mode and the modes like it. */
    private static final Set<String> LEAVES_MODE = Set.of("q", "Escape", "C-c");

    private static final Set<String> INTERRUPTS = Set.of("C-c", "C-d", "C-\\");

    private static final String FIRST_LOOK_AFTER = "0.01";

    private final UserServer server;
    private final PaneMemory memory;
    private final List<String> elements;
    private final List<KeySequence.Key> keys;
    private final WaitOptions options;
    private final Ticker ticker;
    private final Call call;

    PaneKeysCall(
            UserServer server,
            PaneMemory memory,
            List<String> elements,
            WaitOptions options,
            Ticker ticker,
            Call call) {
        this.server = server;
        this.memory = memory;
        this.elements = elements;
        this.keys = KeySequence.parse(elements);
        this.options = options;
        this.ticker = ticker;
        this.call = call;
    }

    /** @param look the screen before, in single rows */
    TextResult run(PaneLook look) throws InterruptedException {
        boolean leaves = elements.size() == 1 && LEAVES_MODE.contains(elements.get(0));
        if (!leaves) {
            ExecCall.refuseInMode(look);
        }
        UserPane pane = look.pane();
        PaneReader reader = PaneReader.of(look, new TerminalLook(server.processes(), pane.pid(), pane.tty()));
        for (KeySequence.Key key : keys) {
            TypedText.check(key.named() ? "" : key.value(), reader.editor(), pane.tty());
        }
        PaneOutput.Typed typed = PaneOutput.Typed.plain(memory, KeySequence.typedLines(keys), look);
        PaneWait wait = new PaneWait(server, look, memory, typed, reader, options, ticker, call);
        PaneTyping typing = new PaneTyping(server, pane.pane());
        // The clock takes no key unless somebody looks at it.
        typing = pane.mode().equals("clock-mode") ? typing.leaveMode() : typing.keys(keys);
        long asked = typed.chained() ? 0 : pane.historySize() - pane.cursorLine();
        PaneLook after = (options.immediate() ? typing : typing.pause(FIRST_LOOK_AFTER))
                .sendAndLook(asked, PaneLook.Rows.JOINED);
        PaneReply reply = new PaneReply(server, pane.pane()).empty("(no new output)");
        if (options.immediate()) {
            return reply.immediate(
                    after,
                    wait,
                    new WaitOutcome(
                            WaitState.IMMEDIATE,
                            Evidence.NONE,
                            null,
                            reader.foreground().command(),
                            false,
                            Duration.ZERO,
                            Duration.ZERO),
                    wait.isExact(after, asked));
        }
        WaitOutcome outcome = wait.await(after, wait.isExact(after, asked));
        boolean interrupted = outcome.state() == WaitState.WAITING
                && UserShell.NAMES.contains(outcome.foreground())
                && elements.stream().anyMatch(INTERRUPTS::contains);
        if (outcome.state() == WaitState.FINISHED || interrupted) {
            memory.settled();
        }
        return reply.waited(outcome, wait, options);
    }
}
