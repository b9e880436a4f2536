package io.github.tmuxmcp.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Just enough JSON (RFC 8259) for the demo's client, which stands outside the server and shares no code with it: a text becomes maps,
 * lists, strings, numbers (as {@link Double}), booleans and null.
 */
final class JsonText {
    private static final int DEEPEST = 64;

    private final String text;
    private int at;

    private JsonText(String text) {
        this.text = text;
    }

    /**
     * Reads one value.
     *
     * @throws IllegalArgumentException when the text is not one JSON value, or is nested deeper than 64
     */
    static @Nullable Object parse(String text) {
        JsonText reader = new JsonText(text);
        Object value = reader.value(0);
        reader.space();
        reader.require(reader.at == text.length());
        return value;
    }

    /** A string as JSON writes it, quotes included. */
    static String quote(String value) {
        StringBuilder json = new StringBuilder("\"");
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                json.append('\\').append(c);
            } else if (c < ' ') {
                json.append(String.format("\\u%04x", (int) c));
            } else {
                json.append(c);
            }
        }
        return json.append('"').toString();
    }

    private @Nullable Object value(int depth) {
        require(depth < DEEPEST);
        space();
        require(at < text.length());
        return switch (text.charAt(at)) {
            case '{' -> object(depth);
            case '[' -> array(depth);
            case '"' -> string();
            case 't' -> word("true", true);
            case 'f' -> word("false", false);
            case 'n' -> word("null", null);
            default -> number();
        };
    }

    private Map<String, @Nullable Object> object(int depth) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        at++;
        if (skip('}')) {
            return members;
        }
        do {
            space();
            String name = string();
            require(skip(':'));
            members.put(name, value(depth + 1));
        } while (skip(','));
        require(skip('}'));
        return members;
    }

    private List<@Nullable Object> array(int depth) {
        List<@Nullable Object> items = new ArrayList<>();
        at++;
        if (skip(']')) {
            return items;
        }
        do {
            items.add(value(depth + 1));
        } while (skip(','));
        require(skip(']'));
        return items;
    }

    private String string() {
        require(at < text.length() && text.charAt(at) == '"');
        at++;
        StringBuilder value = new StringBuilder();
        while (true) {
            require(at < text.length());
            char c = text.charAt(at++);
            if (c == '"') {
                return value.toString();
            }
            value.append(c == '\\' ? escaped() : c);
        }
    }

    private char escaped() {
        require(at < text.length());
        char c = text.charAt(at++);
        return switch (c) {
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> {
                require(at + 4 <= text.length());
                at += 4;
                yield (char) Integer.parseInt(text.substring(at - 4, at), 16);
            }
            default -> c;
        };
    }

    private Double number() {
        int start = at;
        while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        require(at > start);
        return Double.valueOf(text.substring(start, at));
    }

    private @Nullable Object word(String word, @Nullable Object value) {
        require(text.startsWith(word, at));
        at += word.length();
        return value;
    }

    private boolean skip(char c) {
        space();
        if (at < text.length() && text.charAt(at) == c) {
            at++;
            return true;
        }
        return false;
    }

    private void space() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private void require(boolean valid) {
        if (!valid) {
            throw new IllegalArgumentException("not JSON at character " + at);
        }
    }
}
