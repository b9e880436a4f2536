package io.github.tmuxmcp.agent.user;

import io.github.tmuxmcp.agent.service.Evidence;
import io.github.tmuxmcp.agent.service.PromptText;
import io.github.tmuxmcp.agent.service.ShellProcess;
import io.github.tmuxmcp.agent.service.TerminalLook;
import io.github.tmuxmcp.agent.service.Texts;
import io.github.tmuxmcp.agent.service.TypedText;
import io.github.tmuxmcp.agent.service.WaitOptions;
import io.github.tmuxmcp.agent.service.WaitOutcome;
import io.github.tmuxmcp.agent.service.WaitState;
import io.github.tmuxmcp.limits.Deadline;
import io.github.tmuxmcp.limits.Ticker;
import io.github.tmuxmcp.tmux.PaneId;
import io.github.tmuxmcp.tool.Call;
import io.github.tmuxmcp.tool.TextResult;
import io.github.tmuxmcp.tool.ToolFailure;
import java.math.BigInteger;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A command line for a pane of the user's: wait until somebody reads, clear the prompt, type, wait, tell. */
final class ExecCall {
    /** Something that was just given its input may not have come back to reading yet. */
    private static final Duration BUSY_FOR = Duration.ofMillis(400);

    /** What is known of the pane's shell before a command. */
    private enum Shell {
        UP,
        /** The pane is new: whatever it is to run may not be there yet. */
        JUST_MADE,
        /** The pane was made for this command, which waits for a prompt and goes to nothing else. */
        MADE_FOR_THIS
    }

    private static final Duration PROMPT_WITHIN = Duration.ofSeconds(3);
    private static final Duration JUST_ENDED = Duration.ofSeconds(5);
    private static final Duration DRAWN_WITHIN = Duration.ofMillis(400);
    private static final Duration STATUS_WITHIN = Duration.ofSeconds(1);
    private static final long PAUSE_MILLIS = 15;
    /** Time inside of tmux between typing and looking, in seconds: what ends at once has then ended. */
    private static final String FIRST_LOOK_AFTER = "0.003";

    /** Characters of a line that is typed rather than pasted. */
    private static final int LONGEST_TYPED = 2_000;
    /** Rows of the history in which a late status line is looked for. */
    private static final long LATE_ROWS = 5_000;

    /** Rows of the history that the first look takes. */
    private static final long SPARE_ROWS = 100;
    /** The blank at the beginning of our line is inserted within this time, or the line goes by another process. */
    private static final String BLANK_WITHIN = "0.001";

    private static final int TURNS_TO_INSERT = 8;
    /** What ends at once has ended within these. */
    private static final int TURNS_TO_END = 20;

    private static final String ENDS_WITHIN = "0.001";

    private static final String SET_ASIDE = "[a half-typed line was set aside; C-y at the prompt brings it back]";

    private static final int NONCE_BITS = 50;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final UserServer server;
    private final PaneMemory memory;
    private final String command;
    private final WaitOptions options;
    private final Ticker ticker;
    private final Call call;

    ExecCall(UserServer server, PaneMemory memory, String command, WaitOptions options, Ticker ticker, Call call) {
        this.server = server;
        this.memory = memory;
        this.command = command.replace("\r\n", "\n");
        this.options = options;
        this.ticker = ticker;
        this.call = call;
    }

    /** @param look the screen before, in single rows; an older one does */
    TextResult run(PaneLook look, PaneReply reply) throws InterruptedException {
        // Behind a status line the prompt may take its time.
        boolean justEnded = isWithin(JUST_ENDED, memory.endedAt());
        boolean justMade = isWithin(PROMPT_WITHIN, memory.madeAt());
        return whenRead(
                look, justEnded || justMade ? PROMPT_WITHIN : BUSY_FOR, justMade ? Shell.JUST_MADE : Shell.UP, reply);
    }

    private boolean isWithin(Duration time, long since) {
        return since != 0 && ticker.nanos() - since < time.toNanos();
    }

    TextResult runInFresh(PaneLook look, PaneReply reply) throws InterruptedException {
        return whenRead(look, PROMPT_WITHIN, Shell.MADE_FOR_THIS, reply);
    }

