package io.github.tmuxmcp.tmux;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * tmux's answer to one command.
 *
 * @param ok false when tmux refused the command; the lines then say why
 * @param lines what the command printed, without line ends; empty when it printed nothing. The arrays belong to the reply: read only
 */
public record Reply(boolean ok, List<byte[]> lines) {
    private static final int MAX_ERROR_CHARACTERS = 500;

    public Reply {
        lines = List.copyOf(lines);
    }

    /** The lines as UTF-8, joined by newlines, without a last one; invalid bytes become U+FFFD. */
    public String text() {
        return String.join("\n", textLines());
    }

    /** Each line as UTF-8; invalid bytes become U+FFFD. */
    public List<String> textLines() {
        return lines.stream()
                .map(line -> new String(line, StandardCharsets.UTF_8))
                .toList();
    }

    /** tmux's own words on one line without control characters, at most 500 characters; empty when the command succeeded. */
    public String errorText() {
        return ok ? "" : oneLine(text());
    }

    /** Folds tmux's words into one bounded line, for messages. */
    public static String oneLine(String text) {
        String folded = text.replaceAll("[\\p{Cntrl}\\s]+", " ").strip();
        return folded.length() <= MAX_ERROR_CHARACTERS ? folded : folded.substring(0, MAX_ERROR_CHARACTERS) + "…";
    }

    /** Counts only: lines may hold what a pane shows. */
    @Override
    public String toString() {
        return "Reply[ok=" + ok + ", lines=" + lines.size() + "]";
    }
}
