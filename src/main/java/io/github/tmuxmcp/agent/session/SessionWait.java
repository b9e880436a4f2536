package io.github.tmuxmcp.agent.session;

import io.github.tmuxmcp.agent.service.AgentSettings;
import io.github.tmuxmcp.agent.service.Echo;
import io.github.tmuxmcp.agent.service.Evidence;
import io.github.tmuxmcp.agent.service.PromptText;
import io.github.tmuxmcp.agent.service.TerminalLook;
import io.github.tmuxmcp.agent.service.WaitOptions;
import io.github.tmuxmcp.agent.service.WaitOutcome;
import io.github.tmuxmcp.agent.service.WaitPattern;
import io.github.tmuxmcp.agent.service.WaitState;
import io.github.tmuxmcp.host.Foreground;
import io.github.tmuxmcp.host.InputEvidence;
import io.github.tmuxmcp.host.ProcessTable;
import io.github.tmuxmcp.limits.Ticker;
import io.github.tmuxmcp.tool.Call;
import io.github.tmuxmcp.tool.ToolFailure;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Waits until a session's command has ended or something else decides, in this order: marker, end of the shell, {@code wait_for},
 * proof that the program waits for input, silence, cap. One instance per call, used by the call's thread.
 */
final class SessionWait {
    private static final long MILLISECOND = 1_000_000;
    /** A pattern that is found waits this long for the marker: the command may just be ending. */
    private static final long PATTERN_GRACE = 20 * MILLISECOND;
    /** A line typed into a program that then ended may be the shell's next command. */
    private static final long TYPE_AHEAD_GRACE = 60 * MILLISECOND;
    /** Silence before the terminal's state is asked. */
    private static final long EVIDENCE_SETTLE = 50 * MILLISECOND;

    /** The same for what comes over a network. */
    private static final long FAR_SETTLE = 150 * MILLISECOND;

    private static final long EVIDENCE_EVERY = 250 * MILLISECOND;
    /** Longest time that proof waits to see the typed input consumed. */
    private static final long CONSUMED_WITHIN = 500 * MILLISECOND;
    /** A program that redraws for ever is shown this long after its first paint. */
    private static final long PAINT_LIMIT = 2_000 * MILLISECOND;
    /** An editor that holds a submitted line this long wants more of it. */
    private static final long MORE_SETTLE = 400 * MILLISECOND;

    private static final long EXIT_GRACE = 100 * MILLISECOND;
    /** Proof must hold twice, this far apart, without a byte between: the pane's last bytes may still be on their way into the log. */
    private static final long CONFIRM_AFTER = 20 * MILLISECOND;

    /** Bytes of output after which a wait reads at intervals. */
    private static final int FLOOD = 32 << 10;

    private static final long PROGRESS_EVERY = 5_000 * MILLISECOND;
    private static final long DEAD_DRAIN = 20 * MILLISECOND;
    /** Characters of output that one search sees at most. */
    private static final int PATTERN_WINDOW = 64 << 10;

    /** What was typed before the wait. */
    enum Typed {
        NOTHING,
        /** A command line and Enter. */
        COMMAND,
        /** Keys. */
        KEYS
    }

    /**
     * What the wait is about.
     *
     * @param before the stream just before typing
     * @param charsBefore characters of output that are not new
     * @param foreground the foreground just before typing; null when the shell's own line editor was there
     * @param editor whether a line editor read, rather than a program that reads whole lines
     * @param lines what was typed, a line for each Enter; their echo is no output
     */
    record Subject(
            Typed typed,
            SessionStream.Position before,
            long charsBefore,
            @Nullable Foreground foreground,
            List<String> lines,
            boolean editor) {
        /** Nothing was typed. */
        static Subject watching(SessionStream stream) {
            return new Subject(Typed.NOTHING, stream.position(), stream.returnedChars(), null, List.of(), false);
        }

        /** Whether a line was handed over, which an editor can hold back to ask for the rest. */
        boolean submits() {
            return !lines.isEmpty();
        }
    }

    private final PrivateSession session;
    private final PrivateSession.Shell shell;
    private final SessionStream stream;
    private final ProcessTable processes;
    private final Duration promptSettle;
    private final boolean endsBeforeExit;
    private final Ticker ticker;
    private final Subject subject;
    private final WaitOptions options;
    private final Call call;
    private final TerminalLook look;

