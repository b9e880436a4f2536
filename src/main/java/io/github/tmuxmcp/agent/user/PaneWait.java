package io.github.tmuxmcp.agent.user;

import io.github.tmuxmcp.agent.service.Evidence;
import io.github.tmuxmcp.agent.service.Footers;
import io.github.tmuxmcp.agent.service.PromptText;
import io.github.tmuxmcp.agent.service.ShellProcess;
import io.github.tmuxmcp.agent.service.TerminalLook;
import io.github.tmuxmcp.agent.service.WaitOptions;
import io.github.tmuxmcp.agent.service.WaitOutcome;
import io.github.tmuxmcp.agent.service.WaitPattern;
import io.github.tmuxmcp.agent.service.WaitState;
import io.github.tmuxmcp.host.Foreground;
import io.github.tmuxmcp.host.InputEvidence;
import io.github.tmuxmcp.limits.Ticker;
import io.github.tmuxmcp.tmux.PaneId;
import io.github.tmuxmcp.tmux.TmuxCommand;
import io.github.tmuxmcp.tool.Call;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Waits until what was typed into a pane has ended or something else decides: status line, end of the pane, {@code wait_for}, proof that the program
 * waits for input, silence, cap. Each look is one tmux process: at most 20 in the first second, then 4 a second; between them the foreground is watched in
 * the process table, which costs none. One instance per call, used by the call's thread.
 */
final class PaneWait {
    private static final long MILLISECOND = 1_000_000;
    private static final long SECOND = 1_000 * MILLISECOND;
    private static final long FIRST_EVERY = 50 * MILLISECOND;
    private static final long LATER_EVERY = 250 * MILLISECOND;
    /** Rows of the history that a look takes when it is not known how many there are. */
    private static final int SPARE_ROWS = 300;

    private static final int MOST_ROWS = 20_000;
    private static final long PATTERN_GRACE = 20 * MILLISECOND;
    private static final long EVIDENCE_SETTLE = 50 * MILLISECOND;
    private static final long CONFIRM_AFTER = 20 * MILLISECOND;
    private static final long CONSUMED_WITHIN = 500 * MILLISECOND;
    private static final long PAINT_LIMIT = 2 * SECOND;
    /** The shell is back at its prompt and its status line would have come within this time. */
    private static final long STATUS_WITHIN = 150 * MILLISECOND;

    private static final long DEATH_GRACE = 300 * MILLISECOND;
    private static final long PROGRESS_EVERY = 5 * SECOND;

    private final UserServer server;
    private final PaneId pane;
    private final long pid;
    private final PaneMemory memory;
    private final PaneOutput.Typed typed;
    private final PaneReader reader;
    private final WaitOptions options;
    private final Call call;
    private final Ticker ticker;
    private final TerminalLook terminal;
    private final long promptSettle;
    private final boolean fullHistory;
    private final PaneLook before;
    private final String rowBefore;

    private final long begin;
    private @Nullable PaneLook last;
    private boolean lastExact;
    private long changedAt;
    private long lookedAt;
    private long lookedActivity;
    private int looks;
    private long firstPaint;
    private long nextProgress;
    private boolean backAtPrompt;
    private boolean taken;
    /** What the last look proved, which one more has to confirm: tmux itself may be behind. */
    private boolean proved;

    private long provedActivity;
    private long provedChange;
    private long shellActivity;
    private long shellStillSince;

    /** @param before the pane just before typing */
    PaneWait(
            UserServer server,
            PaneLook before,
            PaneMemory memory,
            PaneOutput.Typed typed,
            PaneReader reader,
            WaitOptions options,
            Ticker ticker,
            Call call) {
        this.server = server;
        this.pane = before.pane().pane();
        this.pid = before.pane().pid();
        this.memory = memory;
        this.typed = typed;
        this.reader = reader;
        this.options = options;
        this.call = call;
        this.ticker = ticker;
        this.terminal = new TerminalLook(
                server.processes(), before.pane().pid(), before.pane().tty());
        this.promptSettle = server.settings().promptSettle().toNanos();
        this.fullHistory = isFull(before.pane());
        this.before = before;
        this.rowBefore = before.cursorRow().stripTrailing();
        this.begin = ticker.nanos();
        this.changedAt = begin;
        this.lookedAt = begin;
        this.nextProgress = begin + PROGRESS_EVERY;
        this.lookedActivity = reader.foreground().activity();
    }

    /**
     * Rows of the history with which a look begins: down to the row on which the typing began, as the history was at the last look. Behind a status line
     * the rows above matter as well: the command may have cleared the screen, and its echo tells where the output begins.
     */
    long above() {
        PaneLook seen = last;
        if (fullHistory || seen == null) {
            return fullHistory && options.pattern() != null ? MOST_ROWS : SPARE_ROWS;
        }
        return above(seen.pane().historySize());
    }