    private TextResult whenRead(PaneLook first, Duration patience, Shell shell, PaneReply reply)
            throws InterruptedException {
        Deadline deadline = Deadline.after(patience, ticker);
        PaneId pane = first.pane().pane();
        TerminalLook terminal = new TerminalLook(
                server.processes(), first.pane().pid(), first.pane().tty());
        PaneLook look = first;
        while (true) {
            refuseInMode(look);
            PaneReader reader = reader(look, terminal);
            boolean starting = shell != Shell.UP
                    && (reader.kind() != PaneReader.Kind.SHELL || look.lines().isEmpty());
            // Between two programs the foreground is nobody's.
            boolean changing = reader.kind() == PaneReader.Kind.NOBODY
                    || (reader.kind() == PaneReader.Kind.UNKNOWN
                            && reader.foreground().members().isEmpty());
            if ((!changing && !starting) || deadline.passed()) {
                if (starting && shell == Shell.MADE_FOR_THIS) {
                    throw new ToolFailure(
                            "busy",
                            "its shell shows no prompt yet; see what it waits for with tmux_pane_capture, and run the command with tmux_pane_exec on "
                                    + pane);
                }
                memory.madeAt(0);
                previousEnd(look, reply);
                setAsideBefore(reply);
                return type(look, stillReading(reader, look), reply);
            }
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            look = PaneLook.at(server, pane, 0, PaneLook.Rows.SINGLE);
            if (look == null) {
                throw PaneCalls.gone(first.pane());
            }
        }
    }

    private PaneReader reader(PaneLook look, TerminalLook terminal) throws InterruptedException {
        PaneReader before = memory.readerAtPrompt(look);
        PaneReader again = before == null ? null : PaneReader.again(before, look, terminal);
        return again == null ? PaneReader.of(look, terminal) : again;
    }

    /**
     * A shell whose last line has not ended is at no prompt, however it looks: {@code read -e} and the like have an editor, too. A line that somebody
     * interrupted ends at the prompt that was there before.
     */
    private PaneReader stillReading(PaneReader reader, PaneLook look) {
        boolean reads = reader.kind() == PaneReader.Kind.SHELL
                && memory.pending() != null
                && memory.isPendingIn(shellOf(reader))
                && !memory.isEmptyPrompt(look)
                && !memory.beginsWithPrompt(look);
        return reads ? new PaneReader(PaneReader.Kind.PROGRAM, null, reader.editor(), reader.foreground()) : reader;
    }

    /** Which shell it is: a process, and its program, which exec changes. */
    private static String shellOf(PaneReader reader) {
        return reader.foreground().group() + " " + reader.shell();
    }

    static void refuseInMode(PaneLook look) {
        if (!look.pane().mode().isEmpty()) {
            throw new ToolFailure(
                    "mode",
                    "pane " + look.pane().pane() + " is in "
                            + Texts.oneLine(look.pane().mode())
                            + ", which would swallow the input; nothing was typed. Leave the mode with tmux_pane_send_keys [\"q\"]");
        }
    }

    /** A command that ended after its call had returned is told by the next, also when its status line has scrolled off the screen. */
    private void previousEnd(PaneLook look, PaneReply reply) throws InterruptedException {
        SentinelLine pending = memory.pending();
        if (pending == null) {
            return;
        }
        Integer status = statusIn(look, pending);
        if (status == null && look.pane().historySize() > 0) {
            PaneLook more = PaneLook.at(server, look.pane().pane(), LATE_ROWS, PaneLook.Rows.JOINED);
            status = more == null ? null : statusIn(more, pending);
        }
        if (status != null) {
            reply.head("[previous command ended: exit code " + status + "]");
            memory.settled();
        }
    }

    /** A call that was cut short has told nobody. */
    private void setAsideBefore(PaneReply reply) {
        if (memory.setAside()) {
            reply.head(SET_ASIDE);
            memory.setAside(false);
        }
    }

