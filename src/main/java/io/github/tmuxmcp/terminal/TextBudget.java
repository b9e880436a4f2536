package io.github.tmuxmcp.terminal;

/**
 * How much of a text is kept, in UTF-16 units.
 *
 * @param head units kept from the beginning, 0 or more
 * @param tail units kept from the end, 1 or more
 */
public record TextBudget(int head, int tail) {
    /** What a result shows where nothing else is set. */
    public static final TextBudget DEFAULT = new TextBudget(8_000, 22_000);

    public TextBudget {
        if (head < 0 || tail < 1) {
            throw new IllegalArgumentException("a budget keeps head >= 0 and tail >= 1 characters");
        }
    }
}