    private long above(long history) {
        long rows = Math.min(MOST_ROWS, history - typed.line());
        return typed.chained() ? Math.max(0, rows) : rows;
    }

    /** The pane as it was seen last; null when it was never seen since. */
    @Nullable
    PaneLook last() {
        return last;
    }

    /** What has become of the pane, once its process has ended. */
    Footers.PaneFate fate() {
        PaneLook seen = last;
        if (taken) {
            return Footers.PaneFate.TAKEN;
        }
        return seen != null && seen.pane().dead() ? Footers.PaneFate.DEAD : Footers.PaneFate.GONE;
    }

    /** Whether the shell came back to its prompt without its status line. */
    boolean backAtPrompt() {
        return backAtPrompt;
    }

    /** The output that the last look shows; null when there was no look. */
    @Nullable
    PaneOutput lastOutput() {
        PaneLook seen = last;
        return seen == null ? null : output(seen, lastExact);
    }

    /** The output that a look shows. */
    PaneOutput output(PaneLook look, boolean exact) {
        return PaneOutput.of(look, typed, exact, memory);
    }

    /** @param first a look that came with the typing; null when the pane was gone */
    WaitOutcome await(@Nullable PaneLook first, boolean exactFirst) throws InterruptedException {
        PaneLook look = first;
        boolean exact = exactFirst;
        while (true) {
            WaitOutcome decided = decide(look, exact);
            if (decided != null) {
                return decided;
            }
            pause();
            long asked = above();
            PaneLook seen = PaneLook.at(server, pane, asked, PaneLook.Rows.JOINED);
            exact = isExact(seen, asked);
            if (!exact
                    && seen != null
                    && !fullHistory
                    && !isFull(seen.pane())
                    && seen.pane().historySize() - typed.line() <= MOST_ROWS) {
                asked = above(seen.pane().historySize());
                seen = PaneLook.at(server, pane, asked, PaneLook.Rows.JOINED);
                exact = isExact(seen, asked);
            }
            look = seen;
        }
    }

    /** Whether a look that asked for so many rows begins at the one where the typing began: so long as the history has lost none. */
    boolean isExact(@Nullable PaneLook seen, long asked) {
        return seen != null
                && !fullHistory
                && !isFull(seen.pane())
                && seen.pane().historySize() - typed.line() == asked;
    }

    /** tmux drops a tenth of a history that has reached its limit. */
    static boolean isFull(UserPane pane) {
        return pane.historySize() * 10 >= pane.historyLimit() * 9;
    }

    private @Nullable WaitOutcome decide(@Nullable PaneLook look, boolean exact) throws InterruptedException {
        long now = ticker.nanos();
        looks++;
        lookedAt = now;
        taken = look != null && look.pane().pid() != pid;
        if (look == null || taken) {
            return outcome(WaitState.EXITED, Evidence.EXIT, null, false);
        }
        boolean changed = last == null
                || !last.lines().equals(look.lines())
                || last.pane().historySize() != look.pane().historySize()
                || last.pane().cursorColumn() != look.pane().cursorColumn();
        changedAt = changed && last != null ? now : changedAt;
        last = look;
        lastExact = exact;
        if (look.pane().dead()) {
            return ended(look);
        }
        PaneOutput output = output(look, exact);
        if (output.status() != null) {
            return outcome(WaitState.FINISHED, Evidence.SENTINEL, output.status(), false);
        }
        WaitOutcome match = match(output, look);
        if (match != null) {
            return match;
        }
        if (look.pane().alternate()) {
            return fullScreen(now);
        }
        firstPaint = 0;
        Foreground foreground = terminal.foreground(changed);
        lookedActivity = foreground.activity();
        WaitOutcome waiting = silence(now) >= EVIDENCE_SETTLE ? input(foreground, look, now) : null;
        boolean confirmed = proved && provedActivity == lookedActivity && provedChange == changedAt;
        proved = waiting != null;
        provedActivity = lookedActivity;
        provedChange = changedAt;
        return waiting == null || !confirmed ? clock(now) : waiting;
    }

    /** tmux knows that a process has ended before it knows how. */
    private WaitOutcome ended(PaneLook look) throws InterruptedException {
        long giveUp = ticker.nanos() + DEATH_GRACE;
        PaneLook dead = look;
        while (dead != null && dead.pane().exitCode() == null && ticker.nanos() < giveUp) {
            park(20 * MILLISECOND);
            // Now and then tmux 3.3a misses the end of a child until another one ends.
            server.ask(List.of(TmuxCommand.of("run-shell").flag("-b").argument("true")));
            dead = PaneLook.at(server, pane, above(), PaneLook.Rows.JOINED);
        }
        return outcome(
                WaitState.EXITED,
                Evidence.EXIT,
                dead == null ? null : dead.pane().exitCode(),
                false);
    }

