package io.github.tmuxmcp.agent.session;

import io.github.tmuxmcp.agent.service.Evidence;
import io.github.tmuxmcp.agent.service.Footers;
import io.github.tmuxmcp.agent.service.ResultText;
import io.github.tmuxmcp.agent.service.StartFolder;
import io.github.tmuxmcp.agent.service.Texts;
import io.github.tmuxmcp.agent.service.TypedText;
import io.github.tmuxmcp.agent.service.WaitOptions;
import io.github.tmuxmcp.agent.service.WaitOutcome;
import io.github.tmuxmcp.agent.service.WaitState;
import io.github.tmuxmcp.tmux.TmuxException;
import io.github.tmuxmcp.tool.Call;
import io.github.tmuxmcp.tool.TextResult;
import io.github.tmuxmcp.tool.ToolFailure;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The calls on one session: take the turn, look, type, wait, tell. */
public final class SessionCalls {
    /** For a shell that has ended: the wait finds that at once. */
    private static final WaitOptions LOOK_ONCE =
            new WaitOptions(Duration.ofSeconds(1), Duration.ofSeconds(1), false, null);

    private final PrivateSessions sessions;

    public SessionCalls(PrivateSessions sessions) {
        this.sessions = sessions;
    }

    /** What a call does once it has the turn. */
    private interface Turn {
        TextResult take(PrivateSession session) throws InterruptedException, IOException;
    }

    private static TextResult inTurn(PrivateSession session, Turn turn) throws InterruptedException {
        TextResult result = inTurnUnlessKilled(session, turn);
        if (result == null) {
            throw PrivateSessions.unknown(session.name());
        }
        return result;
    }

