package io.github.tmuxmcp.tmux.control;

import io.github.tmuxmcp.tmux.PaneId;
import io.github.tmuxmcp.tmux.TmuxException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The control-mode protocol as a function over bytes: no clock, no I/O, and the same events however the bytes are cut into pieces.
 *
 * <pre>
 *   %begin TIME NUMBER FLAGS
 *   body
 *   %end TIME NUMBER FLAGS        or %error
 * </pre>
 *
 * A body ends only at the line with the same three numbers: a body may hold any other line, also one that looks like an end. Inside
 * a block every line is body; the only notifications that tmux 3.3a to 3.7 put there are the {@code %pause} and {@code %continue} of the block's own
 * {@code refresh-client -A}, whose body is empty otherwise.
 *
 * <p>Not safe for use by several threads.
 */
public final class ControlParser {
    /** Bytes kept of one line, and of one body. More is dropped and counted. */
    public static final int MAX_BYTES = 32 << 20;

    private static final byte[] BEGIN = ascii("%begin ");
    private static final byte[] END = ascii("%end ");
    private static final byte[] ERROR = ascii("%error ");
    private static final byte[] OUTPUT = ascii("%output ");
    private static final byte[] EXTENDED_OUTPUT = ascii("%extended-output ");
    private static final byte[] EXIT = ascii("%exit");
    private static final int ROOM = 8192;

    private final int maxBytes;
    private byte[] line = new byte[ROOM];
    private int length;
    private long lineCut;
    private @Nullable OpenBlock block;

    public ControlParser() {
        this(MAX_BYTES);
    }

    ControlParser(int maxBytes) {
        this.maxBytes = maxBytes;
    }

    /** Reads the next bytes of the stream, {@code from} inclusive to {@code to} exclusive, and gives the events that they complete. */
    public void feed(byte[] bytes, int from, int to, Consumer<? super ControlEvent> events) {
        int start = from;
        for (int i = from; i < to; i++) {
            if (bytes[i] == '\n') {
                append(bytes, start, i);
                endOfLine(events);
                start = i + 1;
            }
        }
        append(bytes, start, to);
    }

    /** The stream has ended: a last line without its end counts when no block is open; an open block is no answer. */
    public void end(Consumer<? super ControlEvent> events) {
        if (length > 0) {
            endOfLine(events);
        }
        block = null;
    }

    private void append(byte[] bytes, int from, int to) {
        int kept = Math.min(to - from, maxBytes - length);
        if (length + kept > line.length) {
            line = Arrays.copyOf(line, Math.min(maxBytes, Math.max(length + kept, line.length * 2)));
        }
        System.arraycopy(bytes, from, line, length, kept);
        length += kept;
        lineCut += to - from - kept;
    }

    private void endOfLine(Consumer<? super ControlEvent> events) {
        byte[] whole = Arrays.copyOf(line, length);
        long cut = lineCut;
        length = 0;
        lineCut = 0;
        if (line.length > ROOM) {
            line = new byte[ROOM];
        }
        OpenBlock open = block;
        if (open == null) {
            outsideBlock(whole, events);
            return;
        }
        boolean ok = open.isEnd(whole, END);
        if (!ok && !open.isEnd(whole, ERROR)) {
            open.add(whole, cut);
            return;
        }
        block = null;
        events.accept(new ControlEvent.Block(open.number, open.flags, ok, open.lines, open.cut));
    }

    private void outsideBlock(byte[] whole, Consumer<? super ControlEvent> events) {
        if (startsWith(whole, BEGIN)) {
            block = openBlock(whole);
            if (block != null) {
                return;
            }
        }
        ControlEvent event = null;
        if (startsWith(whole, OUTPUT)) {
            event = output(whole, OUTPUT.length);
        } else if (startsWith(whole, EXTENDED_OUTPUT)) {
            event = extendedOutput(whole);
        } else if (startsWith(whole, EXIT)) {
            event = exit(whole);
        }
        events.accept(event == null ? notificationOrText(whole) : event);
    }

