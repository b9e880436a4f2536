package io.github.tmuxmcp.host;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * How much a blocked {@code read(2)} asks for. A shell without a line editor reads its commands by the buffer, while its {@code read} builtin takes
 * few bytes at a time so as to leave the rest to others; nothing else tells the two apart.
 */
public final class ReadSize {
    /** The system does not tell. */
    static final long UNKNOWN = -1;

    /** A buffer's size; {@code read} of bash asks for 128 bytes, that of others for one. */
    private static final long BUFFER = 1_024;

    private static final int COUNT = 3;

    private ReadSize() {}

    /** Whether the main thread of a process is blocked in a plain read, not in waiting for events; null where that cannot be seen. */
    public static @Nullable Boolean sitsInRead(ProcessEntry process) {
        String text = systemCall(process);
        int end = text.indexOf(' ');
        try {
            return end < 0
                    ? null
                    : SystemCalls.ofThisMachine().kind(Long.parseLong(text.substring(0, end))) == SystemCalls.Kind.READ;
        } catch (NumberFormatException running) {
            return null;
        }
    }

    /** The bytes that the main thread of a process, blocked in a read, asks for; {@link #UNKNOWN} where that cannot be seen. */
    static long of(ProcessEntry process) {
        return parse(systemCall(process));
    }

    /** Whether a process that is blocked in a read fills a buffer; null where that cannot be seen. */
    public static @Nullable Boolean fillsBuffer(ProcessEntry process) {
        long size = of(process);
        return size == UNKNOWN ? null : size >= BUFFER;
    }

    /** What the system says of the call in which the main thread sits; empty where it says nothing. */
    private static String systemCall(ProcessEntry process) {
        byte[] line = ProcFiles.SYSTEM.read("/proc/" + process.pid() + "/syscall");
        return line == null ? "" : new String(line, StandardCharsets.US_ASCII);
    }

    /** Number, first, second and third argument, and more; the arguments in hexadecimal. */
    static long parse(String line) {
        String[] words = line.trim().split(" ", -1);
        if (words.length <= COUNT || !words[COUNT].startsWith("0x")) {
            return UNKNOWN;
        }
        try {
            return Long.parseLong(words[COUNT].substring(2), 16);
        } catch (NumberFormatException odd) {
            return UNKNOWN;
        }
    }
}