    private final long begin;
    private long matchedAt;
    private long endedAt;
    private long firstPaint;
    private long nextLook;
    private long nextProgress;
    private long lookedSilence = -1;
    private long provedAt = -1;
    private long searchedAt = -1;

    SessionWait(
            PrivateSession session,
            PrivateSession.Shell shell,
            ProcessTable processes,
            AgentSettings settings,
            Ticker ticker,
            Subject subject,
            WaitOptions options,
            Call call) {
        this.session = session;
        this.shell = shell;
        this.stream = shell.stream();
        this.processes = processes;
        this.promptSettle = settings.promptSettle();
        this.endsBeforeExit = settings.shell().equals("fish");
        this.ticker = ticker;
        this.subject = subject;
        this.options = options;
        this.call = call;
        this.look = new TerminalLook(processes, shell.process().pid(), shell.tty());
        this.begin = ticker.nanos();
        this.nextProgress = begin + PROGRESS_EVERY;
    }

    WaitOutcome await() throws InterruptedException {
        if (subject.typed() == Typed.NOTHING) {
            searchPattern(begin);
        }
        while (true) {
            long from = stream.offset();
            boolean moved = advance();
            WaitOutcome decided = decide(moved);
            if (decided != null) {
                return decided;
            }
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            if (!moved) {
                LockSupport.parkNanos(pause());
            } else if (floods(from)) {
                LockSupport.parkNanos(MILLISECOND);
            }
        }
    }

    /** Much has come, and the last read was of what had just come: let tmux go on rather than read in crumbs. */
    private boolean floods(long from) {
        long now = stream.offset();
        return now - subject.before().offset() > FLOOD && now - from < FLOOD;
    }

    private boolean advance() {
        try {
            return stream.advance();
        } catch (IOException e) {
            throw new ToolFailure(
                    "tmux_failed",
                    "the session's log cannot be read (" + e.getClass().getSimpleName() + ")");
        }
    }

    /** Short while something may come at once, longer in silence: at most a hundredth of the silence is lost, and 20 ms. */
    private long pause() {
        return Math.max(MILLISECOND / 5, Math.min(20 * MILLISECOND, silence() / 100));
    }

    private @Nullable WaitOutcome decide(boolean moved) throws InterruptedException {
        if (session.isKilled()) {
            return outcome(WaitState.KILLED, Evidence.KILLED, null);
        }
        WaitOutcome ended = commandEnd();
        if (ended != null) {
            return ended;
        }
        long now = ticker.nanos();
        // The keeper reads as well, so what is new may not have come by this thread.
        long read = stream.offset();
        if (moved || read != searchedAt) {
            searchedAt = read;
            searchPattern(now);
        }
        if (!moved && !session.isAlive(shell)) {
            return shellEnd();
        }
        if (matchedAt != 0 && now - matchedAt >= PATTERN_GRACE) {
            return outcome(WaitState.MATCHED, Evidence.PATTERN, null);
        }
        WaitOutcome fullScreen = fullScreen(now);
        if (fullScreen != null) {
            return fullScreen;
        }
        if (!moved && matchedAt == 0 && now >= nextLook && silence() >= EVIDENCE_SETTLE) {
            WaitOutcome waiting = shell.pipeline().idle() ? input() : null;
            if (waiting != null && provedAt == stream.lastByteNanos()) {
                return waiting;
            }
            provedAt = waiting == null ? -1 : stream.lastByteNanos();
            nextLook = ticker.nanos()
                    + (waiting == null
                            ? Math.min(EVIDENCE_EVERY, Math.max(EVIDENCE_SETTLE, silence() / 2))
                            : CONFIRM_AFTER);
        }
        return clock(now, moved);
    }

    // ---- 1. the marker

    private @Nullable WaitOutcome commandEnd() {
        SessionStream.Position now = stream.position();
        SessionStream.Position before = subject.before();
        return before.zone() == SessionStream.Zone.RUNNING ? endOfRunning(before, now) : endOfTyped(before, now);
    }

