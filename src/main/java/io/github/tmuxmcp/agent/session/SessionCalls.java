package io.github.tmuxmcp.agent.session;

import io.github.tmuxmcp.agent.service.Evidence;
import io.github.tmuxmcp.agent.service.Footers;
import io.github.tmuxmcp.agent.service.KeySequence;
import io.github.tmuxmcp.agent.service.ResultText;
import io.github.tmuxmcp.agent.service.Texts;
import io.github.tmuxmcp.agent.service.WaitOptions;
import io.github.tmuxmcp.agent.service.WaitOutcome;
import io.github.tmuxmcp.agent.service.WaitState;
import io.github.tmuxmcp.host.Foreground;
import io.github.tmuxmcp.limits.Deadline;
import io.github.tmuxmcp.terminal.TextSnapshot;
import io.github.tmuxmcp.tmux.Tmux;
import io.github.tmuxmcp.tmux.TmuxException;
import io.github.tmuxmcp.tool.Call;
import io.github.tmuxmcp.tool.TextResult;
import io.github.tmuxmcp.tool.ToolFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The calls on one session: take the turn, look, type, wait, tell. */
public final class SessionCalls {
    /** A shell that has just been started may take this long for its first prompt, whatever the idle timeout. */
    private static final Duration START_PATIENCE = Duration.ofSeconds(10);

    private static final Duration PUT_BACK_WAIT = Duration.ofMillis(300);

    /** Keys that leave a mode of tmux's, and so may be typed while one is on. */
    private static final Set<String> LEAVES_MODE = Set.of("q", "Escape", "C-c", "Enter");

    private final PrivateSessions sessions;

    public SessionCalls(PrivateSessions sessions) {
        this.sessions = sessions;
    }

    /** What a call does once it has the turn. */
    private interface Turn {
        @Nullable
        TextResult take(PrivateSession session) throws InterruptedException, IOException;
    }

    private static TextResult inTurn(PrivateSession session, Turn turn) throws InterruptedException {
        TextResult result = tryInTurn(session, turn);
        if (result == null) {
            throw new IllegalStateException("a turn ended without a result");
        }
        return result;
    }

    private static @Nullable TextResult tryInTurn(PrivateSession session, Turn turn) throws InterruptedException {
        session.takeTurn();
        try {
            TextResult result = turn.take(session);
            session.rememberDirectory();
            return result;
        } catch (IOException e) {
            throw new ToolFailure(
                    "tmux_failed",
                    "the log of session \"" + session.name() + "\" cannot be read ("
                            + e.getClass().getSimpleName() + "); end the session with tmux_kill and start afresh");
        } catch (TmuxException e) {
            throw new ToolFailure("tmux_failed", Texts.cut(String.valueOf(e.getMessage())));
        } finally {
            session.endTurn();
        }
    }

    /**
     * Types a command line and Enter, and waits.
     *
     * @param directory where a session that does not exist yet starts; null for the server's own working directory
     */
    public TextResult run(String name, String command, @Nullable String directory, WaitOptions options, Call call)
            throws InterruptedException {
        PrivateSessions.checkName(name);
        if (command.length() > SessionTyping.MAX_COMMAND) {
            throw new ToolFailure(
                    "invalid_input",
                    "command is " + command.length() + " characters long; at most " + SessionTyping.MAX_COMMAND
                            + " are taken");
        }
        Path start = startDirectory(directory);
        while (true) {
            PrivateSession session = sessions.obtain(name, start);
            TextResult result =
                    tryInTurn(session, turn -> turn.isKilled() ? null : runInTurn(turn, command, options, call));
            if (result != null) {
                return result;
            }
        }
    }

