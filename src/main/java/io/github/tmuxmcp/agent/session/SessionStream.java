package io.github.tmuxmcp.agent.session;

import io.github.tmuxmcp.limits.MemoryPool;
import io.github.tmuxmcp.limits.Ticker;
import io.github.tmuxmcp.shell.Marker;
import io.github.tmuxmcp.terminal.CsiSequence;
import io.github.tmuxmcp.terminal.FullScreen;
import io.github.tmuxmcp.terminal.OutputText;
import io.github.tmuxmcp.terminal.TextBudget;
import io.github.tmuxmcp.terminal.TextSnapshot;
import io.github.tmuxmcp.terminal.VtHandler;
import io.github.tmuxmcp.terminal.VtParser;
import io.github.tmuxmcp.tool.AnswerRoom;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a private session has printed, read from its log in order: which bytes are output, which are prompt and line editing, which
 * command they belong to.
 *
 * <pre>
 *   … D A  prompt  B  editing, echo  C  output  D A  prompt  B …      (our markers; see shell-markers/README.md)
 * zone:    PROMPT     EDITING           RUNNING    PROMPT
 * </pre>
 *
 * Memory is bounded whatever is printed. Methods are synchronized: the thread of a call reads, and so does the keeper between calls,
 * so that no marker is lost when the log is cut.
 */
final class SessionStream {
    /** Where in a shell's cycle the stream stands. */
    enum Zone {
        /** Before the shell's first marker: start files print here. */
        STARTING,
        /** Between the end of a command and the end of the prompt's text. */
        PROMPT,
        /** The line editor reads a command. */
        EDITING,
        /** A command runs. */
        RUNNING
    }

    private static final int CHUNK = 64 << 10;
    private static final TextBudget EDITING_BUDGET = new TextBudget(2_000, 2_000);
    /** The private mode by which an editor asks for bracketed paste (DECSET 2004). */
    static final int BRACKETED_PASTE = 2004;
    /** A shell without markers answers a question within this time, in nanoseconds. */
    private static final long ANSWER_WITHIN = 1_000_000_000;
    /** Its prompt comes back behind the answer within this silence. */
    private static final long ANSWER_SETTLE = 30_000_000;

    /** Final bytes of the control sequences that move the cursor (ECMA-48 8.3: CUU to CUP, HPA to HVP). */
    private static final String CURSOR_MOVES = "ABCDEFGH`adef";

    private static final int KEPT_STATUSES = 100;
    /** An editor that hands a line over says so within this time, in nanoseconds. */
    private static final long LINE_SETTLE = 10_000_000;

    private final SessionLog log;
    private final byte[] nonce;
    private final int columns;
    private final int rows;
    private final TextBudget budget;
    private final SessionMemory memory;
    private final MemoryPool.Share share;
    private final Ticker ticker;
    private final VtParser parser = new VtParser();
    private final Router router = new Router();
    private final byte[] chunk = new byte[CHUNK];
    private final OutputText output;
    private final OutputText editing;
    private final FullScreen fullScreen;
    private final TextBeforePrompt beforePrompt;

    private Zone zone = Zone.STARTING;
    private long started;
    private long ended;
    private int status;
    private long ends;
    private long prompts;
    private boolean bracketedPaste;
    private long pasteModeChanges;
    private long editingBytes;
    private long outputBytes;
    private long lastByte;
    private long consumed;
    private String rejected = "";
    private @Nullable StatusQuestion question;
    private long questionUntil;
    private long questionFrom;
    private boolean pasteBeforeQuestion;
    private final LogGaps questions = new LogGaps();
    /** The prompt's line after a question, where it stands elsewhere than before, as it does behind unfinished output. */
    private String promptAnew = "";

