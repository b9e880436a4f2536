package io.github.tmuxmcp.agent.session;

import io.github.tmuxmcp.agent.service.TerminalLook;
import io.github.tmuxmcp.host.Foreground;
import io.github.tmuxmcp.host.InputEvidence;
import io.github.tmuxmcp.host.ProcessTable;
import io.github.tmuxmcp.limits.Deadline;
import io.github.tmuxmcp.limits.Ticker;
import io.github.tmuxmcp.tool.ToolFailure;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Waits until a session takes a command line, so that nothing is typed into a shell that starts or a program that does not read. */
final class SessionReady {
    private static final long PAUSE = 200_000;
    /** A program that was just given its input may not have come back to reading yet. */
    private static final Duration BUSY_FOR = Duration.ofMillis(300);
    /** zsh asks for bracketed paste after its prompt; a shell that never does is ready without. */
    private static final Duration PASTE_MODE_WAIT = Duration.ofMillis(150);
    /** Silence after which a starting shell's terminal is looked at. */
    private static final Duration START_SETTLE = Duration.ofMillis(300);
    /** The shell answers what was typed at its prompt within this time, or has not taken it as a line. */
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(1);
    /** A line editor without our markers: the start files handed over to another shell. */
    private static final Duration FOREIGN_SHELL_SETTLE = Duration.ofSeconds(1);

    /** What takes the line. */
    enum Reader {
        /** The shell's line editor, after our marker. */
        SHELL,
        /** A program, or a shell without markers. */
        PROGRAM,
        /** Nobody: the shell has ended. */
        NOBODY
    }

    /**
     * @param foreground the program's state before typing; null for the shell's own editor
     * @param editor whether a line editor reads
     * @param hidesTyping whether what is typed is not echoed, as a password
     */
    record Ready(Reader reader, @Nullable Foreground foreground, boolean hidesTyping, boolean editor) {}

    private final PrivateSession session;
    private final PrivateSession.Shell shell;
    private final SessionStream stream;
    private final Ticker ticker;
    private final TerminalLook look;
    private final long begin;
    private long rawSince;

    SessionReady(PrivateSession session, PrivateSession.Shell shell, ProcessTable processes, Ticker ticker) {
        this.session = session;
        this.shell = shell;
        this.stream = shell.stream();
        this.ticker = ticker;
        this.look = new TerminalLook(processes, shell.process().pid(), shell.tty());
        this.begin = ticker.nanos();
    }