    private Path startDirectory(@Nullable String directory) {
        Path base = sessions.settings().workingDirectory();
        if (directory == null) {
            return base;
        }
        String home = sessions.settings().environment().getOrDefault("HOME", "");
        boolean underHome = directory.equals("~") || directory.startsWith("~/");
        Path path;
        try {
            path = underHome && !home.isEmpty()
                    ? Path.of(home + directory.substring(1))
                    : base.resolve(directory).normalize();
        } catch (java.nio.file.InvalidPathException e) {
            throw new ToolFailure("invalid_input", "cwd " + Texts.quoted(directory) + " is not a path");
        }
        if (directory.isEmpty() || !Files.isDirectory(path) || !Files.isExecutable(path)) {
            String problem = Files.isRegularFile(path)
                    ? "is a file"
                    : Files.exists(path) ? "cannot be entered" : "does not exist";
            throw new ToolFailure(
                    "invalid_input", "cwd " + Texts.quoted(directory) + " " + problem + "; give a folder that exists");
        }
        return path;
    }

    private TextResult runInTurn(PrivateSession session, String command, WaitOptions options, Call call)
            throws InterruptedException, IOException {
        PrivateSession.Opened opened;
        try {
            opened = session.open();
        } catch (ToolFailure e) {
            if (session.shell() == null) {
                sessions.forget(session);
            }
            throw e;
        }
        PrivateSession.Shell shell = shellOf(session);
        SessionStream stream = shell.stream();
        Duration patience = options.idle().compareTo(START_PATIENCE) < 0 ? START_PATIENCE : options.idle();
        SessionReady.Ready ready =
                new SessionReady(session, shell, sessions.processes(), sessions.ticker()).await(patience);
        ResultText text = new ResultText("session", session.name());
        if (opened == PrivateSession.Opened.RESTARTED) {
            text.head("[session \"" + session.name() + "\" restarted a fresh shell]");
        }
        if (opened != PrivateSession.Opened.THERE) {
            session.startFilesRead();
        }
        if (ready.reader() == SessionReady.Reader.NOBODY
                && opened == PrivateSession.Opened.THERE
                && !session.isKilled()) {
            // The shell was ending while we looked; nothing was typed, so the fresh one takes the command.
            return runInTurn(session, command, options, call);
        }
        if (ready.reader() == SessionReady.Reader.NOBODY) {
            return tell(
                    session,
                    shell,
                    text,
                    new SessionWait.Subject(
                            SessionWait.Typed.NOTHING, stream.position(), stream.outputChars(), null, ""),
                    options,
                    call);
        }
        text.head(previousEnd(stream)).head(earlierOutput(session, stream, opened));
        Tmux tmux = sessions.server().connection();
        refuseInMode(session, shell, tmux, List.of());
        boolean atPrompt = ready.reader() == SessionReady.Reader.SHELL;
        String line = withoutLastNewlines(command.replace("\r\n", "\n"));
        SessionTyping.check(line, atPrompt, shell.tty());
        boolean halfLine = atPrompt && session.holdsHalfLine();
        stream.beginOutput(true);
        SessionStream.Position before = stream.position();
        long charsBefore = stream.outputChars();
        SessionTyping typing = new SessionTyping(tmux, shell.pane());
        if (halfLine) {
            typing.key("C-e").key("C-u");
        }
        (atPrompt ? typing.command(line) : typing.text(line)).key("Enter").send();
        String echo = firstLine(line);
        TextResult result = tell(
                session,
                shell,
                text,
                new SessionWait.Subject(SessionWait.Typed.COMMAND, before, charsBefore, ready.foreground(), echo),
                options,
                call);
        session.mayHoldHalfLine(false);
        if (halfLine && stream.zone() != SessionStream.Zone.RUNNING) {
            putBack(session, shell, tmux);
        }
        return result;
    }

    /** Half a line that was taken away before the command comes back to the prompt, as a person's C-y would bring it. */
    private void putBack(PrivateSession session, PrivateSession.Shell shell, Tmux tmux)
            throws InterruptedException, IOException {
        new SessionTyping(tmux, shell.pane()).key("C-y").send();
        session.mayHoldHalfLine(true);
        Deadline deadline = Deadline.after(PUT_BACK_WAIT, sessions.ticker());
        while (!session.holdsHalfLine() && !deadline.passed()) {
            if (!shell.stream().advance()) {
                TimeUnit.MILLISECONDS.sleep(1);
            }
        }
    }

