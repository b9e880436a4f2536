package io.github.tmuxmcp.libtmux.service;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** The bounds of the texts that tools look for. */
public final class Patterns {
    /** Patterns in one list. */
    public static final int MOST = 32;
    /** Bytes of one pattern, in UTF-8. */
    public static final int MOST_BYTES = 4096;
    /** Bytes of the patterns of one list together. */
    public static final int MOST_BYTES_TOGETHER = 16_384;

    private Patterns() {}

    /**
     * Checks the patterns of an argument.
     *
     * @throws IllegalArgumentException when one is too long, or all together are; the message names the argument and the bound
     */
    public static void requireWithin(String argument, List<String> patterns) {
        int together = 0;
        for (int i = 0; i < patterns.size(); i++) {
            int bytes = patterns.get(i).getBytes(StandardCharsets.UTF_8).length;
            if (bytes > MOST_BYTES) {
                throw new IllegalArgumentException(
                        "\"" + argument + "\" element " + i + " has " + bytes + " bytes; at most " + MOST_BYTES);
            }
            together += bytes;
        }
        if (together > MOST_BYTES_TOGETHER) {
            throw new IllegalArgumentException(
                    "\"" + argument + "\" has " + together + " bytes together; at most " + MOST_BYTES_TOGETHER);
        }
    }
}
