package io.github.tmuxmcp.cli;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** The operator asked for something that cannot be done; the message is the one line that says so. */
final class UsageException extends Exception {
    /** Of a wrong command line, and of every bad setting of agent mode. */
    static final int EXIT_CODE = 2;

    @Serial
    private static final long serialVersionUID = 1;

    private static final int SHOWN = 200;

    private final int exitCode;

    /** Ends the start with exit code 2. */
    UsageException(String message) {
        this(message, EXIT_CODE);
    }

    UsageException(String message, int exitCode) {
        super(message);
        this.exitCode = exitCode;
    }

    int exitCode() {
        return exitCode;
    }

    /**
     * A value in quotes on one line: control characters as their code points, and no more than its first 200 characters.
     */
    static String shown(@Nullable String value) {
        if (value == null) {
            return "nothing";
        }
        StringBuilder text = new StringBuilder("\"");
        for (int i = 0; i < Math.min(value.length(), SHOWN); i++) {
            char c = value.charAt(i);
            if (Character.isISOControl(c) || Character.getType(c) == Character.FORMAT) {
                text.append("\\u").append(String.format("%04x", (int) c));
            } else {
                text.append(c);
            }
        }
        text.append('"');
        return value.length() <= SHOWN
                ? text.toString()
                : text + " (first " + SHOWN + " of " + value.length() + " characters)";
    }
}
