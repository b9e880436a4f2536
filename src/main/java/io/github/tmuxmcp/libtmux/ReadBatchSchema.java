package io.github.tmuxmcp.libtmux;

import io.github.tmuxmcp.libtmux.service.CapabilityRow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The part of {@code call_read_tools_batch} that depends on the other tools: its operations are one of the tools that it may call, each with
 * that tool's arguments. Works on tools as {@code tools/list} describes them; leaves what it is given as it is.
 *
 * <pre>
 *   operations.items.oneOf = [ { tool: {enum: [NAME]}, arguments: inputSchema of NAME without descriptions }, … ]
 * </pre>
 */
final class ReadBatchSchema {
    static final String TOOL = "call_read_tools_batch";

    private static final String ARGUMENT = "operations";

    private ReadBatchSchema() {}

    /** The described tools, with the batch's operations written out. */
    static List<Map<String, Object>> complete(List<Map<String, Object>> described) {
        return replacingBatch(described, batch -> {
            List<Object> alternatives = new ArrayList<>();
            for (Object name : nested(batch)) {
                for (Map<String, Object> tool : described) {
                    if (name.equals(tool.get("name"))) {
                        alternatives.add(alternative((String) name, map(tool.get("inputSchema"))));
                    }
                }
            }
            return withAlternatives(batch, alternatives);
        });
    }

    /** The described tools, with a batch that may call none of the excluded ones. */
    static List<Map<String, Object>> without(List<Map<String, Object>> described, List<String> excluded) {
        return replacingBatch(described, batch -> {
            List<Object> left = new ArrayList<>();
            for (Object alternative : alternatives(batch)) {
                if (!excluded.contains(toolOf(map(alternative)))) {
                    left.add(alternative);
                }
            }
            return withNested(withAlternatives(batch, left), excluded);
        });
    }

    private interface Change {
        Map<String, Object> of(Map<String, Object> batch);
    }

    private static List<Map<String, Object>> replacingBatch(List<Map<String, Object>> described, Change change) {
        return described.stream()
                .map(tool -> TOOL.equals(tool.get("name")) ? change.of(tool) : tool)
                .toList();
    }

    private static Map<String, Object> alternative(String tool, Map<String, Object> input) {
        Map<String, Object> name = new LinkedHashMap<>();
        name.put("type", "string");
        name.put("enum", List.of(tool));
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put("tool", name);
        properties.put("arguments", plain(input));
        Map<String, Object> alternative = new LinkedHashMap<>();
        alternative.put("type", "object");
        alternative.put("properties", properties);
        alternative.put("required", List.of("tool"));
        alternative.put("additionalProperties", false);
        return alternative;
    }

    /** An input schema without its descriptions. */
    private static Map<String, Object> plain(Map<String, Object> input) {
        Map<String, Object> properties = new LinkedHashMap<>();
        map(input.get("properties"))
                .forEach((argument, schema) -> properties.put(argument, changed(map(schema), "description", null)));
        return changed(input, "properties", properties);
    }

    private static Object toolOf(Map<String, Object> alternative) {
        Map<String, Object> name = map(map(alternative.get("properties")).get("tool"));
        return ((List<?>) name.getOrDefault("enum", List.of(""))).get(0);
    }

    private static List<?> alternatives(Map<String, Object> batch) {
        Object found = map(operations(batch).get("items")).get("oneOf");
        return found instanceof List<?> list ? list : List.of();
    }

    private static Map<String, Object> operations(Map<String, Object> batch) {
        return map(map(map(batch.get("inputSchema")).get("properties")).get(ARGUMENT));
    }

    /** Without any alternative the schema of an operation stays general: clients refuse an empty {@code oneOf}. */
    private static Map<String, Object> withAlternatives(Map<String, Object> batch, List<Object> alternatives) {
        Map<String, Object> input = map(batch.get("inputSchema"));
        Map<String, Object> properties = map(input.get("properties"));
        Map<String, Object> items = alternatives.isEmpty() ? Map.of("type", "object") : Map.of("oneOf", alternatives);
        Map<String, Object> operations = changed(operations(batch), "items", items);
        return changed(batch, "inputSchema", changed(input, "properties", changed(properties, ARGUMENT, operations)));
    }

    private static List<?> nested(Map<String, Object> batch) {
        Object found = map(map(batch.get("_meta")).get(CapabilityRow.META_KEY)).get("nestedAuthority");
        return found instanceof List<?> list ? list : List.of();
    }

    private static Map<String, Object> withNested(Map<String, Object> batch, List<String> excluded) {
        List<Object> left = new ArrayList<>(nested(batch));
        left.removeAll(excluded);
        Map<String, Object> meta = map(batch.get("_meta"));
        Map<String, Object> row = changed(map(meta.get(CapabilityRow.META_KEY)), "nestedAuthority", left);
        return changed(batch, "_meta", changed(meta, CapabilityRow.META_KEY, row));
    }

    /** The object with one member replaced where it stands; a null value takes the member out. */
    private static Map<String, Object> changed(Map<String, Object> object, String name, @Nullable Object value) {
        Map<String, Object> copy = new LinkedHashMap<>(object);
        if (value == null) {
            copy.remove(name);
        } else {
            copy.put(name, value);
        }
        return copy;
    }

    /** JSON has names for keys only. */
    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(@Nullable Object value) {
        if (value instanceof Map<?, ?> object) {
            return (Map<String, Object>) object;
        }
        throw new IllegalArgumentException("not a description of the batch");
    }
}
