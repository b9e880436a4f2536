package io.github.tmuxmcp.mcp;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.Arrays;

/**
 * Cuts a channel into lines without copying them. Owned by one thread. A line over the bound is skipped to its end, of which at most
 * the bound is ever held.
 *
 * <pre>
 *   buffer  |  used  | line \n rest …            | free |
 *                    ^start     ^scanned         ^end
 * </pre>
 */
final class LineReader {
    /** Bytes asked for at a time: what a pipe holds. */
    private static final int CHUNK = 64 << 10;
    /** A buffer larger than this is given back after the line that needed it. */
    private static final int KEPT = 1 << 20;

    /** Bytes of the end of a line that are kept when it is skipped: many clients write the id last. */
    static final int TAIL = 1 << 10;

    /** What {@link #next} found. */
    enum Outcome {
        /** A line, maybe empty, at {@link #offset} and {@link #length}. */
        LINE,
        /** A line over the bound; the part that is held is its head. */
        TOO_LONG,
        /** A line that the memory that is left cannot hold; the part that is held is its head. */
        NO_MEMORY,
        /** The channel has ended. */
        END
    }

    private final ReadableByteChannel in;
    private final int maxLine;
    private byte[] buffer = new byte[CHUNK];
    private int start;
    private int scanned;
    private int end;
    private int lineOffset;
    private int lineLength;
    private int tailOffset;
    private int tailLength;
    private boolean ended;

    /**
     * @param maxLine bytes of a line without its line end, at the most
     */
    LineReader(ReadableByteChannel in, int maxLine) {
        this.in = in;
        this.maxLine = maxLine;
    }

    /** The bytes of the line that was found; valid until the next call. */
    byte[] bytes() {
        return buffer;
    }

    int offset() {
        return lineOffset;
    }

    int length() {
        return lineLength;
    }

    /** Where the last bytes of the line begin, a few of them; for a line of which the head is held they are not part of that. */
    int tailOffset() {
        return tailOffset;
    }

    int tailLength() {
        return tailLength;
    }

    /**
     * Waits for the next line. The last one needs no line end. A carriage return before the line end stays: it is white space in JSON.
     *
     * @throws IOException when the channel was closed or failed
     */
    Outcome next() throws IOException {
        giveBack();
        while (true) {
            int newline = indexOfNewline();
            if (newline >= 0) {
                Outcome found = take(newline);
                start = newline + 1;
                scanned = start;
                return found;
            }
            if (end - start > maxLine) {
                compact();
                return skip(maxLine, Outcome.TOO_LONG);
            }
            if (ended) {
                return last();
            }
            if (!makeRoom()) {
                return skip(end - CHUNK, Outcome.NO_MEMORY);
            }
            read(Math.min(CHUNK, buffer.length - end));
        }
    }

    private Outcome last() {
        if (start == end) {
            return Outcome.END;
        }
        Outcome found = take(end);
        start = end;
        return found;
    }

    private Outcome take(int lineEnd) {
        lineOffset = start;
        lineLength = lineEnd - start;
        tail(start, lineEnd);
        if (lineLength > maxLine) {
            lineLength = maxLine;
            return Outcome.TOO_LONG;
        }
        return Outcome.LINE;
    }

    /**
     * Reads to the end of a line that is not wanted. Its head stays at the start of the buffer.
     *
     * @param held bytes of the head; the rest of the buffer is read into again and again
     */
    private Outcome skip(int held, Outcome reason) throws IOException {
        lineOffset = 0;
        lineLength = held;
        scanned = held;
        int from = 0;
        while (true) {
            int newline = indexOfNewline();
            if (newline >= 0) {
                tail(from, newline);
                start = newline + 1;
                scanned = start;
                return reason;
            }
            int kept = Math.min(TAIL, end - held);
            System.arraycopy(buffer, end - kept, buffer, held, kept);
            from = end - kept > held ? held : from;
            end = held + kept;
            scanned = end;
            if (!read(Math.min(CHUNK, buffer.length - end))) {
                tail(from, end);
                start = end;
                return reason;
            }
        }
    }

    private void tail(int from, int lineEnd) {
        tailOffset = Math.max(from, lineEnd - TAIL);
        tailLength = lineEnd - tailOffset;
    }

    private int indexOfNewline() {
        for (int i = scanned; i < end; i++) {
            if (buffer[i] == '\n') {
                return i;
            }
        }
        scanned = end;
        return -1;
    }

    /** False when there is no memory for a larger buffer; the line then starts at the buffer's start and fills it. */
    private boolean makeRoom() {
        if (start > 0 && (end == buffer.length || start == end)) {
            compact();
        }
        if (end < buffer.length) {
            return true;
        }
        try {
            // One chunk beyond the bound is enough to see that a line is too long, and to skip it in.
            buffer = Arrays.copyOf(buffer, (int) Math.min(2L * buffer.length, (long) maxLine + CHUNK));
            return true;
        } catch (OutOfMemoryError e) {
            return false;
        }
    }

    private void compact() {
        System.arraycopy(buffer, start, buffer, 0, end - start);
        end -= start;
        scanned -= start;
        start = 0;
    }

    private boolean read(int length) throws IOException {
        int count = in.read(ByteBuffer.wrap(buffer, end, length));
        if (count < 0) {
            ended = true;
            return false;
        }
        end += count;
        return true;
    }

    private void giveBack() {
        if (buffer.length > KEPT && end - start <= CHUNK) {
            byte[] small;
            try {
                small = new byte[CHUNK];
            } catch (OutOfMemoryError e) {
                // After one of the next lines, then.
                return;
            }
            System.arraycopy(buffer, start, small, 0, end - start);
            buffer = small;
            scanned -= start;
            end -= start;
            start = 0;
        }
    }
}
