package io.github.tmuxmcp.terminal;

import org.jspecify.annotations.Nullable;

/** Cleans short strings that came from a pane or a process: titles, folders, command names. */
public final class Utf8Text {
    private Utf8Text() {}

    /**
     * One line without control characters; bidirectional controls and tag characters are shown as escapes, unpaired surrogates as U+FFFD.
     *
     * @param maxChars the most UTF-16 units of the result; what is longer ends in an ellipsis
     */
    public static String clean(String text, int maxChars) {
        return clean(text, maxChars, false);
    }

    /**
     * The same of a path: control characters are shown as escapes as well, since a path without them would be another one.
     *
     * @param maxChars the most UTF-16 units of the result; what is longer ends in an ellipsis
     */
    public static String path(String text, int maxChars) {
        return clean(text, maxChars, true);
    }

    private static String clean(String text, int maxChars, boolean showsControls) {
        StringBuilder cleaned = new StringBuilder(Math.min(text.length(), Math.max(0, maxChars)));
        int i = 0;
        while (i < text.length()) {
            int codePoint = text.codePointAt(i);
            i += Character.charCount(codePoint);
            String shown = shown(codePoint, showsControls);
            if (cleaned.length() + shown.length() > maxChars) {
                return cut(cleaned, maxChars);
            }
            cleaned.append(shown);
        }
        return cleaned.toString();
    }

    private static String shown(int codePoint, boolean showsControls) {
        if (CodePoints.control(codePoint)) {
            return showsControls ? String.format("\\u%04x", codePoint) : "";
        }
        if (codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE) {
            return "\ufffd";
        }
        @Nullable String escape = CodePoints.escape(codePoint);
        return escape != null ? escape : Character.toString(codePoint);
    }

    private static String cut(StringBuilder cleaned, int maxChars) {
        if (maxChars <= 0) {
            return "";
        }
        while (cleaned.length() >= maxChars) {
            int last = cleaned.codePointBefore(cleaned.length());
            cleaned.setLength(cleaned.length() - Character.charCount(last));
        }
        return cleaned.append('\u2026').toString();
    }
}
