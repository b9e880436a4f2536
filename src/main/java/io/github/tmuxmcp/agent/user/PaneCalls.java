package io.github.tmuxmcp.agent.user;

import io.github.tmuxmcp.agent.service.Evidence;
import io.github.tmuxmcp.agent.service.ResultText;
import io.github.tmuxmcp.agent.service.Texts;
import io.github.tmuxmcp.agent.service.WaitOptions;
import io.github.tmuxmcp.agent.service.WaitState;
import io.github.tmuxmcp.limits.Ticker;
import io.github.tmuxmcp.tmux.PaneId;
import io.github.tmuxmcp.tmux.TmuxException;
import io.github.tmuxmcp.tool.Call;
import io.github.tmuxmcp.tool.TextResult;
import io.github.tmuxmcp.tool.ToolFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The calls on panes of the user's server that are there: look, type, wait, tell. Safe for use by many threads at once. */
final class PaneCalls {
    /** Longest command, in characters. */
    private static final int MAX_COMMAND = 4 << 20;

    private static final Pattern PANE_ID = Pattern.compile("%\\d{1,9}");

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
        checkCommand(command);
        return inTurn(
                target,
                (look, memory) -> new ExecCall(server, memory, command, options, ticker, call)
                        .run(look, new PaneReply(server, look.pane().pane())));
    }

    /** The same in a pane that was just made: its shell may take a while to its first prompt. */
    TextResult execInFresh(UserPane fresh, String headLine, String command, WaitOptions options, Call call)
            throws InterruptedException {
        checkCommand(command);
        return inTurn(
                fresh.pane().value(),
                (look, memory) -> new ExecCall(server, memory, command, options, ticker, call)
                        .runInFresh(look, new PaneReply(server, look.pane().pane()).head(headLine)));
    }

    private static void checkCommand(String command) {
        if (command.length() > MAX_COMMAND) {
            throw new ToolFailure(
                    "invalid_input",
                    "command is " + command.length() + " characters long; at most " + MAX_COMMAND + " are taken");
        }
    }

    /** Types keys, and waits unless the options say not to. */
    TextResult sendKeys(String target, List<String> keys, WaitOptions options, Call call) throws InterruptedException {
        return inTurn(
                target, (look, memory) -> new PaneKeysCall(server, memory, keys, options, ticker, call).run(look));
    }

    private TextResult inTurn(String target, Turn turn) throws InterruptedException {
        PaneLook look = look(target);
        PaneMemory memory = memories.of(look.pane());
        memory.takeTurn();
        try {
            return turn.take(refuseUnlessTyped(look), memory);
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

    /** The screen of the pane that a target names, by one process for an id and by two for a name. */
    private PaneLook look(String target) throws InterruptedException {
        PaneLook look = null;
        if (PANE_ID.matcher(target).matches()) {
            try {
                look = PaneLook.of(server.ask(PaneLook.question(new PaneId(target), 0, PaneLook.Rows.SINGLE)));
            } catch (TmuxException e) {
                if (e.kind() != TmuxException.Kind.NO_SERVER) {
                    throw e;
                }
            }
            if (look != null) {
                return look;
            }
        }
        UserPane pane = UserPanes.ask(server).pane(target);
        look = PaneLook.at(server, pane.pane(), 0, PaneLook.Rows.SINGLE);
        if (look == null) {
            throw gone(pane);
        }
        return look;
    }

    static ToolFailure gone(UserPane pane) {
        return new ToolFailure("not_found", "pane " + pane.pane() + " has just gone; tmux_ls lists what is there");
    }

    /** What a pane shows, with so many lines of its history above. */
    TextResult capture(String target, @Nullable Integer lines) throws InterruptedException {
        UserPane pane = UserPanes.ask(server).pane(target);
        PaneLook look = PaneLook.at(server, pane.pane(), lines == null ? 0 : lines, PaneLook.Rows.JOINED);
        if (look == null) {
            throw gone(pane);
        }
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
