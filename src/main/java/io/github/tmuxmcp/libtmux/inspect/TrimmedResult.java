package io.github.tmuxmcp.libtmux.inspect;

import io.github.tmuxmcp.tool.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A tool's result cut down to a size, so that it is still one that the tool could have given: of its structured content the largest text keeps
 * its end, where the newest lines are, or the largest list its beginning; the text block says the same again.
 */
final class TrimmedResult {
    private TrimmedResult() {}

    /**
     * Cuts a result.
     *
     * @param most what it may cost by {@link LineCost}
     * @return the same object when it costs no more; null when nothing of it can stay
     */
    static @Nullable Object of(Object result, long most) {
        if (LineCost.ofValue(result) <= most) {
            return result;
        }
        Map<String, Object> kept = map(result);
        for (int i = 0; i < structured(kept).size(); i++) {
            String name = largest(structured(kept));
            kept = withMember(kept, name, most);
            if (LineCost.ofValue(kept) <= most) {
                return kept;
            }
        }
        return null;
    }

    /** The member that takes most; it alone is cut before the next one is. */
    private static String largest(Map<String, Object> structured) {
        String largest = "";
        long most = -1;
        for (Map.Entry<String, Object> member : structured.entrySet()) {
            long size = size(member.getValue()) == 0 ? 0 : LineCost.ofValue(member.getValue());
            if (size > most) {
                largest = member.getKey();
                most = size;
            }
        }
        return largest;
    }

    /** The result with as much of one member as there is room for, found by halves. */
    private static Map<String, Object> withMember(Map<String, Object> result, String name, long most) {
        Object whole = structured(result).get(name);
        int fits = 0;
        int tooMuch = size(whole);
        while (fits < tooMuch - 1) {
            int middle = (fits + tooMuch) >>> 1;
            if (LineCost.ofValue(with(result, name, part(whole, middle))) <= most) {
                fits = middle;
            } else {
                tooMuch = middle;
            }
        }
        return with(result, name, part(whole, fits));
    }

    /** How many parts a value has that could be left out. */
    private static int size(@Nullable Object value) {
        if (value instanceof String text) {
            return text.length();
        }
        return value instanceof List<?> list ? list.size() : 0;
    }

    private static @Nullable Object part(@Nullable Object whole, int size) {
        if (whole instanceof String text) {
            int from = text.length() - size;
            boolean insideCharacter = from > 0 && from < text.length() && Character.isLowSurrogate(text.charAt(from));
            return text.substring(insideCharacter ? from + 1 : from);
        }
        return whole instanceof List<?> list ? new ArrayList<>(list.subList(0, size)) : whole;
    }

    private static Map<String, Object> with(Map<String, Object> result, String name, @Nullable Object value) {
        Map<String, Object> structured = new LinkedHashMap<>(structured(result));
        if (value != null) {
            structured.put(name, value);
        }
        Map<String, Object> changed = new LinkedHashMap<>(result);
        changed.put("content", List.of(ReadBatch.textBlock(Json.compact(structured))));
        changed.put("structuredContent", structured);
        return changed;
    }

    private static Map<String, Object> structured(Map<String, Object> result) {
        Object structured = result.get("structuredContent");
        return structured == null ? Map.of() : map(structured);
    }

    /** JSON has names for keys only. */
    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Object value) {
        return (Map<String, Object>) value;
    }
}
