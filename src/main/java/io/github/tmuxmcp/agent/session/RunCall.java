package io.github.tmuxmcp.agent.session;

import io.github.tmuxmcp.agent.service.Texts;
import io.github.tmuxmcp.agent.service.TypedText;
import io.github.tmuxmcp.agent.service.WaitOptions;
import io.github.tmuxmcp.agent.service.WaitOutcome;
import io.github.tmuxmcp.host.Foreground;
import io.github.tmuxmcp.limits.Deadline;
import io.github.tmuxmcp.shell.ShellKind;
import io.github.tmuxmcp.tmux.Tmux;
import io.github.tmuxmcp.tool.Call;
import io.github.tmuxmcp.tool.TextResult;
import io.github.tmuxmcp.tool.ToolFailure;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** A command line in a session: open it, wait until it takes a line, type, wait, tell. */
final class RunCall {
    /** A shell that has just been started may take this long for its first prompt, whatever the idle timeout. */
    private static final Duration START_PATIENCE = Duration.ofSeconds(10);

    private static final Duration PUT_BACK_WAIT = Duration.ofMillis(300);

    private final PrivateSessions sessions;
    private final PrivateSession session;
    private final String line;
    private final WaitOptions options;
    private final Call call;

    RunCall(PrivateSessions sessions, PrivateSession session, String command, WaitOptions options, Call call) {
        this.sessions = sessions;
        this.session = session;
        this.line = command.replace("\r\n", "\n");
        this.options = options;
        this.call = call;
    }

    TextResult inTurn() throws InterruptedException, IOException {
        refuseWhenLate();
        PrivateSession.Opened opened = open();
        PrivateSession.Shell shell = session.openShell();
        SessionReady.Ready ready =
                new SessionReady(session, shell, sessions.processes(), sessions.ticker()).await(patience());
        SessionReply reply = new SessionReply(sessions, session, shell);
        if (opened == PrivateSession.Opened.RESTARTED) {
            reply.head("[session \"" + session.name() + "\" restarted a fresh shell]");
            session.farewell().forEach(reply::head);
        }
        if (ready.reader() == SessionReady.Reader.NOBODY) {
            // Nothing was typed. A shell that was ending while we looked is replaced; one that ends at its start is
            // told.
            return opened == PrivateSession.Opened.THERE && !session.isKilled()
                    ? inTurn()
                    : reply.after(SessionWait.Subject.watching(shell.stream()), options, call);
        }
        reply.previousEnd();
        if (opened == PrivateSession.Opened.THERE) {
            reply.earlierOutput();
        }
        return typeAndWait(shell, ready, reply);
    }

    /** The client is about to give the call up: it must not find the command run all the same when it tries again. */
    private void refuseWhenLate() {
        long waited = sessions.ticker().nanos() - call.arrivalNanos();
        if (options.clientCap() && waited >= options.cap().toNanos()) {
            throw new ToolFailure(
                    "busy",
                    "session \"" + session.name() + "\": other calls had the turn for "
                            + Texts.seconds(Duration.ofNanos(waited))
                            + " s, as long as this client waits; nothing was typed. Call again, or use another session");
        }
    }

    private PrivateSession.Opened open() throws InterruptedException {
        try {
            return session.open();
        } finally {
            if (session.shell() == null) {
                // It never came to life, so the name is free again.
                sessions.forget(session);
            }
        }
    }

    private Duration patience() {
        return options.idle().compareTo(START_PATIENCE) < 0 ? START_PATIENCE : options.idle();
    }

    private TextResult typeAndWait(PrivateSession.Shell shell, SessionReady.Ready ready, SessionReply reply)
            throws InterruptedException, IOException {
        SessionStream stream = shell.stream();
        Tmux tmux = sessions.server().connection();
        boolean atPrompt = ready.reader() == SessionReady.Reader.SHELL;
        session.refuseSwallowed(tmux, List.of());
        Foreground foreground = ready.foreground();
        TypedText.check(line, atPrompt, foreground == null ? shell.tty() : foreground.terminal(shell.tty()));
        String typed = atPrompt ? session.commandLine(TypedText.withoutLastNewlines(line)) : line;
        boolean halfLine = atPrompt && session.prompt().holdsHalfLine(stream);
        boolean primary = atPrompt && stream.atPrimaryPrompt();
        NestedShell nested = new NestedShell(session, shell, sessions.processes(), tmux, foreground);
        nested.beforeTyping(line);
        stream.beginOutput(true);
        SessionWait.Subject subject = new SessionWait.Subject(
                SessionWait.Typed.COMMAND,
                stream.position(),
                stream.outputChars(),
                ready.foreground(),
                ready.hidesTyping() ? List.of() : List.of(line.split("\n", -1)),
                ready.editor());
        if (subject.before().zone() == SessionStream.Zone.PROMPT) {
            stream.typingWithoutMarkers();
        } else {
            stream.typing(true);
        }
        if (atPrompt) {
            reply.leaveEditorOut();
        }
        SessionTyping typing = new SessionTyping(tmux, shell.pane());
        if (halfLine) {
            typing.setAside();
            stream.lineComesBack();
        } else if (primary) {
            // Answers of the terminal to a program's questions may stand there, unread.
            typing.clearLine(session.shellKind(), stream.bracketedPaste());
        } else if (nested.keepsRefusedLines()) {
            typing.key("C-e").key("C-u");
        }
        typing.paste(typed, stream.bracketedPaste()).key("Enter").send();
        session.prompt().unanswered(atPrompt ? subject.before() : null, 1);
        String prompt = stream.carriedLine();
        WaitOutcome outcome = reply.outcome(subject, options, call);
        Integer status = nested.statusAfter(outcome);
        TextResult result = status == null
                ? reply.telling(outcome, subject, options)
                : reply.finished(status, prompt, subject.lines());
        boolean comesBackItself = session.shellKind() == ShellKind.ZSH;
        session.prompt().mayHoldHalfLine(halfLine && comesBackItself);
        if (halfLine && !comesBackItself && stream.zone() != SessionStream.Zone.RUNNING) {
            putBack(shell, tmux);
        }
        return result;
    }

    /** Half a line that was taken away before the command comes back to the prompt. */
    private void putBack(PrivateSession.Shell shell, Tmux tmux) throws InterruptedException, IOException {
        // The terminal would show keys that come before the editor.
        await(shell.stream(), shell.stream()::bracketedPaste);
        new SessionTyping(tmux, shell.pane()).putBack().send();
        session.prompt().mayHoldHalfLine(true);
        await(shell.stream(), () -> session.prompt().holdsHalfLine(shell.stream()));
    }

    private void await(SessionStream stream, BooleanSupplier condition) throws InterruptedException, IOException {
        Deadline deadline = Deadline.after(PUT_BACK_WAIT, sessions.ticker());
        while (!condition.getAsBoolean() && !deadline.passed()) {
            if (!stream.advance()) {
                TimeUnit.MILLISECONDS.sleep(1);
            }
        }
    }
}
