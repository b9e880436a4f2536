package io.github.tmuxmcp.terminal;

/**
 * Receives what {@link VtParser} finds, in stream order, on the thread that feeds it.
 *
 * <p>Offsets are positions in the pane's stream: {@code offset} that of the first byte of the run or sequence, {@code end} the one after its
 * last byte. Arrays and the {@link CsiSequence} belong to the parser and are valid only during the call.
 */
public interface VtHandler {
    /** Printable bytes {@code [from, to)}: 0x20 to 0x7e, and 0x80 and above as they came (UTF-8, whose characters may be split over calls). */
    void print(byte[] bytes, int from, int to, long offset);

    /** A C0 control other than ESC; also one that stood inside a sequence, which a terminal carries out at once. */
    void control(byte control, long offset);

    /** An escape sequence without parameters; {@code intermediate} is 0 when there is none ({@code ESC ( B} has {@code '('}). */
    void escape(int intermediate, int fin, long offset);

    /** A control sequence. */
    void csi(CsiSequence csi, long offset);

    /** An OSC that ended in BEL or ST. {@code length} counts the bytes kept in {@code payload}, at most {@link VtParser#MAX_OSC}. */
    void osc(byte[] payload, int length, long offset, long end);

    /** A string whose content is swallowed, when it has ended: {@code 'P'} DCS, {@code '_'} APC, {@code '^'} PM, {@code 'X'} SOS, {@code 'k'} title. */
    void string(int kind, long offset);
}
