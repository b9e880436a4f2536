package io.github.tmuxmcp.host;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The line of {@code /proc/PID/stat}, see {@code proc_pid_stat(5)}:
 *
 * <pre>
 * 4711 (my (odd) name) S 4700 4711 4700 34817 4711 ...
 * pid   command        |  |    |    |     |    tpgid
 *                  state ppid pgrp session tty_nr
 * </pre>
 *
 * The command may hold blanks, parentheses and newlines; the last closing parenthesis of the line ends it.
 */
final class StatLine {
    /** Fields after the command, counted from 0: the state is field 3 of the manual page. */
    private static final int START_TIME = 22 - 3;

    private StatLine() {}

    /** The process of a line; null when the line is not whole. */
    static @Nullable ProcessEntry parse(byte[] line) {
        int open = indexOf(line, '(');
        int close = lastIndexOf(line, ')');
        if (open < 2 || close < open || close + 2 >= line.length) {
            return null;
        }
        long[] fields = new long[START_TIME + 1];
        int at = close + 4;
        for (int field = 1; field <= START_TIME; field++) {
            boolean negative = at < line.length && line[at] == '-';
            if (negative) {
                at++;
            }
            long value = 0;
            int first = at;
            while (at < line.length && line[at] >= '0' && line[at] <= '9') {
                value = value * 10 + line[at++] - '0';
            }
            if (at == first || at >= line.length) {
                return null;
            }
            fields[field] = negative ? -value : value;
            at++;
        }
        String command = new String(line, open + 1, close - open - 1, StandardCharsets.UTF_8);
        return new ProcessEntry(
                number(line, open - 1),
                fields[1],
                fields[2],
                fields[3],
                fields[5],
                (int) fields[4],
                (char) line[close + 2],
                fields[START_TIME],
                command);
    }

    private static long number(byte[] line, int end) {
        long value = 0;
        for (int i = 0; i < end && line[i] >= '0' && line[i] <= '9'; i++) {
            value = value * 10 + line[i] - '0';
        }
        return value;
    }

    private static int indexOf(byte[] line, char wanted) {
        for (int i = 0; i < line.length; i++) {
            if (line[i] == wanted) {
                return i;
            }
        }
        return -1;
    }

    private static int lastIndexOf(byte[] line, char wanted) {
        for (int i = line.length - 1; i >= 0; i--) {
            if (line[i] == wanted) {
                return i;
            }
        }
        return -1;
    }
}
