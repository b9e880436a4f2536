package io.github.tmuxmcp.agent.session;

import io.github.tmuxmcp.agent.service.Echo;
import io.github.tmuxmcp.agent.service.Evidence;
import io.github.tmuxmcp.agent.service.Footers;
import io.github.tmuxmcp.agent.service.PromptText;
import io.github.tmuxmcp.agent.service.ResultText;
import io.github.tmuxmcp.agent.service.WaitOptions;
import io.github.tmuxmcp.agent.service.WaitOutcome;
import io.github.tmuxmcp.agent.service.WaitState;
import io.github.tmuxmcp.host.Foreground;
import io.github.tmuxmcp.terminal.TextSnapshot;
import io.github.tmuxmcp.tool.AnswerRoom;
import io.github.tmuxmcp.tool.Call;
import io.github.tmuxmcp.tool.TextResult;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Waits if the call wants to, and tells what a session shows: text or screen, and the footer. What it shows counts as read. */
final class SessionReply {
    private final PrivateSessions sessions;
    private final PrivateSession session;
    private final PrivateSession.Shell shell;
    private final SessionStream stream;
    private final ResultText text;
    private boolean editorLeftOut;

    SessionReply(PrivateSessions sessions, PrivateSession session, PrivateSession.Shell shell) {
        this.sessions = sessions;
        this.session = session;
        this.shell = shell;
        this.stream = shell.stream();
        this.text = new ResultText("session", session.name());
    }

    /** The result under construction. */
    ResultText text() {
        return text;
    }

    /** Says that an earlier command has ended, if no result has said so yet. */
    SessionReply previousEnd() {
        Integer status = stream.takeUnreportedStatus();
        text.head(status == null ? null : "[previous command ended: exit code " + status + "]");
        return this;
    }

    /** Says that output came between the calls which this result does not show, and how to read it. */
    SessionReply earlierOutput() {
        text.head(stream.earlierOutput(session.name()));
        return this;
    }

    /** Waits as the options say, or not at all, and tells the outcome. */
    TextResult after(SessionWait.Subject subject, WaitOptions options, Call call)
            throws InterruptedException, IOException {
        if (options.immediate()) {
            stream.catchUp(Long.MAX_VALUE);
            return showing(now(), subject.lines());
        }
        return telling(outcome(subject, options, call), subject, options);
    }

    /** Tells an outcome of {@link #outcome}. */
    TextResult telling(WaitOutcome outcome, SessionWait.Subject subject, WaitOptions options)
            throws InterruptedException {
        String footer = Footers.forSession(session.name()).of(outcome, options);
        compose(outcome, subject.before().zone() == SessionStream.Zone.EDITING ? List.of() : subject.lines());
        return (footer.isEmpty() ? text : text.footer(footer)).result();
    }

