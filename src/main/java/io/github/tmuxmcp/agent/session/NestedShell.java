package io.github.tmuxmcp.agent.session;

import io.github.tmuxmcp.agent.service.Evidence;
import io.github.tmuxmcp.agent.service.PromptText;
import io.github.tmuxmcp.agent.service.ShellProcess;
import io.github.tmuxmcp.agent.service.TerminalLook;
import io.github.tmuxmcp.agent.service.WaitOutcome;
import io.github.tmuxmcp.agent.service.WaitState;
import io.github.tmuxmcp.host.Foreground;
import io.github.tmuxmcp.host.InputEvidence;
import io.github.tmuxmcp.host.ProcessEntry;
import io.github.tmuxmcp.host.ProcessTable;
import io.github.tmuxmcp.tmux.Tmux;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The shell that a command line is typed into when it is not ours, and so prints no markers: one that was started in the session or took the place
 * of ours, or one beyond an ssh or the like. When it is back at its prompt it is asked for the status of what it ran, by a line of its own: nothing of
 * the command is touched, whatever it ends in.
 *
 * <p>Only a shell that reads commands is asked: one that runs a script may be asking something itself. {@code read -e} at its prompt cannot be told
 * from the prompt.
 */
final class NestedShell {
    private static final Set<String> SHELLS = Set.of("bash", "zsh", "fish");
    private static final long PAUSE = 500_000;
    /** A command that puts another program into the shell's place, whose status would be that of nothing. */
    private static final Pattern REPLACES =
            Pattern.compile("(?:^|[;&|({\\n]|\\b(?:then|do|else)\\b)\\s*exec\\s+(?:-\\S+\\s+)*[^\\s<>&0-9{-]");

    private final PrivateSession.Shell shell;
    private final SessionStream stream;
    private final RemoteShells remote;
    private final ProcessTable processes;
    private final Tmux tmux;
    /** The shell, or the relay before it; null when neither takes the line. */
    private final @Nullable ProcessEntry reader;

    private final boolean local;
    private boolean atRemotePrompt;
    private boolean replaced;
    private String prompt = "";
    private String lastLine = "";

    /**
     * @param foreground what the line will be typed into; null for our own shell
     */
    NestedShell(
            PrivateSession session,
            PrivateSession.Shell shell,
            ProcessTable processes,
            Tmux tmux,
            @Nullable Foreground foreground) {
        this.shell = shell;
        this.stream = shell.stream();
        this.remote = session.remoteShells();
        this.processes = processes;
        this.tmux = tmux;
        this.local = isIn(foreground);
        this.reader = foreground != null && (local || foreground.relay()) ? ShellProcess.leader(foreground) : null;
    }

    /** Whether such a shell on this machine has the foreground and reads commands. */
    static boolean isIn(@Nullable Foreground foreground) {
        return ShellProcess.in(foreground, SHELLS) != null;
    }

    /** Whether a line that the shell refused stays in its editor, where the next one would be added to it. */
    boolean keepsRefusedLines() {
        return local && reader != null && reader.command().equals("fish");
    }

    /** Has a shell that is seen for the first time say who it is, before a command is typed at its prompt. */
    void beforeTyping(String command) throws InterruptedException, IOException {
        if (reader == null) {
            return;
        }
        replaced = REPLACES.matcher(command).find();
        lastLine =
                command.strip().substring(command.strip().lastIndexOf('\n') + 1).strip();
        prompt = stream.cursorLine();
        if (local || remote.isMute(reader) || !remote.isAtPrompt(reader, prompt)) {
            return;
        }
        if (remote.isUnknown()) {
            StatusQuestion.Answer answer = ask(reader);
            if (answer == null) {
                return;
            }
            remote.answered(answer);
        }
        remote.typing(command);
        atRemotePrompt = true;
    }

    /**
     * Asks for the status of the command that was typed, if its shell is seen to be back at its prompt, or another one in which it was started.
     *
     * @return 0-255, or null when it cannot be had
     */
    @Nullable
    Integer statusAfter(WaitOutcome outcome) throws InterruptedException, IOException {
        if (reader == null || replaced || outcome.state() != WaitState.WAITING) {
            return null;
        }
        TerminalLook look = new TerminalLook(processes, shell.process().pid(), shell.tty());
        Foreground now = look.foreground(true);
        ProcessEntry leader = ShellProcess.leader(now);
        if (leader == null || remote.isMute(leader)) {
            return null;
        }
        boolean same = leader.pid() == reader.pid() && leader.command().equals(reader.command());
        if (same && keepsRefusedLines() && stream.cursorLine().strip().endsWith(lastLine)) {
            // Refused: a question would be added to it.
            return null;
        }
        if (isIn(now)) {
            boolean left =
                    !processes.isRunning(reader.pid(), reader.startTime()) && leader.startTime() <= reader.startTime();
            StatusQuestion.Answer answer = (same || left) && isAtPrompt(now, look.verdict(now)) ? ask(leader) : null;
            return answer == null ? null : answer.status();
        }
        boolean back = same
                && atRemotePrompt
                && (outcome.evidence() == Evidence.PROMPT_TEXT || outcome.evidence() == Evidence.INPUT_EDITOR)
                && stream.unreadBytes() > 0
                && remote.isBack(stream.cursorLine(), prompt);
        StatusQuestion.Answer answer = back ? ask(leader) : null;
        return answer == null ? null : remote.answered(answer);
    }

    /** Whether the editor of a shell on this machine waits for a command rather than the rest of one. */
    private boolean isAtPrompt(Foreground now, InputEvidence.Verdict verdict) {
        String line = stream.cursorLine();
        // Of another user's shell nothing more can be seen.
        boolean hidden = now.reading() == Foreground.Reading.UNKNOWN && PromptText.looksLikePrompt(line);
        return (verdict == InputEvidence.Verdict.READS_RAW || hidden) && !PromptText.looksLikeContinuation(line);
    }

    private StatusQuestion.@Nullable Answer ask(ProcessEntry asked) throws InterruptedException, IOException {
        StatusQuestion question = new StatusQuestion();
        stream.ask(question);
        new SessionTyping(tmux, shell.pane())
                .paste(question.line(), stream.bracketedPaste())
                .key("Enter")
                .send();
        while (stream.isAsked()) {
            if (!stream.advance()) {
                LockSupport.parkNanos(PAUSE);
            }
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
        if (question.answer() == null) {
            remote.foundMute(asked);
        }
        return question.answer();
    }
}