    private static @Nullable TextResult inTurnUnlessKilled(PrivateSession session, Turn turn)
            throws InterruptedException {
        session.takeTurn();
        try {
            if (session.isKilled()) {
                return null;
            }
            TextResult result = turn.take(session);
            session.rememberDirectory();
            return result;
        } catch (ToolFailure | TmuxException e) {
            if (session.isKilled()) {
                // What failed, failed because the session went away under the call.
                return ResultText.plain(
                        Footers.forSession(session.name()).killed(),
                        "session",
                        session.name(),
                        WaitState.KILLED,
                        Evidence.KILLED);
            }
            throw e instanceof ToolFailure
                    ? e
                    : new ToolFailure("tmux_failed", Texts.cut(String.valueOf(e.getMessage())));
        } catch (IOException e) {
            throw new ToolFailure(
                    "tmux_failed",
                    "the log of session \"" + session.name() + "\" cannot be read ("
                            + e.getClass().getSimpleName() + "); end the session with tmux_kill and start afresh");
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
        TypedText.checkLength(command);
        Path start = StartFolder.of(directory, sessions.settings());
        PrivateSession session = sessions.obtain(name, start);
        TextResult result =
                inTurnUnlessKilled(session, turn -> new RunCall(sessions, turn, command, options, call).inTurn());
        // Killed while the call waited for its turn: the name stands for a new session now.
        return result == null ? run(name, command, directory, options, call) : result;
    }

    /** Types keys, and waits unless the options say not to. */
    public TextResult sendKeys(String name, List<String> elements, WaitOptions options, Call call)
            throws InterruptedException {
        return inTurn(
                sessions.existing(name), session -> new KeysCall(sessions, session, elements, options, call).inTurn());
    }

    /** What arrived since the last call, waiting for more if the options say so. */
    public TextResult read(String name, WaitOptions options, boolean screen, Call call) throws InterruptedException {
        return inTurn(sessions.existing(name), session -> {
            PrivateSession.Shell shell = session.openShell();
            SessionStream stream = shell.stream();
            stream.catchUp(Long.MAX_VALUE);
            SessionReply reply = new SessionReply(sessions, session, shell).empty("(no new output)");
            SessionWait.Subject subject = SessionWait.Subject.watching(stream);
            if (!session.isAlive(shell) && !screen) {
                return reply.after(subject, LOOK_ONCE, call);
            }
            if (screen) {
                if (mayBringMore(session, shell, subject, options)) {
                    reply.outcome(subject, options, call);
                }
                return reply.screen();
            }
            Integer late = stream.takeUnreportedStatus();
            if (late != null) {
                reply.head("[previous command ended: exit code " + late + "]");
                return reply.showing(finishedEarlier(late), List.of());
            }
            return mayBringMore(session, shell, subject, options)
                    ? reply.after(subject, options, call)
                    : reply.showing(reply.now(), List.of());
        });
    }

    /** Whether the call wants to wait and there is something to wait for: a command, a job, or an answer of the shell. */
    private static boolean mayBringMore(
            PrivateSession session, PrivateSession.Shell shell, SessionWait.Subject subject, WaitOptions options) {
        if (options.immediate()) {
            return false;
        }
        return subject.before().zone() != SessionStream.Zone.EDITING
                || options.pattern() != null
                || !session.prompt().isAnswered(subject.before())
                || !session.isAlone(shell);
    }

    private static WaitOutcome finishedEarlier(int status) {
        return new WaitOutcome(WaitState.FINISHED, Evidence.MARKER, status, "", false, Duration.ZERO, Duration.ZERO);
    }

    /** The last screen of a full-screen program that has ended. */
    public TextResult lastFrame(String name) throws InterruptedException {
        return inTurn(sessions.existing(name), session -> {
            SessionStream stream = session.openShell().stream();
            stream.catchUp(Long.MAX_VALUE);
            String frame = stream.lastFrame();
            if (frame == null) {
                throw new ToolFailure(
                        "no_frame",
                        "no full-screen program has ended in session \"" + name
                                + "\"; screen: true shows what is there now");
            }
            return new ResultText("session", name)
                    .body(frame)
                    .empty("(empty screen)")
                    .footer("[last screen of the full-screen program that ended in session \"" + name + "\"]")
                    .result();
        });
    }

    /** Stored output once more: {@code lines} of it from an offset, or the last ones; nothing counts as read by this. */
    public TextResult reread(String name, @Nullable Long from, int lines) throws InterruptedException {
        return inTurn(sessions.existing(name), session -> {
            PrivateSession.Shell shell = session.openShell();
            shell.stream().catchUp(Long.MAX_VALUE);
            SessionHistory history = new SessionHistory(shell.stream(), sessions.settings());
            SessionHistory.Part part = from == null ? history.last(lines) : history.from(from, lines);
            ResultText text = new ResultText("session", name)
                    .empty("(no output there)")
                    .outcome(new SessionReply(sessions, session, shell).now())
                    .meta("logOffset", part.next())
                    .body(part.text());
            if (part.missing() > 0) {
                text.head("[" + part.missing() + " bytes before offset " + part.start()
                        + " are gone: the log keeps the newest "
                        + sessions.settings().maxLog().bytes() + " bytes]");
            }
            String more = part.next() < part.end() ? "; what follows: from " + part.next() : "";
            return text.footer("[session \"" + name + "\": offset " + part.start() + " to " + part.next()
                            + " of the log, which ends at " + part.end() + more + "]")
                    .result();
        });
    }

    /** Ends a session; it waits for no turn, so that a call which waits there ends as well. */
    public TextResult kill(String name) throws InterruptedException {
        PrivateSession session = sessions.existing(name);
        sessions.ends(session);
        try {
            session.kill();
        } catch (TmuxException e) {
            throw new ToolFailure(
                    "tmux_failed",
                    "the programs of session \"" + name + "\" were ended, but tmux has not removed it: "
                            + Texts.cut(String.valueOf(e.getMessage())));
        }
        return ResultText.plain(
                "[killed session \"" + name + "\"]", "session", name, WaitState.KILLED, Evidence.KILLED);
    }
}