    /** Typed at the prompt: the first command that started since is ours. */
    private @Nullable WaitOutcome endOfTyped(SessionStream.Position before, SessionStream.Position now) {
        if (now.started() > before.started()) {
            return now.ended() > before.started() && !mayBeEnding(now) && !moreLinesCome(before, now)
                    ? finished(now.status())
                    : null;
        }
        if (before.zone() == SessionStream.Zone.PROMPT && now.ended() > before.ended()) {
            // A prompt that shows no marker but the end: see SessionStream.typingWithoutMarkers.
            return finished(now.status());
        }
        if (subject.typed() != Typed.NOTHING
                && now.ends() > before.ends()
                && now.zone() == SessionStream.Zone.EDITING
                && !isFirstPrompt(before)) {
            return finished(statusOfRejected(now.status()));
        }
        return null;
    }

    /** Several lines typed as keys are several commands; the last one's end counts, unless the shell asks in between. */
    private boolean moreLinesCome(SessionStream.Position before, SessionStream.Position now) {
        boolean more = subject.typed() == Typed.KEYS
                && now.ended() - before.started() < subject.lines().size();
        return more && (now.zone() != SessionStream.Zone.EDITING || silence() < EXIT_GRACE);
    }

    /** The first prompt of a shell that was still starting ends no command. */
    private boolean isFirstPrompt(SessionStream.Position before) {
        return before.zone() == SessionStream.Zone.STARTING && subject.typed() == Typed.COMMAND;
    }

    /** No command ran: an empty line, a comment, or one that the shell refused and said why. Its status then is not always that of the refusal. */
    private @Nullable Integer statusOfRejected(int status) {
        if (subject.typed() == Typed.KEYS || stream.rejection().isBlank()) {
            return null;
        }
        return status == 0 ? 1 : status;
    }

    /** fish tells the end of {@code exit} like that of any command: its prompt, or the end of the process, tells them apart. */
    private boolean mayBeEnding(SessionStream.Position now) {
        if (!endsBeforeExit || now.zone() != SessionStream.Zone.PROMPT) {
            return false;
        }
        if (endedAt == 0) {
            endedAt = ticker.nanos();
        }
        return ticker.nanos() - endedAt < EXIT_GRACE;
    }

    /** Typed into a program: its end, unless the shell makes a command of what was typed. */
    private @Nullable WaitOutcome endOfRunning(SessionStream.Position before, SessionStream.Position now) {
        if (now.ended() < before.started()) {
            return null;
        }
        if (subject.typed() == Typed.NOTHING) {
            return endOfWatched(before, now);
        }
        if (now.started() > before.started()) {
            return now.ended() > before.started() ? finished(now.status()) : null;
        }
        if (endedAt == 0) {
            endedAt = ticker.nanos();
        }
        long grace = subject.typed() == Typed.COMMAND && shellWasReading() ? EXIT_GRACE * 10 : TYPE_AHEAD_GRACE;
        return now.zone() == SessionStream.Zone.EDITING && ticker.nanos() - endedAt >= grace
                ? finished(now.status())
                : null;
    }

    /** The line went to the shell's own editor, whose last marker was on its way: the command is still to come. */
    private boolean shellWasReading() {
        Foreground before = subject.foreground();
        return before != null && before.isShellItself() && subject.editor();
    }

    /** The command that was running when the call came; the end of a later one is for the next call. */
    private WaitOutcome endOfWatched(SessionStream.Position before, SessionStream.Position now) {
        int status = stream.statusOf(before.started(), now.status());
        return now.ended() > before.started() ? outcome(WaitState.FINISHED, Evidence.MARKER, status) : finished(status);
    }

    private WaitOutcome finished(@Nullable Integer status) {
        stream.takeUnreportedStatus();
        return outcome(WaitState.FINISHED, Evidence.MARKER, status);
    }

    // ---- 2. the end of the shell

    private WaitOutcome shellEnd() throws InterruptedException {
        long quiet = ticker.nanos();
        while (ticker.nanos() - quiet < DEAD_DRAIN) {
            if (advance()) {
                quiet = ticker.nanos();
            } else {
                LockSupport.parkNanos(MILLISECOND);
            }
        }
        Integer status = session.exitCode(shell);
        return session.isKilled()
                ? outcome(WaitState.KILLED, Evidence.KILLED, null)
                : outcome(WaitState.EXITED, Evidence.EXIT, status);
    }

    // ---- 3. the pattern

