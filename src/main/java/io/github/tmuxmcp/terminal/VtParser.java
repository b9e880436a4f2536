package io.github.tmuxmcp.terminal;

/**
 * Tokenizer of a terminal's stream: bytes in, actions out (ECMA-48, and the strings that tmux knows).
 *
 * <p>Pure and incremental: a sequence or a character may be split at any byte, and the calls differ only in where runs of text are cut.
 * Nothing is allocated after construction. Bytes from 0x80 are text, never C1 controls: tmux panes are UTF-8. Confined to one thread.
 *
 * <p>CAN, SUB and ESC end an unfinished sequence or string, so that one left open by a program swallows no more than up to the next escape.
 * Inside a DCS a doubled ESC is content (tmux's passthrough). DEL is dropped.
 */
public final class VtParser {
    /** Bytes of an OSC that are kept; the rest is dropped. */
    public static final int MAX_OSC = 4096;

    private static final byte BEL = 0x07;
    private static final byte CAN = 0x18;
    private static final byte SUB = 0x1a;
    private static final byte ESC = 0x1b;
    private static final byte DEL = 0x7f;

    private enum State {
        GROUND,
        ESCAPE,
        CSI,
        CSI_IGNORED,
        OSC,
        OSC_ESCAPE,
        STRING,
        STRING_ESCAPE
    }

    private final CsiSequence csi = new CsiSequence();
    private final byte[] payload = new byte[MAX_OSC];
    private int payloadLength;
    private State state = State.GROUND;
    private int intermediate;
    private int kind;
    private long start;
    private long escapeAt;

    public VtParser() {}

    /** Reads {@code bytes[from..to)}, whose first byte stands at {@code offset} of the stream. */
    public void feed(byte[] bytes, int from, int to, long offset, VtHandler handler) {
        long base = offset - from;
        int i = from;
        while (i < to) {
            if (state != State.GROUND) {
                step(bytes[i], base + i, handler);
                i++;
                continue;
            }
            int run = i;
            while (i < to && printable(bytes[i])) {
                i++;
            }
            if (i > run) {
                handler.print(bytes, run, i, base + run);
            }
            if (i < to) {
                ground(bytes[i], base + i, handler);
                i++;
            }
        }
    }

    private static boolean printable(byte b) {
        return b >= 0x20 ? b != DEL : b < 0;
    }

    private void ground(byte b, long at, VtHandler handler) {
        if (b == ESC) {
            begin(at);
        } else if (b != DEL) {
            handler.control(b, at);
        }
    }

    private void begin(long at) {
        state = State.ESCAPE;
        start = at;
        intermediate = 0;
    }

    private void step(byte b, long at, VtHandler handler) {
        switch (state) {
            case ESCAPE -> escape(b, at, handler);
            case CSI, CSI_IGNORED -> controlSequence(b, at, handler);
            case OSC -> osc(b, at, handler);
            case OSC_ESCAPE -> oscEscape(b, at, handler);
            case STRING -> string(b, at, handler);
            case STRING_ESCAPE -> stringEscape(b, at, handler);
            case GROUND -> throw new IllegalStateException("text is read in runs");
        }
    }

    /** What every sequence does with controls. True when {@code b} was one. */
    private boolean control(byte b, long at, VtHandler handler) {
        if (b < 0 || b == DEL) {
            return true;
        }
        if (b >= 0x20) {
            return false;
        }
        if (b == ESC) {
            begin(at);
        } else if (b == CAN || b == SUB) {
            state = State.GROUND;
        } else {
            handler.control(b, at);
        }
        return true;
    }

    private void escape(byte b, long at, VtHandler handler) {
        if (control(b, at, handler)) {
            return;
        }
        if (b < 0x30) {
            intermediate = b;
            return;
        }
        state = State.GROUND;
        if (intermediate != 0) {
            handler.escape(intermediate, b, start);
            return;
        }
        switch (b) {
            case '[' -> {
                csi.clear();
                state = State.CSI;
            }
            case ']' -> {
                payloadLength = 0;
                state = State.OSC;
            }
            case 'P', '_', '^', 'X', 'k' -> {
                kind = b;
                state = State.STRING;
            }
            default -> handler.escape(0, b, start);
        }
    }

    private void controlSequence(byte b, long at, VtHandler handler) {
        if (control(b, at, handler)) {
            return;
        }
        if (b >= 0x40) {
            boolean whole = state == State.CSI;
            state = State.GROUND;
            if (whole) {
                csi.fin(b);
                handler.csi(csi, start);
            }
        } else if (b < 0x30) {
            csi.intermediate(b);
        } else if (csi.intermediate() != 0) {
            state = State.CSI_IGNORED;
        } else if (b <= '9') {
            csi.digit(b - '0');
        } else if (b == ':' || b == ';') {
            csi.separator();
        } else if (csi.started()) {
            state = State.CSI_IGNORED;
        } else {
            csi.prefix(b);
        }
    }

    private void osc(byte b, long at, VtHandler handler) {
        if (b == BEL) {
            state = State.GROUND;
            handler.osc(payload, payloadLength, start, at + 1);
        } else if (b == ESC) {
            escapeAt = at;
            state = State.OSC_ESCAPE;
        } else if (b == CAN || b == SUB) {
            state = State.GROUND;
        } else if ((b < 0 || b >= 0x20) && payloadLength < MAX_OSC) {
            payload[payloadLength++] = b;
        }
    }

    private void oscEscape(byte b, long at, VtHandler handler) {
        if (b == '\\') {
            state = State.GROUND;
            handler.osc(payload, payloadLength, start, at + 1);
            return;
        }
        begin(escapeAt);
        escape(b, at, handler);
    }

    private void string(byte b, long at, VtHandler handler) {
        if (b == ESC) {
            escapeAt = at;
            state = State.STRING_ESCAPE;
        } else if (b == CAN || b == SUB) {
            state = State.GROUND;
            handler.string(kind, start);
        }
    }

    private void stringEscape(byte b, long at, VtHandler handler) {
        if (b == ESC && kind == 'P') {
            state = State.STRING;
            return;
        }
        handler.string(kind, start);
        if (b == '\\') {
            state = State.GROUND;
            return;
        }
        begin(escapeAt);
        escape(b, at, handler);
    }
}
