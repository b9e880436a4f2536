package io.github.tmuxmcp.agent.session;

import io.github.tmuxmcp.agent.service.KeySequence;
import io.github.tmuxmcp.agent.service.TerminalLook;
import io.github.tmuxmcp.agent.service.TypedText;
import io.github.tmuxmcp.agent.service.WaitOptions;
import io.github.tmuxmcp.host.Foreground;
import io.github.tmuxmcp.limits.Deadline;
import io.github.tmuxmcp.tmux.Tmux;
import io.github.tmuxmcp.tool.Call;
import io.github.tmuxmcp.tool.TextResult;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Keys for whatever reads in a session: check, type, wait, tell. */
final class KeysCall {
    private static final Duration PROMPT_WITHIN = Duration.ofMillis(300);

    private final PrivateSessions sessions;
    private final PrivateSession session;
    private final List<String> elements;
    private final List<KeySequence.Key> keys;
    private final WaitOptions options;
    private final Call call;

    KeysCall(PrivateSessions sessions, PrivateSession session, List<String> elements, WaitOptions options, Call call) {
        this.sessions = sessions;
        this.session = session;
        this.elements = elements;
        this.keys = KeySequence.parse(elements);
        this.options = options;
        this.call = call;
    }

    TextResult inTurn() throws InterruptedException, IOException {
        PrivateSession.Shell shell = session.liveShell();
        SessionStream stream = shell.stream();
        Tmux tmux = sessions.server().connection();
        session.refuseSwallowed(tmux, elements);
        stream.catchUp(Long.MAX_VALUE);
        awaitPromptEnd(stream);
        boolean editing = stream.zone() == SessionStream.Zone.EDITING;
        for (KeySequence.Key key : keys) {
            TypedText.check(key.named() ? "" : key.value(), editing, shell.tty());
        }
        SessionReply reply = new SessionReply(sessions, session, shell)
                .empty("(no new output)")
                .previousEnd();
        SessionWait.Subject subject = subject(shell, editing);
        stream.typing(!KeySequence.typedLines(keys).isEmpty());
        boolean answered = !editing || !KeySequence.bringsPrompt(keys);
        session.prompt()
                .unanswered(
                        answered ? null : subject.before(),
                        Math.max(1, KeySequence.typedLines(keys).size()));
        try {
            new SessionTyping(tmux, shell.pane()).keys(keys).send();
            return reply.after(subject, options, call);
        } finally {
            session.prompt().mayHoldHalfLine(!endsWithEnter() || stream.zone() == SessionStream.Zone.EDITING);
        }
    }

    /** The call before may have returned at its command's end, with the prompt still being printed. */
    private void awaitPromptEnd(SessionStream stream) throws InterruptedException, IOException {
        Deadline deadline = Deadline.after(PROMPT_WITHIN, sessions.ticker());
        while ((stream.zone() == SessionStream.Zone.PROMPT || stream.isAsked()) && !deadline.passed()) {
            if (!stream.advance()) {
                TimeUnit.MILLISECONDS.sleep(1);
            }
        }
    }

    private SessionWait.Subject subject(PrivateSession.Shell shell, boolean editing) throws InterruptedException {
        Foreground foreground = editing
                ? null
                : Foreground.look(sessions.processes(), shell.process().pid());
        return new SessionWait.Subject(
                SessionWait.Typed.KEYS,
                shell.stream().position(),
                shell.stream().outputChars(),
                foreground,
                echoedLines(shell, foreground),
                editing);
    }

    private List<String> echoedLines(PrivateSession.Shell shell, @Nullable Foreground foreground)
            throws InterruptedException {
        List<String> typed = KeySequence.typedLines(keys);
        if (foreground == null || typed.isEmpty()) {
            return typed;
        }
        return new TerminalLook(sessions.processes(), shell.process().pid(), shell.tty()).hidesTyping(foreground)
                ? List.of()
                : typed;
    }

    private boolean endsWithEnter() {
        KeySequence.Key last = keys.get(keys.size() - 1);
        return last.named() && last.value().equals("Enter");
    }
}
