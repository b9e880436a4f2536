package io.github.tmuxmcp.terminal;

/**
 * UTF-8 one byte at a time. A maximal ill-formed subpart counts as one error (Unicode 3.9, the practice of the WHATWG decoder).
 */
final class Utf8Decoder {
    /** The character needs more bytes. */
    static final int MORE = -1;

    /** What was pending is ill-formed; the byte just given was not used and is to be given again. */
    static final int BROKEN = -2;

    /** The byte just given is ill-formed by itself. */
    static final int ILLEGAL = -3;

    private int codePoint;
    private int needed;
    private int lower = 0x80;
    private int upper = 0xbf;

    /** True while a character is incomplete. */
    boolean pending() {
        return needed > 0;
    }

    void reset() {
        needed = 0;
        lower = 0x80;
        upper = 0xbf;
    }

    /** Takes one byte: a code point, or {@link #MORE}, {@link #BROKEN}, {@link #ILLEGAL}. */
    int next(byte signed) {
        int b = signed & 0xff;
        if (needed == 0) {
            return first(b);
        }
        if (b < lower || b > upper) {
            reset();
            return BROKEN;
        }
        lower = 0x80;
        upper = 0xbf;
        codePoint = (codePoint << 6) | (b & 0x3f);
        needed--;
        return needed == 0 ? codePoint : MORE;
    }

    private int first(int b) {
        if (b < 0x80) {
            return b;
        }
        if (b < 0xc2 || b > 0xf4) {
            return ILLEGAL;
        }
        if (b < 0xe0) {
            needed = 1;
            codePoint = b & 0x1f;
        } else if (b < 0xf0) {
            needed = 2;
            codePoint = b & 0x0f;
            lower = b == 0xe0 ? 0xa0 : 0x80;
            upper = b == 0xed ? 0x9f : 0xbf;
        } else {
            needed = 3;
            codePoint = b & 0x07;
            lower = b == 0xf0 ? 0x90 : 0x80;
            upper = b == 0xf4 ? 0x8f : 0xbf;
        }
        return MORE;
    }
}
