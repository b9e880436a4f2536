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
 */
final class SchemaWriter {
    private SchemaWriter() {}

    /** The schema of a record, as plain JSON values in a fixed order. */
    static Map<String, Object> schema(Class<?> record) {
        Map<String, Object> properties = new LinkedHashMap<>();
        List<Object> required = new ArrayList<>();
        for (Argument argument : Argument.of(record)) {
            properties.put(argument.name(), property(argument));
            if (argument.required()) {
                required.add(argument.name());
            }
        }
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "object");
        schema.put("properties", properties);
        if (!required.isEmpty()) {
            schema.put("required", required);
        }
        schema.put("additionalProperties", false);
        return schema;
    }

    private static Map<String, Object> property(Argument argument) {
        Map<String, Object> schema = ofType(argument.type());
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
        Size size = argument.size();
        if (size != null && argument.kind() == String.class) {
            schema.put("maxLength", size.max());
        }
        if (argument.fallback() != null) {
            schema.put("default", defaultValue(argument.kind(), argument.fallback()));
        }
        if (argument.doc() != null) {
            schema.put("description", argument.doc());
        }
        return schema;
    }

    private static Map<String, Object> ofType(Type type) {
        Class<?> kind = Argument.kind(type);
        if (kind.isRecord()) {
            return schema(kind);
        }
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", typeName(kind));
        if (kind.isEnum()) {
            schema.put("enum", Argument.names(kind));
        }
        if (type instanceof ParameterizedType generic) {
            Type[] parameters = generic.getActualTypeArguments();
            // A list says what its elements are, a map (whose keys are strings) what its values are.
            schema.put(
                    kind == List.class ? "items" : "additionalProperties", ofType(parameters[parameters.length - 1]));
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
