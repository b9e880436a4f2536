package io.github.tmuxmcp.tool;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * From a record to the JSON Schema that every client was seen to accept: a plain {@code type: object} root, everything written in place, no
 * {@code $ref}, no combinators, no boolean sub-schemas but {@code additionalProperties: false}.
 *
 * <p>The schema of an input says what may be left out, and that nothing else may be there. The schema of an output says that all is there,
 * and what may be null; more may come with a later version.
 */
final class SchemaWriter {
    private enum Direction {
        INPUT,
        OUTPUT
    }

    private SchemaWriter() {}

    /** The schema of an input record, as plain JSON values in a fixed order. */
    static Map<String, Object> schema(Class<?> record) {
        return ofRecord(record, Direction.INPUT);
    }

    /** The schema of an output record, likewise. */
    static Map<String, Object> outputSchema(Class<?> record) {
        return ofRecord(record, Direction.OUTPUT);
    }

    private static Map<String, Object> ofRecord(Class<?> record, Direction direction) {
        boolean input = direction == Direction.INPUT;
        Map<String, Object> properties = new LinkedHashMap<>();
        List<Object> required = new ArrayList<>();
        for (Argument argument : input ? Argument.of(record) : Argument.ofOutput(record)) {
            properties.put(argument.name(), property(argument, direction));
            if (argument.required() || !input) {
                required.add(argument.name());
            }
        }
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "object");
        schema.put("properties", properties);
        if (!required.isEmpty()) {
            schema.put("required", required);
        }
        if (input) {
            schema.put("additionalProperties", false);
        }
        return schema;
    }

    private static Map<String, Object> property(Argument argument, Direction direction) {
        Map<String, Object> schema = ofType(argument.type(), direction);
        if (direction == Direction.OUTPUT && !argument.required() && schema.containsKey("type")) {
            schema.put("type", List.of(schema.get("type"), "null"));
        }
        Range range = argument.range();
        if (range != null && Double.isFinite(range.min())) {
            schema.put("minimum", Argument.plain(range.min()));
        }
        if (range != null && Double.isFinite(range.max())) {
            schema.put("maximum", Argument.plain(range.max()));
        }
        Items items = argument.items();
        if (items != null && items.min() > 0) {
            schema.put("minItems", items.min());
        }
        if (items != null && items.max() < Integer.MAX_VALUE) {
            schema.put("maxItems", items.max());
        }
        constrainStrings(argument, schema);
        if (argument.fallback() != null) {
            schema.put("default", defaultValue(argument.kind(), argument.fallback()));
        }
        if (argument.doc() != null) {
            schema.put("description", argument.doc());
        }
        return schema;
    }

    private static void constrainStrings(Argument argument, Map<String, Object> schema) {
        Size size = argument.size();
        if (size != null && argument.kind() == String.class && size.max() < Integer.MAX_VALUE) {
            schema.put("maxLength", size.max());
        }
        if (size == null || size.pattern().isEmpty()) {
            return;
        }
        if (schema.get("items") instanceof Map<?, ?> items) {
            Map<String, Object> patterned = new LinkedHashMap<>();
            items.forEach((word, value) -> patterned.put((String) word, value));
            patterned.put("pattern", size.pattern());
            schema.put("items", patterned);
        } else {
            schema.put("pattern", size.pattern());
        }
    }

    private static Map<String, Object> ofType(Type type, Direction direction) {
        Class<?> kind = Argument.kind(type);
        if (kind.isRecord()) {
            return ofRecord(kind, direction);
        }
        Map<String, Object> schema = new LinkedHashMap<>();
        if (kind == Object.class) {
            return schema;
        }
        schema.put("type", typeName(kind));
        if (kind.isEnum()) {
            schema.put("enum", Argument.names(kind));
        }
        if (type instanceof ParameterizedType generic) {
            Type[] parameters = generic.getActualTypeArguments();
            // A list says what its elements are, a map (whose keys are strings) what its values are; of anything that
            // is nothing.
            Map<String, Object> element = ofType(parameters[parameters.length - 1], direction);
            if (!element.isEmpty()) {
                schema.put(kind == List.class ? "items" : "additionalProperties", element);
            }
        }
        return schema;
    }

    private static String typeName(Class<?> kind) {
        if (kind == String.class || kind.isEnum()) {
            return "string";
        }
        if (kind == Double.class) {
            return "number";
        }
        if (kind == Integer.class || kind == Long.class) {
            return "integer";
        }
        if (kind == Boolean.class) {
            return "boolean";
        }
        if (kind == List.class) {
            return "array";
        }
        if (kind == Map.class) {
            return "object";
        }
        throw new IllegalArgumentException("no schema for " + kind);
    }

    private static Object defaultValue(Class<?> kind, String text) {
        if (kind == Double.class || kind == Integer.class || kind == Long.class) {
            return Argument.plain(Double.parseDouble(text));
        }
        return kind == Boolean.class ? (Object) Boolean.valueOf(text) : text;
    }
}
