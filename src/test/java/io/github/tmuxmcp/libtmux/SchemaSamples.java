package io.github.tmuxmcp.libtmux;

import static io.github.tmuxmcp.libtmux.JsonSchema.map;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Values that a schema takes, one for each thing that it says, and values that it does not. */
final class SchemaSamples {
    private final Map<String, Object> root;

    SchemaSamples(Map<String, Object> root) {
        this.root = root;
    }

    /** Valid values, the first of them an ordinary one. */
    List<Object> valid(Map<String, Object> schema) {
        if (schema.containsKey("$ref")) {
            return valid(resolve((String) schema.get("$ref")));
        }
        List<Object> values = new ArrayList<>();
        for (String combinator : List.of("anyOf", "oneOf")) {
            if (schema.get(combinator) instanceof List<?> alternatives) {
                alternatives.forEach(alternative -> values.addAll(valid(map(alternative))));
            }
        }
        if (schema.containsKey("const")) {
            values.add(schema.get("const"));
        } else if (schema.get("enum") instanceof List<?> constants) {
            values.addAll(constants);
        } else if (schema.get("type") instanceof List<?> types) {
            types.forEach(type -> values.addAll(ofType((String) type, schema)));
        } else if (schema.get("type") instanceof String type) {
            values.addAll(ofType(type, schema));
        }
        if (schema.isEmpty()) {
            values.addAll(List.of("anything", Map.of("a", List.of(1L))));
        }
        return values;
    }

    private List<Object> ofType(String type, Map<String, Object> schema) {
        return switch (type) {
            case "null" -> Collections.singletonList(null);
            case "boolean" -> List.of(true, false);
            case "integer" -> integers(schema);
            case "number" -> List.of(0L, new BigDecimal("0.5"), 600L);
            case "string" -> strings(schema);
            case "array" -> arrays(schema);
            case "object" -> objects(schema);
            default -> throw new IllegalArgumentException(type);
        };
    }

    private static List<Object> integers(Map<String, Object> schema) {
        List<Object> values = new ArrayList<>(List.of(1L, 0L, 600L, new BigDecimal("3.0"), new BigDecimal("2e1")));
        if ("int32".equals(schema.get("format")) && !schema.containsKey("minimum")) {
            values.addAll(List.of((long) Integer.MIN_VALUE, (long) Integer.MAX_VALUE, -1L));
        }
        return values;
    }

    private static List<Object> strings(Map<String, Object> schema) {
        if (schema.containsKey("pattern")) {
            return List.of("pane_width", "a", "Z9_" + "x".repeat(1_000));
        }
        int most = schema.get("maxLength") instanceof Number bound ? bound.intValue() : 4_096;
        return List.of("%1", "", "\u0000 \ud83d\ude00 \ud800\n", "x".repeat(most));
    }

    private List<Object> arrays(Map<String, Object> schema) {
        List<Object> elements = valid(map(schema.getOrDefault("items", Map.of())));
        List<Object> values = new ArrayList<>();
        elements.forEach(element -> values.add(Collections.singletonList(element)));
        if (schema.get("maxItems") instanceof Number most) {
            values.add(Collections.nCopies(most.intValue(), elements.get(0)));
        }
        if (!schema.containsKey("minItems")) {
            values.add(List.of());
        }
        return values;
    }

    /** All members in ordinary shape, then each member in every other one, then as few as may be. */
    private List<Object> objects(Map<String, Object> schema) {
        Map<String, Object> properties = map(schema.get("properties"));
        List<Object> values = new ArrayList<>();
        Map<String, Object> all = new LinkedHashMap<>();
        properties.forEach((name, member) -> all.put(name, valid(map(member)).get(0)));
        if (schema.get("additionalProperties") instanceof Map<?, ?> element) {
            all.put("any_name", valid(map(element)).get(0));
        }
        values.add(all);
        properties.forEach((name, member) -> {
            for (Object other : valid(map(member))) {
                Map<String, Object> changed = new LinkedHashMap<>(all);
                changed.put(name, other);
                values.add(changed);
            }
        });
        Map<String, Object> least = new LinkedHashMap<>(all);
        least.keySet().retainAll((List<?>) schema.getOrDefault("required", List.of()));
        values.add(least);
        return values;
    }

    /** Values of types that the schema does not take, and just beyond its bounds. Null is a matter of its own. */
    List<Object> invalid(Map<String, Object> schema) {
        List<Object> values = new ArrayList<>();
        for (Object candidate : List.of(
                "5",
                true,
                5L,
                new BigDecimal("2.5"),
                -1L,
                List.of(),
                List.of("a", 5L),
                List.of("1a"),
                Map.of("a", "b"),
                Collections.nCopies(33, "a"),
                "x".repeat(4_097))) {
            if (!JsonSchema.faults(withRoot(schema), candidate).isEmpty()) {
                values.add(candidate);
            }
        }
        return values;
    }

    private Map<String, Object> withRoot(Map<String, Object> schema) {
        Map<String, Object> whole = new LinkedHashMap<>(schema);
        whole.put("$defs", root.getOrDefault("$defs", Map.of()));
        return whole;
    }

    private Map<String, Object> resolve(String reference) {
        Object found = root;
        for (String step : reference.substring(2).split("/")) {
            found = map(found).get(step);
        }
        return map(found);
    }
}
