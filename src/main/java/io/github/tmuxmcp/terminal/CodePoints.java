package io.github.tmuxmcp.terminal;

import org.jline.utils.WCWidth;
import org.jspecify.annotations.Nullable;

/** What single code points mean to us: their columns, and which are dropped or shown as an escape. */
public final class CodePoints {
    static final int REPLACEMENT = 0xfffd;
    static final int ZERO_WIDTH_JOINER = 0x200d;

    private CodePoints() {}

    /** Columns that a terminal gives to a printable text. */
    public static int columns(String text) {
        return text.codePoints().map(CodePoints::columns).sum();
    }

    /** Columns that a terminal gives to a printable code point: 0, 1 or 2. */
    static int columns(int codePoint) {
        if (codePoint < 0x300) {
            return 1;
        }
        if (codePoint >= 0x2500 && codePoint < 0x2600) {
            return 1;
        }
        if ((codePoint >= 0x4e00 && codePoint < 0xa000) || (codePoint >= 0xac00 && codePoint < 0xd7a4)) {
            return 2;
        }
        return Math.max(0, Math.min(2, WCWidth.wcwidth(codePoint)));
    }

    /** U+0000-001F, U+007F-009F: never part of a text, also not as UTF-8. */
    static boolean control(int codePoint) {
        return codePoint < 0x20 || (codePoint >= 0x7f && codePoint < 0xa0);
    }

    /**
     * The escape under which a code point is shown that would reorder or hide text where it is displayed: bidirectional controls
     * ({@code \}{@code u202e}), what has no width (but joiners and variation selectors), line and paragraph separators, and tag characters (<code>&#92;u{e0041}</code>). Null for every other.
     */
    static @Nullable String escape(int codePoint) {
        if (codePoint < 0x061c) {
            return null;
        }
        boolean hides = switch (codePoint) {
            case 0x061c, 0x180e, 0x200b, 0x200e, 0x200f, 0x2028, 0x2029, 0x2060, 0xfeff -> true;
            default -> (codePoint >= 0x202a && codePoint <= 0x202e) || (codePoint >= 0x2066 && codePoint <= 0x2069);
        };
        if (hides) {
            return String.format("\\u%04x", codePoint);
        }
        if (codePoint >= 0xe0000 && codePoint <= 0xe007f) {
            return "\\u{" + Integer.toHexString(codePoint) + "}";
        }
        return null;
    }

    /** True for what changes its neighbour's width from one terminal to the next: joiner, variation selector, skin tone. */
    static boolean modifier(int codePoint) {
        return codePoint == ZERO_WIDTH_JOINER
                || (codePoint >= 0xfe00 && codePoint <= 0xfe0f)
                || (codePoint >= 0x1f3fb && codePoint <= 0x1f3ff);
    }
}
