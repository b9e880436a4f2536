package io.github.tmuxmcp.tool;

import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;
import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** Escapes what JSON demands, and the three line ends of Unicode that some readers of lines split at: U+0085, U+2028, U+2029. */
final class LineSafeEscapes extends CharacterEscapes {
    @Serial
    private static final long serialVersionUID = 1;

    private static final int[] ASCII = standardAsciiEscapesForJSON();
    private static final SerializedString NEXT_LINE = new SerializedString("\\u0085");
    private static final SerializedString LINE = new SerializedString("\\u2028");
    private static final SerializedString PARAGRAPH = new SerializedString("\\u2029");

    @Override
    public int[] getEscapeCodesForAscii() {
        return ASCII;
    }

    @Override
    public @Nullable SerializableString getEscapeSequence(int character) {
        return switch (character) {
            case 0x85 -> NEXT_LINE;
            case 0x2028 -> LINE;
            case 0x2029 -> PARAGRAPH;
            default -> null;
        };
    }
}