    private @Nullable OpenBlock openBlock(byte[] whole) {
        String[] numbers = latin1(whole, BEGIN.length, whole.length).split(" ", -1);
        if (numbers.length != 3 || !Arrays.stream(numbers).allMatch(ControlParser::isNumber)) {
            return null;
        }
        byte[] guard = Arrays.copyOfRange(whole, BEGIN.length, whole.length);
        return new OpenBlock(guard, Long.parseLong(numbers[1]), Long.parseLong(numbers[2]), maxBytes);
    }

    private static @Nullable ControlEvent output(byte[] whole, int at) {
        int space = indexOf(whole, ' ', at);
        PaneId pane = space < 0 ? null : pane(latin1(whole, at, space));
        return pane == null ? null : new ControlEvent.Output(pane, OctalEscapes.decode(whole, space + 1), 0);
    }

    /** {@code %extended-output %PANE AGE … : DATA}; tmux may add fields before the colon. */
    private static @Nullable ControlEvent extendedOutput(byte[] whole) {
        int at = EXTENDED_OUTPUT.length;
        int colon = at;
        do {
            colon = indexOf(whole, ':', colon + 1);
        } while (colon > 0 && (whole[colon - 1] != ' ' || colon + 1 >= whole.length || whole[colon + 1] != ' '));
        if (colon < 0) {
            return null;
        }
        String[] fields = latin1(whole, at, colon).split(" ", -1);
        PaneId pane = fields.length < 2 ? null : pane(fields[0]);
        if (pane == null || !isNumber(fields[1])) {
            return null;
        }
        return new ControlEvent.Output(pane, OctalEscapes.decode(whole, colon + 2), Long.parseLong(fields[1]));
    }

    private static @Nullable ControlEvent exit(byte[] whole) {
        if (whole.length == EXIT.length) {
            return new ControlEvent.Exit(null);
        }
        return whole[EXIT.length] == ' ' ? new ControlEvent.Exit(utf8(whole, EXIT.length + 1)) : null;
    }

    private static ControlEvent notificationOrText(byte[] whole) {
        String text = utf8(whole, 0);
        int space = text.indexOf(' ');
        String name = space < 0 ? text : text.substring(0, space);
        if (name.length() < 2
                || name.charAt(0) != '%'
                || !name.chars().skip(1).allMatch(c -> c == '-' || (c >= 'a' && c <= 'z'))) {
            return new ControlEvent.Text(text);
        }
        return new ControlEvent.Notification(name.substring(1), space < 0 ? "" : text.substring(space + 1));
    }

    private static @Nullable PaneId pane(String text) {
        try {
            return new PaneId(text);
        } catch (TmuxException notAnId) {
            return null;
        }
    }

    private static boolean isNumber(String text) {
        return !text.isEmpty() && text.length() <= 18 && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    private static boolean startsWith(byte[] whole, byte[] prefix) {
        return whole.length >= prefix.length && Arrays.equals(whole, 0, prefix.length, prefix, 0, prefix.length);
    }

    private static int indexOf(byte[] whole, char wanted, int from) {
        for (int i = from; i < whole.length; i++) {
            if (whole[i] == wanted) {
                return i;
            }
        }
        return -1;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static String latin1(byte[] whole, int from, int to) {
        return new String(whole, from, to - from, StandardCharsets.ISO_8859_1);
    }

    private static String utf8(byte[] whole, int from) {
        return new String(whole, from, whole.length - from, StandardCharsets.UTF_8);
    }

    /** A block whose end has not come. */
    private static final class OpenBlock {
        private final byte[] guard;
        private final long number;
        private final long flags;
        private final int maxBytes;
        private final List<byte[]> lines = new ArrayList<>();
        private long size;
        private long cut;

        OpenBlock(byte[] guard, long number, long flags, int maxBytes) {
            this.guard = guard;
            this.number = number;
            this.flags = flags;
            this.maxBytes = maxBytes;
        }

        boolean isEnd(byte[] whole, byte[] word) {
            return whole.length == word.length + guard.length
                    && startsWith(whole, word)
                    && Arrays.equals(whole, word.length, whole.length, guard, 0, guard.length);
        }

        void add(byte[] whole, long cutOfLine) {
            cut += cutOfLine;
            // A line costs more than its bytes: a body of empty lines is bounded as well.
            if (size + whole.length + 1 > maxBytes) {
                cut += whole.length + 1;
                return;
            }
            size += whole.length + 1;
            lines.add(whole);
        }
    }
}