    /** Waits only. */
    WaitOutcome outcome(SessionWait.Subject subject, WaitOptions options, Call call) throws InterruptedException {
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

    /**
     * The result for a command whose shell has no markers and has told its status. Its prompt is no part of the output.
     *
     * @param prompt what stood on the line when the command was typed
     */
    TextResult finished(int status, String prompt, List<String> typed) throws InterruptedException {
        takeRoom(textChars());
        WaitOutcome outcome =
                new WaitOutcome(WaitState.FINISHED, Evidence.SENTINEL, status, "", false, Duration.ZERO, Duration.ZERO);
        synchronized (stream) {
            TextSnapshot output = stream.outputSnapshot();
            boolean whole = output.droppedChars() == 0;
            String head = Echo.strip(output.head(), typed);
            text.body(
                    new TextSnapshot(
                            whole ? withoutPrompt(head, prompt) : head,
                            output.droppedChars(),
                            output.cutOffset(),
                            whole ? output.tail() : withoutPrompt(output.tail(), prompt)),
                    howToRead());
            stream.consume(false);
        }
        return text.outcome(outcome)
                .meta("logOffset", stream.position().offset())
                .result();
    }

    private String withoutPrompt(String output, String before) {
        // The whole prompt, which may have several lines, was printed once more behind the answer.
        for (String prompt : List.of(stream.promptBehindAnswer(), before)) {
            if (!prompt.isBlank()
                    && withoutDigits(output, prompt.length()).endsWith(withoutDigits(prompt, Integer.MAX_VALUE))) {
                return output.substring(0, output.length() - prompt.length());
            }
        }
        int lastLine = output.lastIndexOf('\n') + 1;
        return PromptText.looksLikePrompt(output.substring(lastLine)) ? output.substring(0, lastLine) : output;
    }

    /** The last characters with all digits alike: a prompt may hold the time. */
    private static String withoutDigits(String text, int length) {
        return text.substring(Math.max(0, text.length() - length)).replaceAll("[0-9]", "0");
    }

    /** What is there, told as {@code outcome}. */
    TextResult showing(WaitOutcome outcome, List<String> typed) throws InterruptedException, IOException {
        compose(outcome, typed);
        return text.result();
    }

    /** The screen, whatever runs. */
    TextResult screen() throws InterruptedException {
        WaitOutcome now = now();
        takeRoom(screenChars());
        String content = new SessionScreen(sessions.server(), shell).text();
        stream.consume(true);
        return text.outcome(now)
                .meta("logOffset", stream.position().offset())
                .empty("(empty screen)")
                .body(content)
                .footer("[screen of session \"" + session.name() + "\" — fg: " + now.foreground() + "]")
                .result();
    }

    /** An outcome without a wait: what is in the foreground at this moment. */
    WaitOutcome now() {
        String foreground =
                Foreground.look(sessions.processes(), shell.process().pid()).command();
        return new WaitOutcome(
                WaitState.IMMEDIATE, Evidence.NONE, null, foreground, false, Duration.ZERO, Duration.ZERO);
    }

    private void compose(WaitOutcome outcome, List<String> typed) throws InterruptedException {
        if (outcome.state() == WaitState.EXITED) {
            session.endTold();
        }
        boolean screen = outcome.state() == WaitState.SCREEN || (stream.fullScreenActive() && goesOn(outcome.state()));
        takeRoom(screen ? screenChars() : textChars());
        text.outcome(outcome);
        if (screen) {
            text.meta("state", WaitState.SCREEN.label())
                    .body(new SessionScreen(sessions.server(), shell).text())
                    .empty("(empty screen)")
                    .footer(Footers.screen(outcome.foreground()))
                    .meta("logOffset", stream.position().offset());
            stream.consume(true);
        } else {
            synchronized (stream) {
                text.meta("logOffset", stream.position().offset());
                body(typed);
                stream.consume(!editorLeftOut);
            }
        }
    }

    private void takeRoom(long chars) throws InterruptedException {
        stream.answers().take(chars);
    }

    /** More may come while the call waits for its room, so a long text gets room for the longest. */
    private long textChars() {
        return stream.resultChars() <= AnswerRoom.SMALL
                ? 0
                : Math.max(AnswerRoom.SMALL + 1, sessions.settings().maxOutput());
    }

    /** A screen's text, and the picture of it from which the text is made. */
    private long screenChars() {
        return 2L * sessions.settings().columns() * sessions.settings().rows();
    }

    private static boolean goesOn(WaitState state) {
        return switch (state) {
            case FINISHED, EXITED, KILLED -> false;
            case WAITING, MATCHED, IDLE, CAP, IMMEDIATE, SCREEN -> true;
        };
    }

    private String howToRead() {
        return "read them with tmux_read {\"session\":\"" + session.name() + "\",\"from\":%d}";
    }

    private void body(List<String> typed) {
        TextSnapshot output = stream.outputSnapshot();
        String head = Echo.strip(output.head(), typed);
        String line = editorText();
        if (line.isBlank()) {
            text.body(new TextSnapshot(head, output.droppedChars(), output.cutOffset(), output.tail()), howToRead());
        } else if (output.droppedChars() == 0) {
            text.body(head.isBlank() ? line : onItsOwnLine(head, line));
        } else {
            text.body(
                    new TextSnapshot(
                            head, output.droppedChars(), output.cutOffset(), onItsOwnLine(output.tail(), line)),
                    howToRead());
        }
    }

    /** What the shell said to a line that it did not run, or what its editor shows that is new. */
    private String editorText() {
        String rejection = stream.rejection();
        if (editorLeftOut || !rejection.isBlank() || stream.zone() != SessionStream.Zone.EDITING) {
            return rejection;
        }
        return stream.editingText();
    }

    private static String onItsOwnLine(String before, String line) {
        return before + (before.endsWith("\n") ? "" : "\n") + line;
    }

    /** The same text with another word for nothing. */
    SessionReply empty(String words) {
        text.empty(words);
        return this;
    }

    /** What the editor shows is no news: a right prompt, or half a line that was set aside and has come back. */
    void leaveEditorOut() {
        editorLeftOut = true;
    }

    /** A line before the body. */
    SessionReply head(@Nullable String line) {
        text.head(line);
        return this;
    }
}
