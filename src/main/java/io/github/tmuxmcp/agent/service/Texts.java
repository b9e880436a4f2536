package io.github.tmuxmcp.agent.service;

/** Short forms of what a caller gave, for messages. */
public final class Texts {
    /** Characters of a caller's value that a message repeats at the most. */
    public static final int LONGEST_QUOTE = 200;

    private Texts() {}

    /** The text, or its first 200 characters and an ellipsis; never half a surrogate pair. */
    public static String cut(String text) {
        if (text.length() <= LONGEST_QUOTE) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(LONGEST_QUOTE - 1)) ? LONGEST_QUOTE - 1 : LONGEST_QUOTE;
        return text.substring(0, end) + "…";
    }

    /** The text in double quotes, cut, its control characters shown as escapes. */
    public static String quoted(String text) {
        return '"' + oneLine(text) + '"';
    }

    /** The text, cut, its control characters and line separators shown as escapes: it can never begin a line of its own. */
    public static String oneLine(String text) {
        StringBuilder shown = new StringBuilder();
        cut(text).codePoints().forEach(c -> {
            if (Character.isISOControl(c) || c == '\u2028' || c == '\u2029') {
                shown.append(String.format("\\u%04x", c));
            } else {
                shown.appendCodePoint(c);
            }
        });
        return shown.toString();
    }

    /** Seconds with at most one decimal: {@code 0.5}, {@code 15}. */
    public static String seconds(java.time.Duration duration) {
        long tenths = Math.round(duration.toMillis() / 100.0);
        return tenths % 10 == 0 ? Long.toString(tenths / 10) : tenths / 10 + "." + tenths % 10;
    }
}