    /** Types keys, and waits unless the options say not to. */
    public TextResult sendKeys(String name, List<String> elements, WaitOptions options, Call call)
            throws InterruptedException {
        return inTurn(sessions.existing(name), session -> {
            PrivateSession.Shell shell = liveShell(session);
            SessionStream stream = shell.stream();
            Tmux tmux = sessions.server().connection();
            List<KeySequence.Key> keys = KeySequence.parse(elements);
            refuseInMode(session, shell, tmux, elements);
            stream.catchUp(Long.MAX_VALUE);
            boolean editing = stream.zone() == SessionStream.Zone.EDITING;
            for (KeySequence.Key key : keys) {
                SessionTyping.check(key.named() ? "" : key.value(), editing, shell.tty());
            }
            Foreground foreground = editing
                    ? null
                    : Foreground.look(sessions.processes(), shell.process().pid());
            ResultText text = new ResultText("session", session.name())
                    .empty("(no new output)")
                    .head(previousEnd(stream));
            SessionStream.Position before = stream.position();
            long charsBefore = stream.outputChars();
            new SessionTyping(tmux, shell.pane()).keys(keys).send();
            String echo = KeySequence.typedLine(keys);
            TextResult result = tell(
                    session,
                    shell,
                    text,
                    new SessionWait.Subject(SessionWait.Typed.KEYS, before, charsBefore, foreground, echo),
                    options,
                    call);
            session.mayHoldHalfLine(stream.zone() == SessionStream.Zone.EDITING);
            return result;
        });
    }

    /** What arrived since the last call, waiting for more if the options say so. */
    public TextResult read(String name, WaitOptions options, boolean screen, boolean lastFrame, Call call)
            throws InterruptedException {
        return inTurn(sessions.existing(name), session -> {
            PrivateSession.Shell shell = shellOf(session);
            SessionStream stream = shell.stream();
            stream.catchUp(Long.MAX_VALUE);
            ResultText text = new ResultText("session", session.name()).empty("(no new output)");
            if (lastFrame) {
                return lastFrame(session, stream, text);
            }
            Integer late = stream.takeUnreportedStatus();
            SessionStream.Position before = stream.position();
            long charsBefore = stream.outputChars();
            boolean nothingRuns = before.zone() == SessionStream.Zone.EDITING && options.pattern() == null;
            if (late != null && options.pattern() == null && !screen) {
                text.head("[previous command ended: exit code " + late + "]");
                return compose(session, shell, text, finishedEarlier(late), "").result();
            }
            if (screen && (options.immediate() || nothingRuns)) {
                return screen(session, shell, text);
            }
            if (nothingRuns && session.isAlive(shell)) {
                return compose(session, shell, text, immediate(shell), "").result();
            }
            SessionWait.Subject subject =
                    new SessionWait.Subject(SessionWait.Typed.NOTHING, before, charsBefore, null, "");
            if (!screen) {
                return tell(session, shell, text, subject, options, call);
            }
            wait(session, shell, subject, options, call);
            return screen(session, shell, text);
        });
    }

    /** Stored output once more: {@code lines} of it from an offset, or the last ones; nothing counts as read by this. */
    public TextResult reread(String name, @Nullable Long from, int lines) throws InterruptedException {
        return inTurn(sessions.existing(name), session -> {
            PrivateSession.Shell shell = shellOf(session);
            shell.stream().catchUp(Long.MAX_VALUE);
            SessionHistory history = new SessionHistory(shell.stream(), sessions.settings());
            SessionHistory.Part part = from == null ? history.last(lines) : history.from(from, lines);
            ResultText text = new ResultText("session", name)
                    .empty("(no output there)")
                    .outcome(immediate(shell))
                    .meta("logOffset", part.next())
                    .body(part.text());
            if (part.missing() > 0) {
                text.head("[" + part.missing() + " bytes before offset " + part.start()
                        + " are gone: the log keeps the newest "
                        + sessions.settings().maxLog().bytes() + " bytes]");
            }
            return text.footer("[session \"" + name + "\": offset " + part.start() + " to " + part.next()
                            + " of the log, which ends at " + part.end()
                            + (part.next() < part.end() ? "; what follows: from " + part.next() : "") + "]")
                    .result();
        });
    }

