package io.github.tmuxmcp.libtmux;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** As much of JSON Schema 2020-12 as the contract uses, on plain values. A keyword that is not known here fails. */
public final class JsonSchema {
    private static final Set<String> SAY_NOTHING =
            Set.of("$schema", "$defs", "format", "description", "title", "default");

    private final Map<String, Object> root;
    private final List<String> faults = new ArrayList<>();

    private JsonSchema(Map<String, Object> root) {
        this.root = root;
    }

    /** What is wrong with a value; empty when it is valid. */
    public static List<String> faults(Map<String, Object> schema, Object value) {
        JsonSchema validation = new JsonSchema(schema);
        validation.check("$", schema, value);
        return validation.faults;
    }

    private void check(String where, Object schema, Object value) {
        if (Boolean.TRUE.equals(schema)) {
            return;
        }
        map(schema).forEach((word, bound) -> {
            if (!SAY_NOTHING.contains(word) && !holds(where, word, bound, map(schema), value)) {
                faults.add(where + ": " + word + " " + bound + ", found " + value);
            }
        });
    }

    private boolean holds(String where, String word, Object bound, Map<String, Object> schema, Object value) {
        switch (word) {
            case "type":
                return bound instanceof List<?> types
                        ? types.stream().anyMatch(type -> isOf((String) type, value))
                        : isOf((String) bound, value);
            case "enum":
                return ((List<?>) bound).contains(value);
            case "const":
                return bound.equals(value);
            case "minimum":
                return !(value instanceof Number) || number(value).compareTo(number(bound)) >= 0;
            case "maximum":
                return !(value instanceof Number) || number(value).compareTo(number(bound)) <= 0;
            case "maxLength":
                return !(value instanceof String text)
                        || text.codePointCount(0, text.length())
                                <= number(bound).intValue();
            case "pattern":
                return !(value instanceof String text)
                        || Pattern.compile((String) bound).matcher(text).find();
            case "minItems":
                return !(value instanceof List<?> list)
                        || list.size() >= number(bound).intValue();
            case "maxItems":
                return !(value instanceof List<?> list)
                        || list.size() <= number(bound).intValue();
            case "required":
                return !(value instanceof Map<?, ?> object) || object.keySet().containsAll((List<?>) bound);
            case "items":
                if (value instanceof List<?> list) {
                    for (int i = 0; i < list.size(); i++) {
                        check(where + "[" + i + "]", bound, list.get(i));
                    }
                }
                return true;
            case "properties":
                if (value instanceof Map<?, ?> object) {
                    map(bound).forEach((name, member) -> {
                        if (object.containsKey(name)) {
                            check(where + "." + name, member, object.get(name));
                        }
                    });
                }
                return true;
            case "additionalProperties":
                return !(value instanceof Map<?, ?> object) || additional(where, bound, schema, object);
            case "$ref":
                check(where, resolve((String) bound), value);
                return true;
            case "oneOf":
                return matching(bound, value) == 1;
            case "anyOf":
                return matching(bound, value) > 0;
            default:
                throw new IllegalArgumentException("keyword " + word);
        }
    }

    private boolean additional(String where, Object bound, Map<String, Object> schema, Map<?, ?> object) {
        Map<String, Object> named = map(schema.getOrDefault("properties", Map.of()));
        for (Map.Entry<?, ?> member : object.entrySet()) {
            if (!named.containsKey(member.getKey())) {
                if (bound.equals(false)) {
                    return false;
                }
                check(where + "." + member.getKey(), bound, member.getValue());
            }
        }
        return true;
    }

    private long matching(Object alternatives, Object value) {
        return ((List<?>) alternatives)
                .stream()
                        .filter(alternative -> {
                            JsonSchema apart = new JsonSchema(root);
                            apart.check("$", alternative, value);
                            return apart.faults.isEmpty();
                        })
                        .count();
    }

    private Object resolve(String reference) {
        Object found = root;
        for (String step : reference.substring(2).split("/")) {
            found = map(found).get(step);
        }
        return found;
    }

    private static boolean isOf(String type, Object value) {
        return switch (type) {
            case "null" -> value == null;
            case "string" -> value instanceof String;
            case "boolean" -> value instanceof Boolean;
            case "number" -> value instanceof Number;
            case "integer" ->
                value instanceof Number && number(value).stripTrailingZeros().scale() <= 0;
            case "array" -> value instanceof List;
            case "object" -> value instanceof Map;
            default -> throw new IllegalArgumentException("type " + type);
        };
    }

    private static BigDecimal number(Object value) {
        return new BigDecimal(value.toString());
    }

    /** A value as an object; an absent one is empty. */
    @SuppressWarnings("unchecked")
    public static Map<String, Object> map(Object value) {
        return value == null ? Map.of() : (Map<String, Object>) value;
    }
}
