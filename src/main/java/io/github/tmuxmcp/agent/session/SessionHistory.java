package io.github.tmuxmcp.agent.session;

import io.github.tmuxmcp.agent.service.AgentSettings;
import io.github.tmuxmcp.shell.Marker;
import io.github.tmuxmcp.terminal.CsiSequence;
import io.github.tmuxmcp.terminal.FullScreen;
import io.github.tmuxmcp.terminal.OutputText;
import io.github.tmuxmcp.terminal.TextBudget;
import io.github.tmuxmcp.terminal.TextSnapshot;
import io.github.tmuxmcp.terminal.VtHandler;
import io.github.tmuxmcp.terminal.VtParser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Stored output read again as clean lines: prompts and echoes are left out as they were the first time. */
final class SessionHistory {
    /** Lines that one call gives at the most. */
    static final int MAX_LINES = 5_000;

    private static final int CHUNK = 64 << 10;
    /** Bytes of one line between two looks at the length of the text. */
    private static final int PIECE = 1024;
    /** How far back the last lines are looked for. */
    private static final long LOOK_BACK = 8 << 20;
    /** Newlines looked for per line wanted: prompts and echoes have some as well. */
    private static final int NEWLINES_PER_LINE = 3;

    private static final byte SHIFT_IN = 0x0f;
    private static final int SPARE_NEWLINES = 100;

    private final SessionStream stream;
    private final AgentSettings settings;

    SessionHistory(SessionStream stream, AgentSettings settings) {
        this.stream = stream;
        this.settings = settings;
    }

    /**
     * A piece of the log.
     *
     * @param start offset of the first byte that was looked at
     * @param next offset behind the last
     * @param end offset behind the newest byte of the log
     * @param missing bytes that were asked for and are gone
     */
    record Part(String text, long start, long next, long end, long missing) {}

    /** The {@code lines} whole lines from an offset on; fewer when they are longer than a result may be, or at the end of the log. */
    Part from(long offset, int lines) throws InterruptedException, IOException {
        stream.answers().take(mostChars());
        synchronized (stream) {
            SessionLog log = stream.log();
            long start = Math.min(Math.max(offset, log.oldest()), log.position());
            Lines reader = new Lines(start, lines);
            reader.readFrom(start);
            return new Part(
                    reader.text(), start, reader.next, log.position(), Math.max(0, start - Math.max(0, offset)));
        }
    }

    /** The last {@code lines} lines. */
    Part last(int lines) throws InterruptedException, IOException {
        stream.answers().take(mostChars());
        synchronized (stream) {
            SessionLog log = stream.log();
            long start = startOfLast((long) lines * NEWLINES_PER_LINE + SPARE_NEWLINES);
            Lines reader = new Lines(start, Integer.MAX_VALUE);
            reader.readFrom(start);
            return new Part(lastLines(reader.lastText(), lines), start, log.position(), log.position(), 0);
        }
    }

    /** A line is not cut before it is twice as long as a result should be; lines that are still being redrawn are not counted while they are. */
    private int mostChars() {
        return settings.maxOutput() * 2 + settings.columns() * settings.rows() + CHUNK;
    }

    private long startOfLast(long newlines) throws IOException {
        SessionLog log = stream.log();
        long lowest = Math.max(log.oldest(), log.position() - LOOK_BACK);
        long at = log.position();
        long left = newlines;
        byte[] chunk = new byte[CHUNK];
        while (at > lowest) {
            int size = (int) Math.min(CHUNK, at - lowest);
            byte[] part = size == CHUNK ? chunk : new byte[size];
            int count = log.reread(at - size, part);
            for (int i = count - 1; i >= 0; i--) {
                if (part[i] == '\n' && --left < 0) {
                    return at - size + i + 1;
                }
            }
            at -= size;
        }
        return lowest;
    }

    private static String lastLines(String text, int lines) {
        String trimmed = text.stripTrailing();
        int at = trimmed.length();
        for (int left = lines; left > 0 && at >= 0; left--) {
            at = trimmed.lastIndexOf('\n', at - 1);
        }
        return trimmed.substring(at + 1);
    }

    /** Cleans bytes until enough lines have ended. */
    private final class Lines implements VtHandler {
        private final VtParser parser = new VtParser();
        private final OutputText output;
        private final FullScreen fullScreen = new FullScreen(settings.columns(), settings.rows());
        private final int wanted;
        private final OutputText editor = new OutputText(settings.columns(), settings.rows(), TextBudget.DEFAULT);
        private final TextBeforePrompt beforePrompt;
        private boolean inOutput = true;
        private boolean inEditor;
        private boolean lineAtPrompt;
        private boolean sawMarker;
        private int seen;
        private boolean done;
        private long next;

        Lines(long start, int wanted) {
            int tail = wanted == Integer.MAX_VALUE ? settings.maxOutput() : 1;
            int head = wanted == Integer.MAX_VALUE ? 1 : mostChars();
            this.output = new OutputText(settings.columns(), settings.rows(), new TextBudget(head, tail));
            this.beforePrompt = new TextBeforePrompt(
                    new OutputText(settings.columns(), settings.rows(), TextBudget.DEFAULT), output);
            this.wanted = wanted;
            this.next = start;
        }

        void readFrom(long start) throws IOException {
            SessionLog log = stream.log();
            byte[] chunk = new byte[CHUNK];
            long at = start;
            while (!done && at < log.position()) {
                long behind = stream.questions().behind(at);
                if (behind > at) {
                    at = behind;
                    next = at;
                    continue;
                }
                long end = Math.min(log.position(), stream.questions().nextAfter(at));
                int count = (int) Math.min(log.reread(at, chunk), end - at);
                if (count <= 0) {
                    return;
                }
                parser.feed(chunk, 0, count, at, this);
                at += count;
                if (!done) {
                    next = at;
                }
            }
        }