    private @Nullable WaitOutcome match(PaneOutput output, PaneLook look) throws InterruptedException {
        WaitPattern pattern = options.pattern();
        if (pattern == null || look.pane().alternate()) {
            return null;
        }
        String text = output.text();
        if (text.isBlank() || !pattern.foundIn(text, 0)) {
            return null;
        }
        if (!output.begins() && mayBeOlder(look, pattern)) {
            return null;
        }
        // The command may just be ending.
        park(PATTERN_GRACE);
        long asked = above();
        PaneLook seen = PaneLook.at(server, pane, asked, PaneLook.Rows.JOINED);
        if (seen != null) {
            last = seen;
            lastExact = isExact(seen, asked);
            Integer status = output(seen, lastExact).status();
            if (status != null) {
                return outcome(WaitState.FINISHED, Evidence.SENTINEL, status, false);
            }
        }
        return outcome(WaitState.MATCHED, Evidence.PATTERN, null, false);
    }

    /**
     * Whether a match may be in text from before the typing, when the row on which it began is not there any more. Output has pushed it out of a history
     * that is full: then all the rest is newer. Or a program has cleared the screen, or painted over it: then a match counts unless the screen showed one
     * before.
     */
    private boolean mayBeOlder(PaneLook look, WaitPattern pattern) {
        if (isFull(look.pane())) {
            return look.pane().historySize() == before.pane().historySize();
        }
        return pattern.foundIn(String.join("\n", before.lines()), 0);
    }

    private @Nullable WaitOutcome fullScreen(long now) {
        if (firstPaint == 0) {
            firstPaint = now;
        }
        boolean settled = silence(now) >= promptSettle && now - begin >= promptSettle;
        return settled || now - firstPaint >= PAINT_LIMIT
                ? outcome(WaitState.SCREEN, Evidence.SCREEN, null, false)
                : clock(now);
    }

    private @Nullable WaitOutcome input(Foreground foreground, PaneLook look, long now) throws InterruptedException {
        if (!consumed(foreground, now)) {
            return null;
        }
        InputEvidence.Verdict verdict = terminal.verdict(foreground);
        if (typed.chained() && foreground.group() == reader.foreground().group()) {
            return shellReads(foreground, verdict, now);
        }
        boolean shell = ShellProcess.in(foreground, UserShell.NAMES) != null;
        if (shell && typed.sentinel() != null && silence(now) < STATUS_WITHIN) {
            // A program has ended, and the status line of its command is on its way.
            return null;
        }
        Evidence evidence = evidence(foreground, verdict, look, now);
        if (evidence == null) {
            return null;
        }
        boolean painted = verdict == InputEvidence.Verdict.READS_RAW && !shell && isPainted();
        boolean more = shell && PromptText.looksLikeContinuation(look.lastLine());
        return outcome(painted ? WaitState.SCREEN : WaitState.WAITING, evidence, null, more);
    }

    /** The shell itself reads again: its {@code read}, or its prompt without the status line. */
    private @Nullable WaitOutcome shellReads(Foreground foreground, InputEvidence.Verdict verdict, long now) {
        // busybox polls the terminal in its read.
        boolean polls = verdict == InputEvidence.Verdict.UNKNOWN
                && foreground.reading() == Foreground.Reading.POLLING
                && silence(now) >= STATUS_WITHIN;
        if (polls) {
            return outcome(WaitState.WAITING, Evidence.INPUT_READ, null, false);
        }
        boolean read = verdict == InputEvidence.Verdict.READS_LINE && !PaneReader.takesCommand(foreground);
        if (read || verdict == InputEvidence.Verdict.READS_SECRET) {
            return outcome(WaitState.WAITING, read ? Evidence.INPUT_READ : Evidence.INPUT_NOECHO, null, false);
        }
        boolean reads = verdict == InputEvidence.Verdict.READS_RAW || verdict == InputEvidence.Verdict.READS_LINE;
        if (shellActivity != foreground.activity()) {
            // It takes a long line in piece by piece, and shows nothing of it meanwhile.
            shellActivity = foreground.activity();
            shellStillSince = now;
        }
        if (!reads || silence(now) < STATUS_WITHIN || now - shellStillSince < STATUS_WITHIN) {
            return null;
        }
        backAtPrompt = true;
        return outcome(WaitState.WAITING, Evidence.INPUT_EDITOR, null, false);
    }

