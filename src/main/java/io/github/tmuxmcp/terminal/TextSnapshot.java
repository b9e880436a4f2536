package io.github.tmuxmcp.terminal;

/**
 * A bounded text. When nothing was dropped, {@code head} is all of it, {@code tail} is empty and {@code cutOffset} is -1.
 *
 * @param droppedChars UTF-16 units left out between head and tail
 * @param cutOffset position in the stream where the line begins that holds the first dropped character; re-reading starts there
 */
public record TextSnapshot(String head, long droppedChars, long cutOffset, String tail) {
    /** Counts only: the text came from a pane. */
    @Override
    public String toString() {
        return "TextSnapshot[head=" + head.length() + " chars, dropped=" + droppedChars + ", tail=" + tail.length()
                + " chars]";
    }
}
