package io.github.tmuxmcp.host;

import java.nio.charset.StandardCharsets;

/**
 * How much a blocked {@code read(2)} asks for. A shell without a line editor reads its commands by the buffer, while its {@code read} builtin takes
 * one byte at a time so as to leave the rest to others; nothing else tells the two apart.
 */
public final class ReadSize {
    /** The system does not tell. */
    public static final long UNKNOWN = -1;

    private static final int COUNT = 3;

    private ReadSize() {}

    /** The bytes that the main thread of a process, blocked in a read, asks for; {@link #UNKNOWN} where that cannot be seen. */
    public static long of(ProcessEntry process) {
        byte[] line = ProcFiles.SYSTEM.read("/proc/" + process.pid() + "/syscall");
        return line == null ? UNKNOWN : parse(new String(line, StandardCharsets.US_ASCII));
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