    /**
     * Whether a program has painted below the cursor, as no line editor does at its prompt, or over the row on which the typing began, or has left the cursor
     * apart from all text.
     */
    private boolean isPainted() throws InterruptedException {
        PaneLook screen = PaneLook.at(server, pane, 0, PaneLook.Rows.SINGLE);
        if (screen == null || PromptText.looksLikePrompt(screen.beforeCursor())) {
            return false;
        }
        long row = typed.line() - screen.pane().historySize();
        boolean over = row >= 0
                && row < screen.lines().size()
                && !screen.lines().get((int) row).startsWith(rowBefore);
        boolean apart = screen.pane().cursorColumn()
                > screen.cursorRow().stripTrailing().length() + 2;
        return over || apart || screen.lines().size() > screen.pane().cursorRow() + 1;
    }

    private @Nullable Evidence evidence(Foreground foreground, InputEvidence.Verdict verdict, PaneLook look, long now) {
        boolean prompt = PromptText.looksLikePrompt(look.lastLine());
        return switch (verdict) {
            case READS_LINE -> Evidence.INPUT_READ;
            case READS_SECRET -> Evidence.INPUT_NOECHO;
            case READS_RAW -> {
                boolean waits = foreground.reading() == Foreground.Reading.TTY_READ
                        || prompt
                        || (options.pattern() == null && silence(now) >= promptSettle);
                yield waits ? Evidence.INPUT_EDITOR : null;
            }
            case NOT_READING -> null;
            case UNKNOWN -> {
                boolean unknown = foreground.relay() || foreground.reading() == Foreground.Reading.UNKNOWN;
                yield unknown && prompt && silence(now) >= promptSettle ? Evidence.PROMPT_TEXT : null;
            }
        };
    }

    /** Whether what was typed has reached the program: it has run since, another one has come, or there was time enough. */
    private boolean consumed(Foreground now, long at) {
        Foreground before = reader.foreground();
        return before.group() != now.group() || before.activity() != now.activity() || at - begin >= CONSUMED_WITHIN;
    }

    private @Nullable WaitOutcome clock(long now) {
        if (silence(now) >= options.idle().toNanos()) {
            return outcome(WaitState.IDLE, Evidence.IDLE, null, false);
        }
        // A cap that the client sets counts from when the client began to wait.
        long capBegin = options.clientCap() ? Math.min(begin, call.arrivalNanos()) : begin;
        if (now - capBegin >= options.cap().toNanos()) {
            return outcome(WaitState.CAP, Evidence.CAP, null, false);
        }
        if (now >= nextProgress && call.wantsProgress()) {
            nextProgress = now + PROGRESS_EVERY;
            long seconds = (now - begin) / SECOND;
            call.progress((double) seconds, "pane " + pane + ": " + seconds + " s");
        }
        return null;
    }

    private long silence(long now) {
        return now - changedAt;
    }

    /** Until the next look: its time has come, or the process table shows that somebody ran and reads again. */
    private void pause() throws InterruptedException {
        while (true) {
            long now = ticker.nanos();
            long elapsed = now - begin;
            long every = elapsed < SECOND ? FIRST_EVERY : LATER_EVERY;
            long due = Math.min(lookedAt + every, changedAt + options.idle().toNanos());
            if (now >= Math.max(due, lookedAt + MILLISECOND)) {
                return;
            }
            boolean allowed = looks <= 1 + elapsed / FIRST_EVERY || (elapsed > SECOND && now - lookedAt >= LATER_EVERY);
            if (allowed && (somebodyReadsAgain() || (proved && now - lookedAt >= CONFIRM_AFTER))) {
                return;
            }
            park(Math.max(MILLISECOND / 2, Math.min(20 * MILLISECOND, elapsed / 100)));
        }
    }

    private boolean somebodyReadsAgain() {
        Foreground foreground = Foreground.look(
                server.processes(), Objects.requireNonNull(last).pane().pid());
        boolean reads = foreground.reading() == Foreground.Reading.TTY_READ
                || foreground.reading() == Foreground.Reading.POLLING
                || foreground.group() == 0;
        return reads && foreground.activity() != lookedActivity;
    }

    private static void park(long nanos) throws InterruptedException {
        LockSupport.parkNanos(nanos);
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    private WaitOutcome outcome(WaitState state, Evidence evidence, @Nullable Integer exitCode, boolean more) {
        PaneLook seen = last;
        String foreground =
                seen == null || state == WaitState.FINISHED || state == WaitState.EXITED ? "" : foregroundName(seen);
        long now = ticker.nanos();
        return new WaitOutcome(
                state,
                evidence,
                exitCode,
                foreground,
                more,
                Duration.ofNanos(now - begin),
                Duration.ofNanos(silence(now)));
    }

    private String foregroundName(PaneLook seen) {
        String name = Foreground.look(server.processes(), seen.pane().pid()).command();
        return name.isEmpty() ? seen.pane().command() : name;
    }
}
