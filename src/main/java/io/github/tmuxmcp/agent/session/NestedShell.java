package io.github.tmuxmcp.agent.session;

import io.github.tmuxmcp.agent.service.PromptText;
import io.github.tmuxmcp.agent.service.ShellProcess;
import io.github.tmuxmcp.host.Foreground;
import io.github.tmuxmcp.host.InputEvidence;
import io.github.tmuxmcp.host.ProcessEntry;
import io.github.tmuxmcp.limits.Deadline;
import io.github.tmuxmcp.limits.Ticker;
import io.github.tmuxmcp.tmux.Tmux;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A bash, zsh or fish that was started in a session, or took the place of ours, and so prints no markers. When it is back at its prompt it is
 * asked for the status of what it ran, by a line of its own with a nonce that is used once: nothing of the command is touched, whatever it ends in.
 *
 * <p>Only a shell that reads commands is asked: one that runs a script may be asking something itself. {@code read -e} at its prompt cannot be told
 * from the prompt.
 */
final class NestedShell {
    private static final Set<String> SHELLS = Set.of("bash", "zsh", "fish");
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(1);
    /** The prompt comes back behind the answer within this silence. */
    private static final Duration PROMPT_SETTLE = Duration.ofMillis(30);

    private static final Duration PROMPT_WITHIN = Duration.ofMillis(300);
    private static final long PAUSE = 500_000;

    private final ProcessEntry process;

    private NestedShell(ProcessEntry process) {
        this.process = process;
    }

    /** The shell that has the foreground and reads commands; null when something else does. */
    static @Nullable NestedShell in(@Nullable Foreground foreground) {
        ProcessEntry shell = ShellProcess.in(foreground, SHELLS);
        return shell == null ? null : new NestedShell(shell);
    }

    /** Whether this shell, and no program of its, has the foreground and its editor waits for a command rather than the rest of one. */
    boolean isAtPrompt(Foreground now, InputEvidence.Verdict verdict, String cursorLine) {
        return now.group() == process.group()
                && verdict == InputEvidence.Verdict.READS_RAW
                && !PromptText.looksLikeContinuation(cursorLine);
    }

    /**
     * Asks for the status of the last command.
     *
     * @return 0-255, or null when no answer came in time
     */
    @Nullable
    Integer askStatus(Tmux tmux, PrivateSession.Shell shell, Ticker ticker) throws InterruptedException, IOException {
        String nonce = UUID.randomUUID().toString().replace("-", "");
        SessionStream stream = shell.stream();
        stream.expectStatus(nonce);
        String status = process.command().equals("fish") ? "$status" : "$?";
        String question = " printf '\\033]" + SessionStream.STATUS_ANSWER + ";" + nonce + ";%s\\007' " + status
                + forgetting(nonce);
        new SessionTyping(tmux, shell.pane())
                .paste(question, stream.bracketedPaste())
                .key("Enter")
                .send();
        Deadline deadline = Deadline.after(ANSWER_WITHIN, ticker);
        while (stream.expectedStatus() == null && !deadline.passed()) {
            if (!stream.advance()) {
                LockSupport.parkNanos(PAUSE);
            }
        }
        Integer answer = stream.expectedStatus();
        if (answer != null) {
            awaitPrompt(stream, ticker);
        }
        return answer;
    }

    /** bash keeps the question in its history unless it ignores lines that begin with a blank; zsh and fish are told by the blank alone. */
    private String forgetting(String nonce) {
        return process.command().equals("bash")
                ? "; case $(history 1) in *" + nonce + "*) history -d -1;; esac 2>/dev/null"
                : "";
    }

    private static void awaitPrompt(SessionStream stream, Ticker ticker) throws InterruptedException, IOException {
        Deadline deadline = Deadline.after(PROMPT_WITHIN, ticker);
        while (!deadline.passed() && !promptIsBack(stream, ticker)) {
            if (!stream.advance()) {
                LockSupport.parkNanos(PAUSE);
            }
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }

    private static boolean promptIsBack(SessionStream stream, Ticker ticker) {
        return ticker.nanos() - stream.lastByteNanos() >= PROMPT_SETTLE.toNanos()
                && !stream.cursorLine().isBlank();
    }
}
