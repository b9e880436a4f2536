package io.github.tmuxmcp.agent.user;

import io.github.tmuxmcp.agent.service.Evidence;
import io.github.tmuxmcp.agent.service.ResultText;
import io.github.tmuxmcp.agent.service.Texts;
import io.github.tmuxmcp.agent.service.TypedText;
import io.github.tmuxmcp.agent.service.WaitOptions;
import io.github.tmuxmcp.agent.service.WaitState;
import io.github.tmuxmcp.limits.Ticker;
import io.github.tmuxmcp.tmux.Reply;
import io.github.tmuxmcp.tmux.TmuxCommand;
import io.github.tmuxmcp.tmux.TmuxException;
import io.github.tmuxmcp.tool.Call;
import io.github.tmuxmcp.tool.TextResult;
import io.github.tmuxmcp.tool.ToolFailure;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The calls on panes of the user's server that are there: look, type, wait, tell. Safe for use by many threads at once. */
final class PaneCalls {
    private final UserServer server;
    private final OwnPane own;
    private final Ticker ticker;
    private final PaneMemories memories = new PaneMemories();

    PaneCalls(UserServer server, OwnPane own, Ticker ticker) {
        this.server = server;
        this.own = own;
        this.ticker = ticker;
    }

    /** What a call does once it has the pane's turn. */
    interface Turn {
        TextResult take(PaneLook look, PaneMemory memory) throws InterruptedException;
    }

    /** Types a command line and Enter, and waits. */
    TextResult exec(String target, String command, WaitOptions options, Call call) throws InterruptedException {
        TypedText.checkLength(command);
        return inTurn(
                target,
                (look, memory) -> new ExecCall(server, memory, command, options, ticker, call)
                        .run(look, new PaneReply(server, look.pane().pane())));
    }

    /** Remembers that a pane was just made. */
    void made(UserPane fresh) {
        memories.of(fresh).madeAt(ticker.nanos());
    }

    /** The same in a pane that was just made: its shell may take a while to its first prompt. */
    TextResult execInFresh(UserPane fresh, String headLine, String command, WaitOptions options, Call call)
            throws InterruptedException {
        TypedText.checkLength(command);
        return inTurn(
                fresh.pane().value(),
                (look, memory) -> new ExecCall(server, memory, command, options, ticker, call)
                        .runInFresh(look, new PaneReply(server, look.pane().pane()).head(headLine)));
    }

    /** Types keys, and waits unless the options say not to. */
    TextResult sendKeys(String target, List<String> keys, WaitOptions options, Call call) throws InterruptedException {
        return inTurn(
                target, (look, memory) -> new PaneKeysCall(server, memory, keys, options, ticker, call).run(look));
    }

    private TextResult inTurn(String target, Turn turn) throws InterruptedException {
        PaneLook look = look(target, 0, PaneLook.Rows.SINGLE);
        PaneMemory memory = memories.of(look.pane());
        boolean waited = memory.takeTurn();
        try {
            PaneLook now = waited ? PaneLook.at(server, look.pane().pane(), 0, PaneLook.Rows.SINGLE) : look;
            if (now == null) {
                throw gone(look.pane());
            }
            return turn.take(refuseUnlessTyped(now), memory);
        } finally {
            memory.endTurn();
        }
    }

    /** Refuses a pane that takes no keys, or whose keys would go elsewhere. */
    private PaneLook refuseUnlessTyped(PaneLook look) {
        UserPane pane = look.pane();
        String label = "pane " + pane.pane();
        own.refuse(List.of(pane), "typing into it");
        if (pane.dead()) {
            throw new ToolFailure(
                    "dead",
                    label + " is dead: its process has ended with "
                            + (pane.exitCode() == null ? "an unknown code" : "code " + pane.exitCode())
                            + "; end the pane with tmux_kill_target");
        }
        if (pane.inputOff()) {
            throw new ToolFailure(
                    "input_off",
                    label
                            + " takes no input (select-pane -d); nothing was typed. Its user can switch input on with select-pane -e");
        }
        if (pane.synchronised()) {
            throw new ToolFailure(
                    "synchronized",
                    label
                            + " is synchronized with the other panes of its window (synchronize-panes), which would get the same keys; nothing was typed");
        }
        return look;
    }

    /**
     * What the pane shows that a target names. One process asks for all panes, of which the target names exactly one or none, and for what tmux takes the target
     * to be; where that is another pane, the right one is asked for by another process.
     */
    private PaneLook look(String target, long above, PaneLook.Rows rows) throws InterruptedException {
        List<TmuxCommand> question = new ArrayList<>(PaneLook.question(guess(target), above, rows));
        question.add(0, UserPanes.question());
        Reply reply;
        try {
            reply = server.ask(question);
        } catch (TmuxException e) {
            if (e.kind() != TmuxException.Kind.NO_SERVER) {
                throw e;
            }
            throw UserPanes.of(List.of()).notFound(target);
        }
        List<String> lines = reply.textLines();
        int panes = UserPane.FORMAT.rowsEnd(lines, reply.ok() ? 1 : 0);
        if (panes == 0 && !reply.ok()) {
            // A server that answers has panes: this one could not be asked.
            throw new ToolFailure("tmux_failed", "tmux refused: " + Texts.cut(reply.errorText()));
        }
        UserPane pane = UserPanes.of(lines.subList(0, panes)).pane(target);
        PaneLook look = reply.ok() ? PaneLook.of(lines.subList(panes, lines.size())) : null;
        if (look == null || !look.pane().pane().value().equals(pane.pane().value())) {
            look = PaneLook.at(server, pane.pane(), above, rows);
        }
        if (look == null) {
            throw gone(pane);
        }
        return look;
    }

    /** A target as tmux spells an exact one. */
    private static String guess(String target) {
        boolean id = !target.isEmpty() && "%@$".indexOf(target.charAt(0)) >= 0;
        return id ? target : "=" + target + (target.indexOf(':') < 0 ? ":" : "");
    }

    static ToolFailure gone(UserPane pane) {
        return new ToolFailure("not_found", "pane " + pane.pane() + " has just gone; tmux_ls lists what is there");
    }

    /** What a pane shows, with so many lines of its history above. */
    TextResult capture(String target, @Nullable Integer lines) throws InterruptedException {
        PaneLook look = look(target, lines == null ? 0 : lines, PaneLook.Rows.JOINED);
        UserPane now = look.pane();
        List<String> text = new ArrayList<>(look.lines());
        text.replaceAll(String::stripTrailing);
        String command = now.command();
        PaneReply reply =
                new PaneReply(server, now.pane()).empty("(empty pane)").body(text);
        ResultText result = reply.text()
                .meta("state", WaitState.IMMEDIATE.label())
                .meta("evidence", Evidence.NONE.label())
                .meta("foreground", command)
                .footer("[pane " + now.pane() + " in " + now.windowPlace() + " — fg: " + Texts.oneLine(command) + ", "
                        + now.historySize() + " lines of scrollback]");
        return result.result();
    }
}
