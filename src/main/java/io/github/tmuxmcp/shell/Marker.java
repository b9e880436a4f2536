package io.github.tmuxmcp.shell;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * One OSC 133 marker of ours, as a private shell writes it around each prompt and command.
 *
 * <pre>
 *   ESC ] 133 ; A          ; mcp= NONCE . SEQUENCE BEL    the prompt starts
 *   ESC ] 133 ; B          ; mcp= NONCE . SEQUENCE BEL    the prompt has ended, the shell reads a command
 *   ESC ] 133 ; C          ; mcp= NONCE . SEQUENCE BEL    command SEQUENCE starts: its output follows
 *   ESC ] 133 ; D ; STATUS ; mcp= NONCE . SEQUENCE BEL    command SEQUENCE has ended
 *         |_______________________________________|
 *                   the payload given to parse
 * </pre>
 *
 * Commands are numbered from 1 at each C; A, B and D carry the number of the last command that started, 0 before the first. A D whose
 * number was reported before says that the shell came back to its prompt without running anything: start-up, an empty line, a syntax
 * error, an interrupt at the prompt.
 *
 * @param sequence 0 to 999,999,999,999,999
 * @param status 0 to 255 for {@link Kind#COMMAND_END}, else -1
 */
public record Marker(Kind kind, long sequence, int status) {
    /** Payloads longer than this are not ours. */
    static final int MAX_PAYLOAD = 128;

    private static final int MAX_DIGITS = 15;
    private static final byte[] PREFIX = "133;".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] KEY = ";mcp=".getBytes(StandardCharsets.US_ASCII);

    /** What a marker says, with its OSC 133 letter. */
    public enum Kind {
        PROMPT_START('A'),
        PROMPT_END('B'),
        COMMAND_START('C'),
        COMMAND_END('D');

        private final char letter;

        Kind(char letter) {
            this.letter = letter;
        }

        /** The letter after {@code 133;}. */
        public char letter() {
            return letter;
        }

        static @Nullable Kind of(byte letter) {
            return switch (letter) {
                case 'A' -> PROMPT_START;
                case 'B' -> PROMPT_END;
                case 'C' -> COMMAND_START;
                case 'D' -> COMMAND_END;
                default -> null;
            };
        }
    }

    public Marker {
        if (sequence < 0) {
            throw new IllegalArgumentException("a sequence number is not negative");
        }
        if (kind == Kind.COMMAND_END ? status < 0 || status > 255 : status != -1) {
            throw new IllegalArgumentException("a status is 0 to 255 at the end of a command, and -1 elsewhere");
        }
    }

    /** As {@link #parse(byte[], int, byte[])}. */
    public static @Nullable Marker parse(byte[] oscPayload, int length, String nonce) {
        return parse(oscPayload, length, nonce.getBytes(StandardCharsets.US_ASCII));
    }

    /**
     * Reads the payload of an OSC: the bytes between {@code ESC ]} and its terminator.
     *
     * @param length how many bytes of {@code oscPayload} count
     * @return null when it is not ours: another OSC, another nonce, or not exactly the layout above. The cost is bounded whatever the length.
     */
    public static @Nullable Marker parse(byte[] oscPayload, int length, byte[] nonce) {
        if (length > MAX_PAYLOAD || length > oscPayload.length || !startsWith(oscPayload, length, 0, PREFIX)) {
            return null;
        }
        int at = PREFIX.length;
        Kind kind = at < length ? Kind.of(oscPayload[at]) : null;
        if (kind == null) {
            return null;
        }
        at++;
        int status = -1;
        if (kind == Kind.COMMAND_END) {
            if (at >= length || oscPayload[at] != ';') {
                return null;
            }
            int end = digitsFrom(oscPayload, at + 1, length);
            long value = number(oscPayload, at + 1, end);
            if (value < 0 || value > 255) {
                return null;
            }
            status = (int) value;
            at = end;
        }
        if (!startsWith(oscPayload, length, at, KEY)) {
            return null;
        }
        at += KEY.length;
        if (!startsWith(oscPayload, length, at, nonce)) {
            return null;
        }
        at += nonce.length;
        if (at >= length || oscPayload[at] != '.' || digitsFrom(oscPayload, at + 1, length) != length) {
            return null;
        }
        long sequence = number(oscPayload, at + 1, length);
        return sequence < 0 ? null : new Marker(kind, sequence, status);
    }

    private static boolean startsWith(byte[] bytes, int length, int from, byte[] expected) {
        if (length - from < expected.length) {
            return false;
        }
        for (int i = 0; i < expected.length; i++) {
            if (bytes[from + i] != expected[i]) {
                return false;
            }
        }
        return true;
    }

    private static int digitsFrom(byte[] bytes, int from, int length) {
        int at = from;
        while (at < length && bytes[at] >= '0' && bytes[at] <= '9') {
            at++;
        }
        return at;
    }

    /** The decimal number in {@code [from, end)}, or -1 when there is none or it has too many digits. */
    private static long number(byte[] bytes, int from, int end) {
        if (end <= from || end - from > MAX_DIGITS) {
            return -1;
        }
        long value = 0;
        for (int i = from; i < end; i++) {
            value = value * 10 + (bytes[i] - '0');
        }
        return value;
    }
}
