package io.github.tmuxmcp.tmux.control;

import java.util.Arrays;

/** The escapes of {@code %output}: bytes below 0x20 and the backslash come as a backslash and three octal digits, all others as they are. */
final class OctalEscapes {
    private OctalEscapes() {}

    /** The bytes from {@code from} to the end, decoded; a backslash without three octal digits stays. */
    static byte[] decode(byte[] line, int from) {
        byte[] decoded = new byte[line.length - from];
        int length = 0;
        for (int i = from; i < line.length; i++) {
            if (line[i] == '\\'
                    && i + 3 < line.length
                    && isOctal(line[i + 1])
                    && isOctal(line[i + 2])
                    && isOctal(line[i + 3])) {
                decoded[length++] = (byte) ((line[i + 1] - '0') << 6 | (line[i + 2] - '0') << 3 | (line[i + 3] - '0'));
                i += 3;
                continue;
            }
            decoded[length++] = line[i];
        }
        return Arrays.copyOf(decoded, length);
    }

    private static boolean isOctal(byte b) {
        return b >= '0' && b <= '7';
    }
}