    /**
     * Waits at most {@code patience}.
     *
     * @throws ToolFailure busy: a program runs that does not read, or the shell is still starting
     */
    Ready await(Duration patience) throws InterruptedException, IOException {
        Deadline deadline = Deadline.after(patience, ticker);
        while (true) {
            boolean moved = stream.advance();
            if (!moved) {
                Ready ready = look();
                if (ready != null) {
                    return ready;
                }
                if (deadline.passed()) {
                    throw new ToolFailure(
                            "busy",
                            label()
                                    + ": the shell shows no prompt yet, its start files are still running; nothing was typed. "
                                    + "Wait with tmux_read, or stop them with tmux_send_keys [\"C-c\"]");
                }
                LockSupport.parkNanos(PAUSE);
            }
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }

    private @Nullable Ready look() throws InterruptedException {
        if (session.isKilled() || !session.isAlive(shell)) {
            return new Ready(Reader.NOBODY, null, false, false);
        }
        if (stream.isAsked()) {
            // A call was cancelled while it asked a shell for its status.
            return null;
        }
        long quiet = ticker.nanos() - stream.lastByteNanos();
        if (stream.zone() != SessionStream.Zone.STARTING) {
            session.startFilesRead();
        }
        if (stream.zone() == SessionStream.Zone.EDITING
                && !session.prompt().isAnswered(stream.position())
                && !waitedForAnswer()) {
            return null;
        }
        return switch (stream.zone()) {
            case EDITING ->
                stream.bracketedPaste() || quiet >= PASTE_MODE_WAIT.toNanos()
                        ? new Ready(Reader.SHELL, null, false, true)
                        : null;
            case RUNNING -> program();
            case STARTING -> starting(quiet);
            case PROMPT -> promptWithoutEnd(quiet);
        };
    }

    /** A line may also go into an open quote, to which the shell answers nothing. */
    private boolean waitedForAnswer() {
        return stream.atPrimaryPrompt()
                ? ticker.nanos() - begin >= ANSWER_WITHIN.toNanos()
                : stream.bracketedPaste() && ticker.nanos() - stream.lastByteNanos() >= PASTE_MODE_WAIT.toNanos();
    }

    /** The shell ended a command and reads again, but its prompt is not to be seen: its stderr was sent elsewhere. */
    private @Nullable Ready promptWithoutEnd(long quiet) {
        if (quiet < PASTE_MODE_WAIT.toNanos()) {
            return null;
        }
        Foreground foreground = look.foreground(false);
        boolean editor = foreground.isShellItself() && foreground.reading() != Foreground.Reading.NOT_READING;
        return editor ? new Ready(Reader.SHELL, null, false, true) : null;
    }

    private @Nullable Ready program() throws InterruptedException {
        Foreground foreground = look.foreground(false);
        InputEvidence.Verdict verdict = look.verdict(foreground);
        if (foreground.isShellItself()
                && verdict == InputEvidence.Verdict.READS_RAW
                && !session.prompt().isForeign(stream.position())
                && ticker.nanos() - begin < FOREIGN_SHELL_SETTLE.toNanos()) {
            // The shell is back at its prompt and the markers that say so are on their way.
            return null;
        }
        if (verdict != InputEvidence.Verdict.NOT_READING) {
            if (foreground.isShellItself() && verdict == InputEvidence.Verdict.READS_RAW) {
                session.prompt().foundForeign(stream.position());
            }
            return new Ready(
                    Reader.PROGRAM,
                    foreground,
                    look.hidesTyping(foreground),
                    verdict == InputEvidence.Verdict.READS_RAW);
        }
        if (ticker.nanos() - begin < BUSY_FOR.toNanos()) {
            return null;
        }
        throw new ToolFailure(
                "busy",
                label() + ": busy, " + foreground.command()
                        + " is still running and reads no input; nothing was typed. Wait for it with "
                        + "tmux_read, stop it with tmux_send_keys [\"C-c\"], type all the same with tmux_send_keys, or use another session");
    }

    private @Nullable Ready starting(long quiet) throws InterruptedException {
        if (quiet < START_SETTLE.toNanos()) {
            return null;
        }
        Foreground foreground = look.foreground(false);
        if (foreground.reading() == Foreground.Reading.TTY_READ
                && look.verdict(foreground) != InputEvidence.Verdict.READS_RAW) {
            // The modes may be of a moment before, and the shell may have come to its editor since.
            Foreground again = look.foreground(true);
            if (look.verdict(again) == InputEvidence.Verdict.READS_RAW
                    || again.activity() != foreground.activity()
                    || !shell.pipeline().idle()) {
                return null;
            }
            throw new ToolFailure(
                    "busy",
                    label()
                            + ": a start file of the shell is waiting for input, so the command was not typed. See what it asks with tmux_read, "
                            + "answer it with tmux_send_keys");
        }
        boolean raw = look.verdict(foreground) == InputEvidence.Verdict.READS_RAW
                && shell.pipeline().idle();
        if (!raw || rawSince < stream.lastByteNanos()) {
            rawSince = raw ? ticker.nanos() : 0;
            return null;
        }
        // Seen raw for a whole settle time without a byte: an editor that will never print a marker of ours.
        return ticker.nanos() - rawSince >= FOREIGN_SHELL_SETTLE.toNanos()
                ? new Ready(Reader.PROGRAM, foreground, false, true)
                : null;
    }

    private String label() {
        return "session \"" + session.name() + "\"";
    }
}
