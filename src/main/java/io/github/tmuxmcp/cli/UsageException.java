package io.github.tmuxmcp.cli;

import org.jspecify.annotations.Nullable;

/** The operator asked for something that cannot be done; the message is the one line that says so. It ends the start with exit code 2. */
final class UsageException extends Exception {
    static final int EXIT_CODE = 2;
    private static final int SHOWN = 200;

    UsageException(String message) {
        super(message);
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
