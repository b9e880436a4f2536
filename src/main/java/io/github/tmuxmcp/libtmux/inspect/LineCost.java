package io.github.tmuxmcp.libtmux.inspect;

import io.github.tmuxmcp.tool.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Bytes that JSON takes on the line of an answer, where it stands twice: as structured content, and as a text, with its quotes escaped. */
final class LineCost {
    private LineCost() {}

    /** Of JSON that was written. */
    static long of(String json) {
        long escapes = 0;
        for (int i = 0; i < json.length(); i++) {
            char c = json.charAt(i);
            if (c == '"' || c == '\\') {
                escapes++;
            }
        }
        return 2 * utf8Bytes(json) + escapes;
    }

    /** Of a plain value; null costs as much as the word. */
    static long ofValue(@Nullable Object value) {
        return value == null ? of("null") : of(Json.compact(value));
    }

    static long utf8Bytes(String text) {
        long bytes = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            // A surrogate is half of a character of four bytes.
            bytes += c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
        }
        return bytes;
    }

    /**
     * The most that each may cost so that all together cost no more than there is room for: what costs less keeps what it has.
     *
     * @return at least 0
     */
    static long share(List<Long> costs, long room) {
        long left = room;
        int open = costs.size();
        for (long cost : costs.stream().sorted().toList()) {
            if (cost * open > left) {
                return Math.max(0, left / open);
            }
            left -= cost;
            open--;
        }
        return Long.MAX_VALUE;
    }
}