    private void searchPattern(long now) {
        WaitPattern pattern = options.pattern();
        if (pattern == null || matchedAt != 0 || stream.fullScreenActive()) {
            return;
        }
        String text = newText();
        if (!text.isEmpty() && pattern.foundIn(text, 0)) {
            matchedAt = now;
        }
    }

    /** What came since typing, without the echo of what was typed. */
    private String newText() {
        SessionStream.Position now = stream.position();
        long before = now.started() > subject.before().started() ? 0 : subject.charsBefore();
        long fresh = Math.min(PATTERN_WINDOW, stream.outputChars() - before);
        if (fresh <= 0) {
            return "";
        }
        String text = stream.outputTail((int) fresh);
        return Echo.strip(text, subject.lines());
    }

    // ---- 4. input

    private @Nullable WaitOutcome fullScreen(long now) {
        if (!stream.fullScreenActive()) {
            firstPaint = 0;
            return null;
        }
        if (firstPaint == 0) {
            firstPaint = now;
        }
        boolean settled =
                silence() >= promptSettle.toNanos() && now - begin >= promptSettle.toNanos() && !stream.showsNothing();
        if ((settled && isShown()) || now - firstPaint >= PAINT_LIMIT) {
            return outcome(WaitState.SCREEN, Evidence.SCREEN, null);
        }
        return null;
    }

    /** Nothing of it is on its way, and it has not just given the terminal back to the shell, whose marker would be. */
    private boolean isShown() {
        return shell.pipeline().idle() && !look.foreground(false).isShellItself();
    }

    private @Nullable WaitOutcome input() throws InterruptedException {
        SessionStream.Position now = stream.position();
        if (now.zone() == SessionStream.Zone.PROMPT || endedAt != 0) {
            return null;
        }
        boolean newSilence = lookedSilence != stream.lastByteNanos();
        lookedSilence = stream.lastByteNanos();
        Foreground foreground = look.foreground(newSilence);
        if (now.zone() == SessionStream.Zone.EDITING) {
            return editing(now, foreground);
        }
        if (!consumed(foreground, now)) {
            return null;
        }
        InputEvidence.Verdict verdict = look.verdict(foreground);
        Evidence evidence = evidence(verdict, foreground);
        if (evidence == null) {
            return null;
        }
        boolean paints = stream.fullScreenActive()
                || (verdict == InputEvidence.Verdict.READS_RAW
                        && stream.paints()
                        && !PromptText.looksLikePrompt(stream.cursorLine()));
        if (paints && stream.showsNothing() && silence() < promptSettle.toNanos()) {
            // The screen was taken over and nothing painted yet: a pager that waits for its input.
            return null;
        }
        boolean more = (subject.before().zone() == SessionStream.Zone.EDITING
                        ? foreground.isShellItself()
                        : NestedShell.isIn(foreground))
                && PromptText.looksLikeContinuation(stream.cursorLine());
        return outcome(paints ? WaitState.SCREEN : WaitState.WAITING, evidence, null, more);
    }

    /** The shell's own editor: either it wants the rest of what was submitted, or keys were typed that submit nothing. */
    private @Nullable WaitOutcome editing(SessionStream.Position now, Foreground foreground) {
        if (foreground.reading() == Foreground.Reading.NOT_READING || subject.typed() == Typed.NOTHING) {
            return null;
        }
        boolean changed = now.pasteModeChanges() > subject.before().pasteModeChanges()
                || now.editingBytes() != subject.before().editingBytes();
        if (!subject.submits()) {
            return changed || silence() >= MORE_SETTLE ? outcome(WaitState.WAITING, Evidence.INPUT_EDITOR, null) : null;
        }
        boolean askedAgain = now.pasteModeChanges() >= subject.before().pasteModeChanges() + 2;
        return askedAgain || silence() >= MORE_SETTLE
                ? outcome(WaitState.WAITING, Evidence.INPUT_EDITOR, null, true)
                : null;
    }