        String text() {
            backgroundLine(next);
            return output.snapshot().head();
        }

        String lastText() {
            backgroundLine(next);
            TextSnapshot snapshot = output.snapshot();
            return snapshot.droppedChars() == 0 ? snapshot.head() : snapshot.tail();
        }

        private void enoughAt(long offset) {
            done = true;
            next = offset;
        }

        private boolean takes() {
            return !done && inOutput && !fullScreen.alternateScreen();
        }

        private boolean takesBeforePrompt() {
            return !done && beforePrompt.isOpen();
        }

        /** As {@link SessionStream} does: a whole line at the prompt that the editor does not hand over is a background job's. */
        private void backgroundLine(long offset) {
            if (lineAtPrompt) {
                byte[] line = editor.snapshot().head().getBytes(StandardCharsets.UTF_8);
                new VtParser().feed(line, 0, line.length, offset, output);
                seen++;
            }
            forgetEditor();
        }

        private void forgetEditor() {
            if (lineAtPrompt) {
                editor.reset();
            }
            lineAtPrompt = false;
        }

        @Override
        public void print(byte[] bytes, int from, int to, long offset) {
            backgroundLine(offset);
            int strangeEnd = (int) Math.min(to, from + stream.strangeUntil(offset) - offset);
            if (strangeEnd > from) {
                strangeText(bytes, from, strangeEnd, offset);
                print(bytes, strangeEnd, to, offset + strangeEnd - from);
                return;
            }
            if (takesBeforePrompt()) {
                beforePrompt.line().print(bytes, from, to, offset);
            }
            if (inEditor && !done) {
                editor.print(bytes, from, to, offset);
            }
            if (takes()) {
                output(bytes, from, to, offset);
            }
        }

        /** A background job's, which stands behind a prompt. */
        private void strangeText(byte[] bytes, int from, int to, long offset) {
            if (!sawMarker) {
                // Reading began behind the prompt's last marker.
                forgetWhatWasNoOutput();
                inOutput = false;
                sawMarker = true;
            }
            output(bytes, from, to, offset);
        }

        private void output(byte[] bytes, int from, int to, long offset) {
            for (int at = from; at < to && !done; ) {
                int end = characterEnd(bytes, Math.min(to, at + PIECE), to);
                output.print(bytes, at, end, offset + at - from);
                if (wanted != Integer.MAX_VALUE && output.roughChars() >= settings.maxOutput() * 2L) {
                    enoughAt(offset + end - from);
                }
                at = end;
            }
        }

        /** The next place from {@code at} on where no character of UTF-8 goes on. */
        private static int characterEnd(byte[] bytes, int at, int to) {
            int end = at;
            while (end < to && (bytes[end] & 0xc0) == 0x80) {
                end++;
            }
            return end;
        }

        @Override
        public void control(byte control, long offset) {
            if (control == SHIFT_IN && !takes()) {
                // Part of switching colours off, which fish does behind the line that it is about to run.
                return;
            }
            backgroundLine(offset);
            if (takesBeforePrompt()) {
                beforePrompt.line().control(control, offset);
                if (control == '\n' && beforePrompt.endLine(offset + 1) > 0 && ++seen >= wanted) {
                    enoughAt(offset + 1);
                }
            }
            if (inEditor && !done) {
                editor.control(control, offset);
                lineAtPrompt = control == '\n';
            }
            if (!takes()) {
                return;
            }
            output.control(control, offset);
            boolean full = wanted != Integer.MAX_VALUE && output.roughChars() >= settings.maxOutput();
            if (control == '\n' && (++seen >= wanted || full)) {
                enoughAt(offset + 1);
            }
        }

        @Override
        public void escape(int intermediate, int fin, long offset) {
            fullScreen.escape(intermediate, fin, offset);
            if (takes()) {
                output.escape(intermediate, fin, offset);
            }
        }

        @Override
        public void csi(CsiSequence csi, long offset) {
            if (inEditor && csi.prefix() == '?' && csi.parameter(0, 0) == SessionStream.BRACKETED_PASTE) {
                // The editor has handed its line over.
                editor.reset();
                lineAtPrompt = false;
                inEditor = csi.fin() == 'h';
            }
            fullScreen.csi(csi, offset);
            if (takesBeforePrompt()) {
                beforePrompt.line().csi(csi, offset);
            }
            if (takes()) {
                output.csi(csi, offset);
            }
        }

        @Override
        public void osc(byte[] payload, int length, long offset, long end) {
            Marker marker = stream.marker(payload, length);
            if (marker == null || done) {
                return;
            }
            beforePrompt.end();
            switch (marker.kind()) {
                case COMMAND_START -> {
                    lineAtPrompt = false;
                    fullScreen.leaveAlternate();
                    forgetWhatWasNoOutput();
                    if (!output.lastLine().isEmpty()) {
                        output.control((byte) '\n', offset);
                    }
                    inOutput = true;
                }
                case PROMPT_END -> {
                    forgetWhatWasNoOutput();
                    inOutput = false;
                }
                case COMMAND_END -> {
                    inOutput = false;
                    beforePrompt.begin(end);
                }
                case PROMPT_START -> inOutput = false;
            }
            backgroundLine(offset);
            inEditor = marker.kind() == Marker.Kind.PROMPT_END;
            if (inEditor) {
                editor.reset();
            }
            sawMarker = true;
        }

        /** Reading began in the middle of a prompt or of an echo, as this first marker shows. */
        private void forgetWhatWasNoOutput() {
            if (!sawMarker) {
                output.reset();
                seen = 0;
            }
        }

        @Override
        public void string(int kind, long offset) {
            fullScreen.string(kind, offset);
        }
    }
}
