package io.github.tmuxmcp.terminal;

import java.nio.charset.StandardCharsets;

/**
 * Which of the two character sets that a terminal keeps at hand is the DEC special graphics set, and its characters: boxes, for the most part
 * (ECMA-35 14.1; {@code ESC ( 0}, {@code ESC ) 0}, SO, SI).
 */
final class LineDrawing {
    private static final byte SHIFT_OUT = 0x0e;
    private static final byte SHIFT_IN = 0x0f;
    private static final char FIRST = '`';
    /** What stands at ` to ~, as tmux shows it. */
    private static final String GRAPHICS = "◆▒␉␌␍␊°±␤␋┘┐┌└┼⎺⎻─⎼⎽├┤┴┬│≤≥π≠£·";

    private boolean first;
    private boolean second;
    private boolean shifted;

    /** Whether what is printed now are graphics. */
    boolean active() {
        return shifted ? second : first;
    }

    /** SO and SI choose the set; other controls are none of it. */
    void control(byte control) {
        if (control == SHIFT_OUT || control == SHIFT_IN) {
            shifted = control == SHIFT_OUT;
        }
    }

    /**
     * An escape sequence.
     *
     * @return whether it was about the two sets
     */
    boolean escape(int intermediate, int fin) {
        if (intermediate == '(') {
            first = fin == '0';
        } else if (intermediate == ')') {
            second = fin == '0';
        }
        return intermediate == '(' || intermediate == ')';
    }

    void reset() {
        first = false;
        second = false;
        shifted = false;
    }

    /** The printable bytes {@code [from, to)} with the graphics in the place of the letters. */
    static byte[] graphics(byte[] bytes, int from, int to) {
        StringBuilder text = new StringBuilder(to - from);
        for (char c : new String(bytes, from, to - from, StandardCharsets.ISO_8859_1).toCharArray()) {
            text.append(c >= FIRST && c - FIRST < GRAPHICS.length() ? GRAPHICS.charAt(c - FIRST) : c);
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }
}
