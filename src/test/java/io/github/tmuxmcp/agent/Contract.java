package io.github.tmuxmcp.agent;

import com.fasterxml.jackson.core.JsonParser;
import io.github.tmuxmcp.tool.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;

/** A {@code tools/list} result as plain values. */
final class Contract {
    /** One tool of it. */
    record Described(String name, Map<String, Object> schema, Map<String, Object> annotations) {
        Map<String, Object> properties() {
            return map(schema.get("properties"));
        }

        List<String> required() {
            return strings(schema.getOrDefault("required", List.of()));
        }
    }

    private Contract() {}

    static List<Described> read(String json) {
        try (JsonParser parser = Json.FACTORY.createParser(json)) {
            parser.nextToken();
            List<?> tools = (List<?>) map(Json.read(parser)).get("tools");
            return tools.stream()
                    .map(Contract::map)
                    .map(tool -> new Described(
                            (String) tool.get("name"), map(tool.get("inputSchema")), map(tool.get("annotations"))))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A value as an object; an absent one is empty. */
    @SuppressWarnings("unchecked")
    static Map<String, Object> map(Object value) {
        return value == null ? Map.of() : (Map<String, Object>) value;
    }

    @SuppressWarnings("unchecked")
    static List<String> strings(Object value) {
        return (List<String>) value;
    }
}
