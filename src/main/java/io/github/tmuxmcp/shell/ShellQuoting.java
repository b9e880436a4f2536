package io.github.tmuxmcp.shell;

/** Writes a string so that a shell reads exactly that string as one word. */
public final class ShellQuoting {
    private ShellQuoting() {}

    /**
     * The word for a POSIX shell, bash or zsh: in single quotes, each single quote as {@code '\''}.
     *
     * @throws IllegalArgumentException when the text holds a NUL, which no word can hold
     */
    public static String quote(String text) {
        return "'" + withoutNul(text).replace("'", "'\\''") + "'";
    }

    /**
     * The word for fish, whose single quotes know the escapes {@code \\} and {@code \'}.
     *
     * @throws IllegalArgumentException when the text holds a NUL
     */
    public static String quoteFish(String text) {
        return "'" + withoutNul(text).replace("\\", "\\\\").replace("'", "\\'") + "'";
    }

    private static String withoutNul(String text) {
        if (text.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("a shell word cannot hold a NUL character");
        }
        return text;
    }
}