    private @Nullable Evidence evidence(InputEvidence.Verdict verdict, Foreground foreground) {
        return switch (verdict) {
            case READS_LINE -> Evidence.INPUT_READ;
            case READS_SECRET -> Evidence.INPUT_NOECHO;
            case READS_RAW -> {
                yield foreground.reading() == Foreground.Reading.TTY_READ || pollerWaits()
                        ? Evidence.INPUT_EDITOR
                        : null;
            }
            case NOT_READING -> null;
            case UNKNOWN ->
                foreground.relay() || foreground.reading() == Foreground.Reading.UNKNOWN
                        ? promptText(foreground)
                        : null;
        };
    }

    /**
     * Whether a program that took the terminal raw and polls, as an event loop does, is waiting. Behind text that looks like a prompt it is; else
     * it works as often as it waits, so it has to be silent for a while, and nobody has asked for more than what it shows.
     */
    private boolean pollerWaits() {
        if (stream.paints() || PromptText.looksLikePrompt(stream.cursorLine())) {
            return true;
        }
        boolean waitsForMore = options.pattern() != null || subject.typed() == Typed.NOTHING;
        return !waitsForMore && silence() >= promptSettle.toNanos();
    }

    private @Nullable Evidence promptText(Foreground foreground) {
        if (!PromptText.looksLikePrompt(stream.cursorLine())) {
            return null;
        }
        if (foreground.relay() && editorIsBack() && silence() >= FAR_SETTLE) {
            return Evidence.INPUT_EDITOR;
        }
        return silence() >= promptSettle.toNanos() ? Evidence.PROMPT_TEXT : null;
    }

    /** A line editor, be it beyond a relay, has handed a line over since and has taken the terminal again: it switches bracketed paste off and on. */
    private boolean editorIsBack() {
        return stream.bracketedPaste()
                && stream.position().pasteModeChanges() >= subject.before().pasteModeChanges() + 2;
    }

    /** Whether what was typed has reached the program: it has run since, another one has come, or there was time enough. */
    private boolean consumed(Foreground now, SessionStream.Position position) {
        Foreground before = subject.foreground();
        if (subject.typed() == Typed.NOTHING || before == null) {
            return true;
        }
        return before.group() != now.group()
                || before.activity() != now.activity()
                || position.ends() > subject.before().ends()
                || ticker.nanos() - begin >= CONSUMED_WITHIN;
    }

    // ---- 5. and 6. the clock

    private @Nullable WaitOutcome clock(long now, boolean moved) {
        if (!moved && silence() >= EVIDENCE_SETTLE && shell.pipeline().broken()) {
            throw new ToolFailure(
                    "log_lost",
                    "session \"" + session.name()
                            + "\": its log cannot be written any more (is the disk full?), so what comes now is lost; the program goes on. "
                            + "Make room; the next call starts a new log");
        }
        if (!moved && silence() >= options.idle().toNanos()) {
            return outcome(WaitState.IDLE, Evidence.IDLE, null);
        }
        // A cap that the client sets counts from when the client began to wait.
        long capBegin = options.clientCap() ? Math.min(begin, call.arrivalNanos()) : begin;
        if (now - capBegin >= options.cap().toNanos()) {
            return outcome(WaitState.CAP, Evidence.CAP, null);
        }
        if (now >= nextProgress && call.wantsProgress()) {
            nextProgress = now + PROGRESS_EVERY;
            long seconds = (now - begin) / (1_000 * MILLISECOND);
            call.progress(
                    (double) seconds,
                    "session \"" + session.name() + "\": " + seconds + " s, " + stream.unreadBytes()
                            + " bytes of output");
        }
        return null;
    }

    private long silence() {
        return ticker.nanos() - Math.max(begin, stream.lastByteNanos());
    }

    private WaitOutcome outcome(WaitState state, Evidence evidence, @Nullable Integer exitCode) {
        return outcome(state, evidence, exitCode, false);
    }

    private WaitOutcome outcome(WaitState state, Evidence evidence, @Nullable Integer exitCode, boolean wantsMore) {
        return new WaitOutcome(
                state,
                evidence,
                exitCode,
                foregroundName(state),
                wantsMore,
                Duration.ofNanos(ticker.nanos() - begin),
                Duration.ofNanos(silence()));
    }

    private String foregroundName(WaitState state) {
        return switch (state) {
            case FINISHED, EXITED, KILLED -> "";
            case WAITING, MATCHED, IDLE, CAP, IMMEDIATE, SCREEN ->
                Foreground.look(processes, shell.process().pid()).command();
        };
    }
}
