package io.github.tmuxmcp.agent.session;

/** The echo of a typed line at the head of a program's output. */
final class Echo {
    private Echo() {}

    /**
     * The text without its first line when that is the echo, or without an echo that is still arriving.
     *
     * @param echo the typed text; empty for none
     */
    static String strip(String text, String echo) {
        if (echo.isEmpty() || text.isEmpty()) {
            return text;
        }
        if (text.startsWith(echo)) {
            int end = echo.length();
            return end < text.length() && text.charAt(end) == '\n' ? text.substring(end + 1) : text.substring(end);
        }
        return echo.startsWith(text) ? "" : text;
    }
}
