package io.github.tmuxmcp.host;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A line of {@code ps -o FORMAT}, as procps and macOS both print it in the C locale and UTC:
 *
 * <pre>
 *  4711  4700  4711  4700  4711 pts/3    S+   Mon Nov 30 14:46:05 2026 my command
 *   pid  ppid  pgid  sess tpgid tty      state lstart                  comm
 * </pre>
 */
final class PsLine {
    static final String FORMAT = "pid=,ppid=,pgid=,sess=,tpgid=,tty=,state=,lstart=,comm=";

    private static final int FIELDS = 13;
    private static final int DECIMAL = 10;
    private static final DateTimeFormatter STARTED = DateTimeFormatter.ofPattern("MMM d HH:mm:ss yyyy", Locale.ROOT);

    private PsLine() {}

    /** The process of a line; null when the line is not of that form. */
    static @Nullable ProcessEntry parse(String line) {
        String[] fields = line.strip().split("\\s+", FIELDS);
        if (fields.length < FIELDS) {
            return null;
        }
        try {
            return new ProcessEntry(
                    Long.parseLong(fields[0], DECIMAL),
                    Long.parseLong(fields[1], DECIMAL),
                    Long.parseLong(fields[2], DECIMAL),
                    session(fields[3]),
                    Long.parseLong(fields[4], DECIMAL),
                    terminal(fields[5]),
                    fields[6].charAt(0),
                    LocalDateTime.parse(fields[8] + " " + fields[9] + " " + fields[10] + " " + fields[11], STARTED)
                            .toEpochSecond(ZoneOffset.UTC),
                    name(fields[12]));
        } catch (NumberFormatException | DateTimeException e) {
            return null;
        }
    }

    /** macOS prints an address in the kernel, or 0, where procps prints the id of the session. */
    private static long session(String field) {
        boolean decimal = field.chars().allMatch(c -> c >= '0' && c <= '9');
        return decimal ? Long.parseLong(field, DECIMAL) : 0;
    }

    /**
     * The device number that {@link Descriptors#pseudoTerminal} knows for {@code pts/N}; for other names just a
     * number of their own.
     */
    private static int terminal(String name) {
        if (name.startsWith("?") || name.equals("-")) {
            return 0;
        }
        if (name.startsWith("pts/")) {
            int number = Integer.parseInt(name.substring(4));
            return 136 << 8 | (number & 0xff) | (number & 0xfff00) << 12;
        }
        return name.hashCode() | 1;
    }

    /** macOS prints a path; a login shell has a {@code -} in front. */
    private static String name(String command) {
        String last = command.substring(command.lastIndexOf('/') + 1);
        return last.startsWith("-") ? last.substring(1) : last;
    }
}