    /** Ends a session; it waits for no turn, so that a call which waits there ends as well. */
    public TextResult kill(String name) throws InterruptedException {
        PrivateSession session = sessions.existing(name);
        sessions.forget(session);
        session.kill();
        return ResultText.plain(
                "[killed session \"" + name + "\"]", "session", name, WaitState.KILLED, Evidence.KILLED);
    }

    private static WaitOutcome finishedEarlier(int status) {
        return new WaitOutcome(WaitState.FINISHED, Evidence.MARKER, status, "", false, Duration.ZERO, Duration.ZERO);
    }

    private WaitOutcome immediate(PrivateSession.Shell shell) {
        String foreground =
                Foreground.look(sessions.processes(), shell.process().pid()).command();
        return new WaitOutcome(
                WaitState.IMMEDIATE, Evidence.NONE, null, foreground, false, Duration.ZERO, Duration.ZERO);
    }

    private TextResult lastFrame(PrivateSession session, SessionStream stream, ResultText text) {
        String frame = stream.lastFrame();
        if (frame == null) {
            throw new ToolFailure(
                    "no_frame",
                    "no full-screen program has ended in session \"" + session.name()
                            + "\"; screen: true shows what is there now");
        }
        return text.body(frame)
                .footer("[last screen of the full-screen program that ended in session \"" + session.name() + "\"]")
                .result();
    }

    private TextResult screen(PrivateSession session, PrivateSession.Shell shell, ResultText text)
            throws InterruptedException, IOException {
        WaitOutcome now = immediate(shell);
        String content = new SessionScreen(sessions.server(), shell).text();
        shell.stream().consume();
        return text.outcome(now)
                .meta("logOffset", shell.stream().position().offset())
                .empty("(empty screen)")
                .body(content)
                .footer("[screen of session \"" + session.name() + "\" — fg: " + now.foreground() + "]")
                .result();
    }

    private WaitOutcome wait(
            PrivateSession session,
            PrivateSession.Shell shell,
            SessionWait.Subject subject,
            WaitOptions options,
            Call call)
            throws InterruptedException {
        return new SessionWait(
                        session,
                        shell,
                        sessions.processes(),
                        sessions.settings(),
                        sessions.ticker(),
                        subject,
                        options,
                        call)
                .await();
    }

    private TextResult tell(
            PrivateSession session,
            PrivateSession.Shell shell,
            ResultText text,
            SessionWait.Subject subject,
            WaitOptions options,
            Call call)
            throws InterruptedException, IOException {
        if (options.immediate()) {
            shell.stream().catchUp(Long.MAX_VALUE);
            WaitOutcome now = immediate(shell);
            return compose(session, shell, text, now, subject.echo()).result();
        }
        WaitOutcome outcome = wait(session, shell, subject, options, call);
        String echo = subject.before().zone() == SessionStream.Zone.EDITING ? "" : subject.echo();
        ResultText composed = compose(session, shell, text, outcome, echo);
        String footer = Footers.forSession(session.name()).of(outcome, options);
        return (footer.isEmpty() ? composed : composed.footer(footer)).result();
    }

    /** The body for an outcome; what it shows counts as read. */
    private ResultText compose(
            PrivateSession session, PrivateSession.Shell shell, ResultText text, WaitOutcome outcome, String echo)
            throws InterruptedException, IOException {
        SessionStream stream = shell.stream();
        text.outcome(outcome).meta("logOffset", stream.position().offset());
        if (outcome.state() == WaitState.SCREEN || (stream.fullScreenActive() && goesOn(outcome.state()))) {
            text.meta("state", WaitState.SCREEN.label())
                    .body(new SessionScreen(sessions.server(), shell).text())
                    .empty("(empty screen)")
                    .footer(Footers.forSession(session.name()).of(asScreen(outcome), NO_OPTIONS));
        } else {
            body(session, stream, text, echo);
        }
        stream.consume();
        return text;
    }

