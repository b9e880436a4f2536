package io.github.tmuxmcp.terminal;

/**
 * A control sequence: {@code CSI [prefix] parameters [intermediate] final} (ECMA-48 5.4). Owned and reused by its parser.
 */
public final class CsiSequence {
    /** Parameters beyond this many are dropped; only colours have so many. */
    static final int MAX_PARAMETERS = 32;

    /** Larger parameters count as this. */
    static final int MAX_VALUE = 65_535;

    private static final int ABSENT = -1;

    private final int[] parameters = new int[MAX_PARAMETERS];
    private int count;
    private int prefix;
    private int intermediate;
    private int fin;

    CsiSequence() {}

    /** {@code '?'}, {@code '>'}, {@code '<'}, {@code '='}, or 0. */
    public int prefix() {
        return prefix;
    }

    /** A byte from 0x20 to 0x2f, or 0; of several the last. */
    public int intermediate() {
        return intermediate;
    }

    /** The final byte, 0x40 to 0x7e. */
    public int fin() {
        return fin;
    }

    /** How many parameters were written; {@code CSI m} has none, {@code CSI ;m} two absent ones. */
    public int count() {
        return count;
    }

    /** Parameter {@code index} from 0, or {@code otherwise} where it is absent. */
    public int parameter(int index, int otherwise) {
        return index < count && parameters[index] != ABSENT ? parameters[index] : otherwise;
    }

    /** As {@link #parameter}, for counts and positions, where 0 means 1. */
    public int positive(int index) {
        return Math.max(1, parameter(index, 1));
    }

    /** True when there is neither prefix nor intermediate. */
    public boolean plain() {
        return prefix == 0 && intermediate == 0;
    }

    void clear() {
        count = 0;
        prefix = 0;
        intermediate = 0;
        fin = 0;
    }

    void prefix(int value) {
        prefix = value;
    }

    void intermediate(int value) {
        intermediate = value;
    }

    void fin(int value) {
        fin = value;
    }

    boolean started() {
        return count > 0 || prefix != 0;
    }

    void digit(int digit) {
        if (count == 0) {
            parameters[count++] = ABSENT;
        }
        if (count <= MAX_PARAMETERS) {
            int old = Math.max(0, parameters[count - 1]);
            parameters[count - 1] = Math.min(MAX_VALUE, old * 10 + digit);
        }
    }

    void separator() {
        if (count == 0) {
            parameters[count++] = ABSENT;
        }
        if (count < MAX_PARAMETERS) {
            parameters[count++] = ABSENT;
        } else {
            parameters[MAX_PARAMETERS - 1] = ABSENT;
        }
    }
}