    private static @Nullable Integer statusIn(PaneLook look, SentinelLine line) {
        return look.lines().stream()
                .map(line::statusIn)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    private TextResult type(PaneLook look, PaneReader reader, PaneReply reply) throws InterruptedException {
        return switch (reader.kind()) {
            case SHELL -> command.isBlank() ? asItIs(look, reader, reply) : behindPrompt(look, reader, reply);
            case PROGRAM, UNKNOWN -> asItIs(look, reader, reply);
            case NOBODY ->
                throw new ToolFailure(
                        "busy",
                        "pane " + look.pane().pane() + ": busy, "
                                + Texts.oneLine(reader.foreground().command())
                                + " is still running and reads no input; nothing was typed. Look with tmux_pane_capture, stop it with "
                                + "tmux_pane_send_keys [\"C-c\"], type all the same with tmux_pane_send_keys, or use another pane");
        };
    }

    // ---- a program reads

    private TextResult asItIs(PaneLook look, PaneReader reader, PaneReply reply) throws InterruptedException {
        UserPane pane = look.pane();
        TypedText.check(command, reader.editor(), pane.tty());
        if (command.length() > 1 && PaneReader.takesSingleKeys(reader)) {
            throw new ToolFailure(
                    "single_key",
                    "pane " + pane.pane()
                            + ": the shell's read asks for single keys (read -n, read -k), and the rest of the text would be run as a command; nothing was typed. "
                            + "Give one character, or send keys with tmux_pane_send_keys");
        }
        PaneOutput.Typed typed = PaneOutput.Typed.plain(memory, List.of(command.split("\n", -1)), look);
        PaneWait wait = new PaneWait(server, look, memory, typed, reader, options, ticker, call);
        PaneTyping typing = new PaneTyping(server, pane.pane());
        if (command.indexOf('\n') >= 0) {
            typing.paste(command);
        } else {
            typing.text(command);
        }
        long asked = typed.chained() ? 0 : pane.historySize() - pane.cursorLine();
        PaneLook after = typing.key("Enter").pause(FIRST_LOOK_AFTER).sendAndLook(asked, PaneLook.Rows.JOINED);
        WaitOutcome outcome = wait.await(after, wait.isExact(after, asked));
        boolean shell = ShellProcess.in(reader.foreground(), UserShell.NAMES) != null;
        boolean again = shell
                && reader.editor()
                && outcome.state() == WaitState.WAITING
                && outcome.evidence() == Evidence.INPUT_EDITOR;
        if (outcome.state() == WaitState.FINISHED || again) {
            // The editor of a shell that asks again is that of its prompt.
            memory.settled();
        }
        return reply.waited(outcome, wait, options);
    }

    // ---- a shell reads

    private TextResult behindPrompt(PaneLook look, PaneReader reader, PaneReply reply) throws InterruptedException {
        UserShell shell = Objects.requireNonNull(reader.shell());
        if (command.indexOf('\0') >= 0) {
            throw new ToolFailure(
                    "invalid_input", "the command holds a NUL character, which no terminal takes; remove it");
        }
        SentinelLine line = SentinelLine.of(
                TypedText.withoutLastNewlines(command), shell.quotes(reader.editor()), shell.longestShown(), nonce());
        int limit = reader.editor() ? shell.longestLine() : Math.min(shell.longestLine(), 4_000);
        if (line.longestRow() > limit) {
            throw new ToolFailure(
                    "line_too_long",
                    "nothing was typed: the line would be " + line.longestRow() + " bytes long, and " + shell.program()
                            + " takes " + limit + ". Put the text into a file, or use bash or zsh");
        }
        Prompt prompt = prompt(look, shell, reader);
        PaneLook before = prompt.look();
        PaneOutput.Typed what = PaneOutput.Typed.command(line, shell, before);
        PaneWait wait = new PaneWait(server, before, memory, what, reader, options, ticker, call);
        memory.setAside(prompt.setAside());
        // A call that is cancelled while it types leaves a line that the next one knows.
        memory.typed(line, shellOf(reader));
        PaneLook after;
        try {
            after = typeCommand(line, prompt, shell);
        } catch (ToolFailure nothingTyped) {
            memory.settled();
            throw nothingTyped;
        }
        WaitOutcome outcome = wait.await(after, false);
        if (wait.backAtPrompt()) {
            outcome = askStatus(look, outcome, shell, reader);
        }
        if (outcome.state() == WaitState.FINISHED) {
            memory.settled();
            memory.endedAt(ticker.nanos());
        }
        memory.paints(outcome.state() == WaitState.SCREEN);
        if (prompt.setAside()) {
            bringBack(look, outcome, reply);
        }
        return reply.waited(outcome, wait, options);
    }

    /**
     * The prompt just before our line.
     *
     * @param blank whether the blank with which our line begins is typed already
     * @param setAside whether half a line was taken away
     */
    private record Prompt(PaneLook look, boolean blank, boolean setAside) {}

    private Prompt prompt(PaneLook seen, UserShell shell, PaneReader reader) throws InterruptedException {
        PaneLook look = drawn(seen);
        if (memory.isEmptyPrompt(look)) {
            return new Prompt(look, false, false);
        }
        if (shell.yanks()) {
            ClearPrompt cleared = new ClearPrompt(server, memory, ticker).clear(look, shell, reader);
            return new Prompt(cleared.after(), true, cleared.setAside());
        }
        refuseHalfLine(look, shell);
        memory.rememberPrompt(look.cursorRow(), look.pane().cursorColumn(), reader);
        return new Prompt(look, false, false);
    }

    /** The look is a little older than what is known of the shell, which may not have drawn its prompt by then. */
    private PaneLook drawn(PaneLook seen) throws InterruptedException {
        Deadline deadline = Deadline.after(DRAWN_WITHIN, ticker);
        PaneLook look = seen;
        while (look.pane().cursorColumn() == 0
                && look.cursorRow().isBlank()
                && !memory.isEmptyPrompt(look)
                && !deadline.passed()) {
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            look = PaneLook.at(server, seen.pane().pane(), 0, PaneLook.Rows.SINGLE);
            if (look == null) {
                throw PaneCalls.gone(seen.pane());
            }
        }
        return look;
    }

    /** Types the line; where nobody has seen yet that the editor inserts, only behind a blank that it has inserted. */
    private @Nullable PaneLook typeCommand(SentinelLine line, Prompt prompt, UserShell shell)
            throws InterruptedException {
        PaneId pane = prompt.look().pane().pane();
        String rest = line.typed().substring(1);
        if (prompt.blank()) {
            return typeRest(pane, rest, shell);
        }
        int column = prompt.look().pane().cursorColumn();
        PaneTyping typing =
                new PaneTyping(server, pane).text(" ").untilCursorIn(column + 1, TURNS_TO_INSERT, BLANK_WITHIN);
        boolean guarded = typing.textIfCursorIn(column + 1, rest);
        if (guarded) {
            typing.untilStatusOf(line, TURNS_TO_END, ENDS_WITHIN);
        }
        PaneLook after = typing.sendAndLook(SPARE_ROWS, PaneLook.Rows.JOINED);
        if (after == null || (guarded && !typing.heldBack())) {
            return after;
        }
        ClearPrompt.awaitBlank(server, prompt.look(), ticker);
        return typeRest(pane, rest, shell);
    }

    /** An editor draws the line anew for each key, and once for a paste. */
    private @Nullable PaneLook typeRest(PaneId pane, String rest, UserShell shell) throws InterruptedException {
        PaneTyping typing = new PaneTyping(server, pane);
        boolean paste = rest.length() > LONGEST_TYPED && shell.takesPastes(rest);
        return (paste ? typing.paste(rest) : typing.text(rest))
                .key("Enter")
                .pause(FIRST_LOOK_AFTER)
                .sendAndLook(SPARE_ROWS, PaneLook.Rows.JOINED);
    }

    private void refuseHalfLine(PaneLook look, UserShell shell) {
        String row = look.beforeCursor();
        boolean empty = row.isBlank() || PromptText.looksLikePrompt(row);
        if (!empty || !look.afterCursor().isBlank()) {
            throw new ToolFailure(
                    "half_line",
                    "pane " + look.pane().pane() + ": somebody has begun a line at the prompt of " + shell.program()
                            + ", which cannot be set aside; nothing was typed. Finish it or clear it with tmux_pane_send_keys [\"C-u\"]");
        }
    }

    /** The shell is back at the prompt that it had, and its status line has not come: the line failed as a whole, or was interrupted. */
    private WaitOutcome askStatus(PaneLook look, WaitOutcome outcome, UserShell shell, PaneReader reader)
            throws InterruptedException {
        PaneLook now = PaneLook.at(server, look.pane().pane(), 0, PaneLook.Rows.SINGLE);
        if (now == null || !memory.isEmptyPrompt(now)) {
            return outcome;
        }
        SentinelLine question = SentinelLine.question(shell.quotes(reader.editor()), nonce());
        memory.typed(question, shellOf(reader));
        PaneOutput.Typed what = PaneOutput.Typed.command(question, shell, now);
        WaitOptions soon = new WaitOptions(STATUS_WITHIN, STATUS_WITHIN, false, null);
        PaneWait answer = new PaneWait(server, now, memory, what, reader, soon, ticker, call);
        PaneLook after = new PaneTyping(server, look.pane().pane())
                .text(question.typed())
                .key("Enter")
                .pause(FIRST_LOOK_AFTER)
                .sendAndLook(SPARE_ROWS, PaneLook.Rows.JOINED);
        WaitOutcome told = answer.await(after, false);
        if (told.state() != WaitState.FINISHED) {
            return outcome;
        }
        return finished(told.exitCode(), outcome);
    }

    private static WaitOutcome finished(@Nullable Integer status, WaitOutcome outcome) {
        return new WaitOutcome(
                WaitState.FINISHED, Evidence.SENTINEL, status, "", false, outcome.elapsed(), outcome.silence());
    }

    /** Half a line that was set aside comes back once the command has ended, as a person's C-y would bring it. */
    private void bringBack(PaneLook look, WaitOutcome outcome, PaneReply reply) throws InterruptedException {
        if (outcome.state() == WaitState.FINISHED) {
            new PaneTyping(server, look.pane().pane()).key("C-y").sendAndLook(0, PaneLook.Rows.SINGLE);
            ClearPrompt.awaitHalfLine(server, memory, look, ticker);
        } else if (outcome.state() != WaitState.EXITED) {
            reply.head(SET_ASIDE);
        }
        memory.setAside(false);
    }

    private static String nonce() {
        return new BigInteger(NONCE_BITS, RANDOM).toString(36);
    }
}