    private static boolean goesOn(WaitState state) {
        return switch (state) {
            case FINISHED, EXITED, KILLED -> false;
            case WAITING, MATCHED, IDLE, CAP, IMMEDIATE, SCREEN -> true;
        };
    }

    private static final WaitOptions NO_OPTIONS = new WaitOptions(Duration.ZERO, Duration.ZERO, false, null);

    private static WaitOutcome asScreen(WaitOutcome outcome) {
        return new WaitOutcome(
                WaitState.SCREEN,
                outcome.evidence(),
                null,
                outcome.foreground(),
                false,
                outcome.elapsed(),
                outcome.silence());
    }

    private static void body(PrivateSession session, SessionStream stream, ResultText text, String echo) {
        String howToRead = "read them with tmux_read {\"session\":\"" + session.name() + "\",\"from\":%d}";
        TextSnapshot snapshot = stream.outputSnapshot();
        TextSnapshot shown = new TextSnapshot(
                Echo.strip(snapshot.head(), echo), snapshot.droppedChars(), snapshot.cutOffset(), snapshot.tail());
        String editing = stream.rejection();
        if (editing.isBlank() && stream.zone() == SessionStream.Zone.EDITING) {
            editing = stream.editingText();
        }
        if (editing.isBlank()) {
            text.body(shown, howToRead);
        } else if (shown.droppedChars() == 0) {
            text.body(
                    shown.head().isBlank()
                            ? editing
                            : shown.head() + (shown.head().endsWith("\n") ? "" : "\n") + editing);
        } else {
            text.body(
                    new TextSnapshot(
                            shown.head(), shown.droppedChars(), shown.cutOffset(), shown.tail() + "\n" + editing),
                    howToRead);
        }
    }

    private static @Nullable String previousEnd(SessionStream stream) {
        Integer status = stream.takeUnreportedStatus();
        return status == null ? null : "[previous command ended: exit code " + status + "]";
    }

    private static @Nullable String earlierOutput(
            PrivateSession session, SessionStream stream, PrivateSession.Opened opened) {
        if (opened != PrivateSession.Opened.THERE || !stream.hasUnread()) {
            return null;
        }
        return "[" + stream.unreadBytes() + " bytes of earlier output not shown: tmux_read {\"session\":\""
                + session.name() + "\",\"from\":" + stream.unreadOffset() + "}]";
    }

    private static PrivateSession.Shell shellOf(PrivateSession session) {
        PrivateSession.Shell shell = session.shell();
        if (shell == null || session.isKilled()) {
            throw new ToolFailure(
                    "unknown_session",
                    "there is no session \"" + session.name()
                            + "\"; tmux_list shows what there is, tmux_run creates one");
        }
        return shell;
    }

    private PrivateSession.Shell liveShell(PrivateSession session) throws InterruptedException {
        PrivateSession.Shell shell = shellOf(session);
        if (!session.isAlive(shell) || !shell.server().equals(sessions.server().currentIdentity())) {
            throw new ToolFailure(
                    "session_ended",
                    "the shell of session \"" + session.name()
                            + "\" has ended, so no keys were sent; tmux_run starts a fresh one");
        }
        return shell;
    }

    private static void refuseInMode(PrivateSession session, PrivateSession.Shell shell, Tmux tmux, List<String> keys)
            throws InterruptedException {
        PaneState state = session.state(tmux, shell.pane());
        if (state == null || state.mode().isEmpty() || (keys.size() == 1 && LEAVES_MODE.contains(keys.get(0)))) {
            return;
        }
        throw new ToolFailure(
                "mode",
                "session \"" + session.name() + "\" is in " + state.mode()
                        + ", which would swallow the input; nothing was typed. Leave the mode with "
                        + "tmux_send_keys [\"q\"]");
    }

    private static String withoutLastNewlines(String command) {
        int end = command.length();
        while (end > 0 && command.charAt(end - 1) == '\n') {
            end--;
        }
        return command.substring(0, end);
    }

    private static String firstLine(String text) {
        int end = text.indexOf('\n');
        return end < 0 ? text : text.substring(0, end);
    }
}