    private String carried = "";
    private boolean typed;
    private boolean submits;
    private boolean handedOver;
    private long endsAtPrompt = -1;
    private String editingSeen = "";
    private boolean freshOutputAtStart;
    private @Nullable Integer unreportedStatus;
    private final StrangeText strangers = new StrangeText();
    private boolean lineComesBack;
    /** The last commands' statuses by number: one read may bring several. */
    private final Map<Long, Integer> statuses = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Integer> eldest) {
            return size() > KEPT_STATUSES;
        }
    };

    SessionStream(
            SessionLog log,
            byte[] nonce,
            int columns,
            int rows,
            TextBudget budget,
            SessionMemory memory,
            Ticker ticker) {
        this.log = log;
        this.nonce = nonce.clone();
        this.columns = columns;
        this.rows = rows;
        this.budget = budget;
        this.memory = memory;
        this.share = memory.pool().open();
        this.ticker = ticker;
        this.output = new OutputText(columns, rows, budget, share);
        this.editing = new OutputText(columns, rows, EDITING_BUDGET, share);
        this.fullScreen = new FullScreen(columns, rows, share);
        this.beforePrompt = new TextBeforePrompt(new OutputText(columns, rows, budget, share), output);
        this.lastByte = ticker.nanos();
        this.consumed = log.position();
    }

    /** The same shell's stream in another log, after the first was lost: where its prompt stands is not known, its numbers go on. */
    synchronized SessionStream goingOnIn(SessionLog other) {
        SessionStream next = new SessionStream(other, nonce, columns, rows, budget, memory, ticker);
        next.zone = Zone.PROMPT;
        next.started = started;
        next.ended = ended;
        next.ends = ends;
        next.bracketedPaste = bracketedPaste;
        return next;
    }

    /** What it took of the shared memory is for others from now on: its session has ended, and it will soon be gone itself. */
    void giveBackMemory() {
        share.close();
    }

    /** Where long answers take their room. */
    AnswerRoom answers() {
        return memory.answers();
    }

    /** Characters that the next result may hold, screens apart. */
    synchronized long resultChars() {
        return output.keptChars();
    }

    /**
     * Reads one chunk of what is new.
     *
     * @return whether there was anything
     */
    synchronized boolean advance() throws IOException {
        endQuestion(false);
        long offset = log.position();
        int count = log.read(chunk);
        boolean settled = ticker.nanos() - lastByte >= LINE_SETTLE;
        if (count == 0) {
            return settled && router.backgroundLine();
        }
        if (settled) {
            router.drawsPrompt = false;
        }
        lastByte = ticker.nanos();
        parser.feed(chunk, 0, count, offset, router);
        endQuestion(true);
        log.trim();
        return true;
    }

    /**
     * Reads what is there now, at most about {@code limit} bytes of it.
     *
     * @return whether all of it was read
     */
    synchronized boolean catchUp(long limit) throws IOException {
        long from = log.position();
        while (log.position() - from < limit) {
            if (!advance()) {
                return true;
            }
        }
        return false;
    }

    /** The state at one moment; a call compares a later one with it. */
    record Position(
            Zone zone,
            long started,
            long ended,
            int status,
            long ends,
            long prompts,
            long pasteModeChanges,
            long editingBytes,
            long outputBytes,
            long offset) {}

    synchronized Position position() {
        return new Position(
                zone,
                started,
                ended,
                status,
                ends,
                prompts,
                pasteModeChanges,
                editingBytes,
                outputBytes,
                log.position());
    }

    /** Characters of output so far; during a redraw, counting them costs as much as a look at its screen. */
    synchronized long outputChars() {
        return output.totalChars();
    }

    /** Characters of output that a call has returned: those of the line on which the cursor stood. */
    synchronized long returnedChars() {
        return carried.length();
    }

    /** Where in the log the next byte is read. */
    synchronized long offset() {
        return log.position();
    }

    /** When the last byte was read, on the stream's ticker. */
    synchronized long lastByteNanos() {
        return lastByte;
    }

    synchronized Zone zone() {
        return zone;
    }

    /** Whether the program that reads has asked for bracketed paste. */
    synchronized boolean bracketedPaste() {
        return bracketedPaste;
    }

    /** Bytes of output that no call has returned yet; a line of the background counts as soon as it looks like one. */
    synchronized long unreadBytes() {
        return outputBytes + (router.strangeText() ? editingText().getBytes(StandardCharsets.UTF_8).length : 0);
    }

    /** Whether there is output that no call has returned, white space apart. */
    synchronized boolean hasUnread() {
        return output.showsMoreThan(carried)
                || (router.strangeText() && !editingText().isBlank());
    }

    /** A line that says how much output no call has shown, and how to read it; null when there is none. */
    synchronized @Nullable String earlierOutput(String session) {
        return hasUnread()
                ? "[" + unreadBytes() + " bytes of earlier output not shown: tmux_read {\"session\":\"" + session
                        + "\",\"from\":" + consumed + "}]"
                : null;
    }

    /** Where the output begins that no call has returned: the end of what the last call read. */
    synchronized long unreadOffset() {
        return consumed;
    }

    /** Output starts afresh now; with {@code untilCommandStarts} once more when the next command starts, so that an echo is not part of it. */
    synchronized void beginOutput(boolean untilCommandStarts) {
        consume(true);
        freshOutputAtStart = untilCommandStarts;
        fullScreen.mark();
    }

    /**
     * Marks all output as returned. The caller that has returned it holds this stream's monitor since it took it, for the keeper reads as well.
     *
     * @param editorToo whether what the editor shows was returned too; else a line there that looks like one of the background stays unread
     */
    synchronized void consume(boolean editorToo) {
        carried = output.resetButLine();
        if (!promptAnew.isEmpty()) {
            byte[] line = ("\r\n" + promptAnew).getBytes(StandardCharsets.UTF_8);
            new VtParser().feed(line, 0, line.length, log.position(), output);
            carried = output.resetButLine();
            promptAnew = "";
        }
        if (editorToo || !router.strangeText()) {
            editingSeen = editing.snapshot().head();
            strangers.take();
        }
        outputBytes = 0;
        consumed = log.position();
        rejected = "";
        freshOutputAtStart = false;
    }

    /** The exit status of a command whose end no result has told, or null; asking marks it as told. */
    synchronized @Nullable Integer takeUnreportedStatus() {
        Integer taken = unreportedStatus;
        unreportedStatus = null;
        return taken;
    }

    /** The status of the command with that number; {@code otherwise} when it has none of its own. */
    synchronized int statusOf(long sequence, int otherwise) {
        return statuses.getOrDefault(sequence, otherwise);
    }

    /** The output that no call has returned, from where the cursor stood when the last one did. */
    synchronized TextSnapshot outputSnapshot() {
        TextSnapshot all = output.snapshot();
        if (carried.isEmpty() || !all.head().startsWith(carried)) {
            return all;
        }
        return new TextSnapshot(
                all.head().substring(carried.length()), all.droppedChars(), all.cutOffset(), all.tail());
    }

    /** What the shell said instead of running the last line, such as a syntax error; empty when there was none. */
    synchronized String rejection() {
        return rejected;
    }

    /** What the line editor shows since the last call: completions, half a line. */
    synchronized String editingText() {
        String line = editing.snapshot().head();
        return line.startsWith(editingSeen) ? line.substring(editingSeen.length()) : line;
    }

    /** All that the line editor shows behind the prompt. */
    synchronized String editingLine() {
        return editing.snapshot().head();
    }

    /** The last cleaned characters of the output, at most {@code characters}. */
    synchronized String outputTail(int characters) {
        return output.tail(characters);
    }

    /** The line on which the cursor stands, in the zone that is active. */
    synchronized String cursorLine() {
        return zone == Zone.EDITING ? editing.lastLine() : output.lastLine();
    }

    synchronized boolean fullScreenActive() {
        return fullScreen.active();
    }

    /** Whether the live screen is blank. */
    synchronized boolean showsNothing() {
        return fullScreen.blank();
    }

    /** Whether the program has begun a screen of its own by clearing it or by addressing a row. */
    synchronized boolean paints() {
        return fullScreen.painting();
    }

    /** The live screen of a full-screen program, or null when ours cannot show it exactly and tmux has to be asked. */
    synchronized @Nullable String liveScreen() {
        boolean live = fullScreen.active() || fullScreen.painting();
        return live ? fullScreen.exactText() : null;
    }

    /** The last screen of a full-screen program, once there is room for it in the answer; null when there was none. */
    @Nullable
    String lastFrame() throws InterruptedException {
        memory.answers().take((long) columns * rows);
        synchronized (this) {
            return fullScreen.lastFrame();
        }
    }

    synchronized void resize(int newColumns, int newRows) {
        fullScreen.resize(newColumns, newRows);
    }

    /** Our marker in an OSC's payload, or null when it is none of this shell's. */
    @Nullable
    Marker marker(byte[] payload, int length) {
        return Marker.parse(payload, length, nonce);
    }

    /** What the cursor's line held when the last call returned; its columns still count. */
    synchronized String carriedLine() {
        return carried;
    }

    /** The log, for reading again; the caller holds this stream's monitor while it does. */
    SessionLog log() {
        return log;
    }

    /**
     * A shell without markers is about to be asked for its status. What it shows from now on, until its prompt is back or the time for an answer is
     * over, is no output: the output stays as it was, with the prompt at its end.
     */
    synchronized void ask(StatusQuestion asked) {
        question = asked;
        questionUntil = ticker.nanos() + ANSWER_WITHIN;
        questionFrom = log.position();
        pasteBeforeQuestion = bracketedPaste;
        forgetEditing();
    }

    /** Where in the log questions stand, for reading again; the caller holds this stream's monitor while it does. */
    LogGaps questions() {
        return questions;
    }

    /** Whether what comes belongs to the question of {@link #ask}. */
    synchronized boolean isAsked() {
        return question != null;
    }

    /** The prompt's last lines as they came behind the answer; only until the next prompt or question. */
    synchronized String promptBehindAnswer() {
        return question == null && zone != Zone.EDITING ? editing.snapshot().head() : "";
    }

    /** Ends the time of a question: the very prompt is back, or the shell has been silent since the answer, or nothing was answered in time. */
    private void endQuestion(boolean read) {
        StatusQuestion asked = question;
        if (asked == null) {
            return;
        }
        long now = ticker.nanos();
        String before = output.lastLine();
        String line = editing.lastLine();
        boolean shown = !line.isBlank() || before.isBlank();
        boolean silent = !read && now - lastByte >= ANSWER_SETTLE;
        boolean same = !line.isBlank() && line.equals(before) && bracketedPaste == pasteBeforeQuestion;
        boolean back = asked.answer() != null && (same || (shown && silent));
        if (back || now >= questionUntil) {
            question = null;
            questions.add(questionFrom, log.position());
            promptAnew = line.equals(before) ? "" : line;
        }
    }

    private boolean takeAnswer(byte[] payload, int length) {
        StatusQuestion asked = question;
        if (asked == null || !asked.takes(payload, length)) {
            return false;
        }
        // What follows is the prompt.
        forgetEditing();
        return true;
    }

    private void marker(Marker marker) {
        question = null;
        switch (marker.kind()) {
            case PROMPT_START -> zone = Zone.PROMPT;
            case PROMPT_END -> {
                zone = Zone.EDITING;
                prompts++;
                if (ends != endsAtPrompt) {
                    endsAtPrompt = ends;
                    newPrompt();
                }
            }
            case COMMAND_START -> commandStarted(marker.sequence());
            case COMMAND_END -> commandEnded(marker);
        }
    }

    /**
     * Something is about to be typed: what the editor shows from now on is its echo.
     *
     * @param submitsLine whether an Enter is among it
     */
    synchronized void typing(boolean submitsLine) {
        typed = true;
        submits = submitsLine;
    }

    /** Whether the editor is at the shell's first prompt for a line, not at one for the rest of it. */
    synchronized boolean atPrimaryPrompt() {
        return zone == Zone.EDITING && !handedOver;
    }

    /** Something is about to be typed at a prompt that gave no marker: what follows is output. */
    synchronized void typingWithoutMarkers() {
        typed = true;
        zone = Zone.RUNNING;
    }

    /** A prompt that is not merely drawn anew, as after a list of completions. */
    private void newPrompt() {
        typed = lineComesBack;
        lineComesBack = false;
        submits = false;
        handedOver = false;
        forgetEditing();
    }

    /** Half a line that was set aside will stand at the next prompt: no background job prints it. */
    synchronized void lineComesBack() {
        lineComesBack = true;
    }

    /** Where the text ends that a background job printed behind the prompt at that offset, as far as is still known; else the offset itself. */
    synchronized long strangeUntil(long offset) {
        return strangers.until(offset);
    }

    private void forgetEditing() {
        strangers.forget();
        editing.reset();
        editingSeen = "";
        editingBytes = 0;
    }

    private void commandStarted(long sequence) {
        started = sequence;
        zone = Zone.RUNNING;
        // A program that was killed may have left the alternate screen on; the shell is not on it.
        fullScreen.leaveAlternate();
        unreportedStatus = null;
        fullScreen.mark();
        if (freshOutputAtStart) {
            output.reset();
            carried = "";
            outputBytes = 0;
            freshOutputAtStart = false;
        }
    }

    private void commandEnded(Marker marker) {
        if (marker.sequence() > ended) {
            unreportedStatus = marker.status();
            statuses.put(marker.sequence(), marker.status());
        }
        if (zone == Zone.EDITING) {
            // Behind the line that was handed over the shell begins a new one, or does not.
            rejected = editing.snapshot().head().replaceFirst("^\n+", "");
        }
        ended = marker.sequence();
        // Where the starts are not to be seen, the ends still count.
        started = Math.max(started, ended);
        status = marker.status();
        ends++;
        zone = Zone.PROMPT;
        fullScreen.end();
    }

    /** Sends each token to the text of its zone. */
    private final class Router implements VtHandler {
        /** A line has ended in the editor and nobody is known to have typed it. */
        private boolean lineAtPrompt;
        /** The shell has moved the cursor or shown its prompt a moment ago, so what follows may be its own. */
        private boolean drawsPrompt;

        /** Whether the editor shows what nobody has typed: a line, or text without an end that came to a prompt at rest. */
        private boolean strangeText() {
            return lineAtPrompt || strangers.pending();
        }

        private boolean untyped() {
            return zone == Zone.EDITING && !typed && !handedOver;
        }

        private @Nullable OutputText target() {
            return switch (zone) {
                case STARTING, RUNNING -> question != null ? editing : fullScreen.alternateScreen() ? null : output;
                case PROMPT -> beforePrompt.isOpen() ? beforePrompt.line() : null;
                case EDITING -> editing;
            };
        }

        private void count(long bytes) {
            switch (zone) {
                case STARTING, RUNNING -> outputBytes += question == null ? bytes : 0;
                case PROMPT -> {}
                case EDITING -> editingBytes += bytes;
            }
        }

        @Override
        public void print(byte[] bytes, int from, int to, long offset) {
            backgroundLine();
            count(to - from);
            if (untyped() && !drawsPrompt) {
                strangers.add(offset, offset + to - from);
            }
            fullScreen.print(bytes, from, to, offset);
            OutputText text = target();
            if (text != null) {
                text.print(bytes, from, to, offset);
            }
        }

        @Override
        public void control(byte control, long offset) {
            backgroundLine();
            count(1);
            fullScreen.control(control, offset);
            OutputText text = target();
            if (text != null) {
                text.control(control, offset);
            }
            if (control == '\n' && beforePrompt.isOpen()) {
                outputBytes += beforePrompt.endLine(offset + 1);
            }
            lineAtPrompt = control == '\n' && untyped();
            drawsPrompt |= control == '\r' || control == '\b';
        }

        /**
         * Nobody has typed since the prompt, so a whole line there is a background job's: output like any other. A line that somebody typed ahead
         * looks the same until the editor hands it over, which follows at once.
         */
        private boolean backgroundLine() {
            if (!lineAtPrompt) {
                return false;
            }
            lineAtPrompt = false;
            strangers.forget();
            // A call may have shown it already, while it was not known whose it is.
            byte[] line = editingText().getBytes(StandardCharsets.UTF_8);
            forgetEditing();
            outputBytes += line.length;
            new VtParser().feed(line, 0, line.length, log.position() - line.length, output);
            return true;
        }

        @Override
        public void escape(int intermediate, int fin, long offset) {
            fullScreen.escape(intermediate, fin, offset);
            OutputText text = target();
            if (text != null) {
                text.escape(intermediate, fin, offset);
            }
        }

        @Override
        public void csi(CsiSequence csi, long offset) {
            if (csi.prefix() == '?'
                    && csi.parameter(0, 0) == BRACKETED_PASTE
                    && (csi.fin() == 'h' || csi.fin() == 'l')) {
                bracketedPaste = csi.fin() == 'h';
                pasteModeChanges++;
                if (zone == Zone.EDITING && !bracketedPaste && (submits || lineAtPrompt)) {
                    // The editor has handed its line over: what it showed was the echo, what follows is the shell's
                    // answer.
                    forgetEditing();
                    handedOver = true;
                    lineAtPrompt = false;
                }
            }
            drawsPrompt |= csi.prefix() == 0 && CURSOR_MOVES.indexOf(csi.fin()) >= 0;
            fullScreen.csi(csi, offset);
            OutputText text = target();
            if (text != null) {
                text.csi(csi, offset);
            }
        }

        @Override
        public void osc(byte[] payload, int length, long offset, long end) {
            Marker marker = Marker.parse(payload, length, nonce);
            if (marker != null) {
                lineAtPrompt &= marker.kind() != Marker.Kind.COMMAND_START;
                backgroundLine();
                drawsPrompt = true;
                beforePrompt.end();
                marker(marker);
                if (marker.kind() == Marker.Kind.COMMAND_END) {
                    beforePrompt.begin(end);
                }
                return;
            }
            if (!takeAnswer(payload, length)) {
                fullScreen.osc(payload, length, offset, end);
            }
        }

        @Override
        public void string(int kind, long offset) {
            fullScreen.string(kind, offset);
        }
    }
}
