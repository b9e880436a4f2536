package io.github.tmuxmcp.libtmux;

import static io.github.tmuxmcp.libtmux.JsonSchema.map;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tmuxmcp.tool.Json;
import io.github.tmuxmcp.tool.Snapshots;
import io.github.tmuxmcp.tool.ToolsJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What clients see of the tools, and the rules that keep one odd tool from losing them the whole list. */
final class LibtmuxToolsTest {
    private static final Path SNAPSHOTS = Path.of("src/test/resources/libtmux-tools");
    private static final List<Map<String, Object>> DESCRIBED = LibtmuxSurface.describe(DeclaredTools.ALL);
    /** All 45 tools may take 70,000 bytes, and 34,000 for what a model reads; the other tools are small beside these. */
    private static final int MOST_BYTES = 32_000;

    private static final int MOST_BYTES_FOR_A_MODEL = 14_000;

    @Test
    void eachToolHasASnapshot() throws IOException {
        Set<String> names = new TreeSet<>();
        for (Map<String, Object> tool : DESCRIBED) {
            String file = tool.get("name") + ".json";
            names.add(file);
            Snapshots.check(SNAPSHOTS.resolve(file), Json.pretty(tool) + "\n");
        }
        try (Stream<Path> files = Files.list(SNAPSHOTS)) {
            assertThat(files.map(file -> file.getFileName().toString())).containsExactlyInAnyOrderElementsOf(names);
        }
    }

    @Test
    void theListCostsLittle() {
        assertThat(bytes(ToolsJson.list(DESCRIBED))).isLessThanOrEqualTo(MOST_BYTES);
    }

    @Test
    void whatAModelReadsCostsLittle() {
        List<Map<String, Object>> read = DESCRIBED.stream()
                .map(tool -> {
                    Map<String, Object> left = new LinkedHashMap<>(tool);
                    left.keySet().retainAll(Set.of("name", "description", "inputSchema"));
                    return left;
                })
                .toList();
        assertThat(bytes(ToolsJson.list(read))).isLessThanOrEqualTo(MOST_BYTES_FOR_A_MODEL);
    }

    private static int bytes(String text) {
        return text.getBytes(UTF_8).length;
    }

    @Test
    void bothRootsAreObjectsWrittenOut() {
        for (Map<String, Object> tool : DESCRIBED) {
            for (String root : List.of("inputSchema", "outputSchema")) {
                assertThat(map(tool.get(root)))
                        .as("%s of %s", root, tool.get("name"))
                        .containsEntry("type", "object")
                        .containsKey("properties")
                        .doesNotContainKeys("oneOf", "anyOf", "allOf", "$ref", "not", "if");
            }
        }
    }

    @Test
    void thereAreNoReferences() {
        everySchema((where, schema) ->
                assertThat(schema.keySet()).as(where).doesNotContain("$ref", "$defs", "$schema", "definitions"));
    }

    @Test
    void combinatorsStandInTheBatchOnly() {
        everySchema((where, schema) -> {
            if (!where.equals("call_read_tools_batch.inputSchema.operations[]")) {
                assertThat(schema.keySet()).as(where).doesNotContain("oneOf", "anyOf", "allOf");
            }
        });
    }

    @Test
    void noConstantAndNoFormat() {
        everySchema((where, schema) -> assertThat(schema.keySet()).as(where).doesNotContain("const", "format"));
    }

    @Test
    void additionalPropertiesFalseIsTheOnlyBooleanSchema() {
        everySchema((where, schema) -> {
            map(schema.get("properties"))
                    .forEach((name, member) ->
                            assertThat(member).as(where + "." + name).isInstanceOf(Map.class));
            assertThat(schema.getOrDefault("items", Map.of())).as(where).isInstanceOf(Map.class);
            Object additional = schema.get("additionalProperties");
            assertThat(additional == null || additional.equals(false) || additional instanceof Map)
                    .as(where)
                    .isTrue();
        });
    }

    @Test
    void aTypeIsOneWordSaveWhereAnAnswerMayBeNull() {
        everySchema((where, schema) -> {
            Object type = schema.get("type");
            boolean maybeNull = type instanceof List<?> types
                    && where.contains(".outputSchema.")
                    && types.size() == 2
                    && types.get(1).equals("null");
            assertThat(type == null || type instanceof String || maybeNull)
                    .as("type of %s: %s", where, type)
                    .isTrue();
        });
    }

    @Test
    void namesAreShortAndPlain() {
        for (Map<String, Object> tool : DESCRIBED) {
            assertThat((String) tool.get("name")).matches("[a-z0-9_]{1,40}");
            map(map(tool.get("inputSchema")).get("properties"))
                    .keySet()
                    .forEach(name -> assertThat(name).matches("[a-z][a-z0-9_]{0,39}"));
        }
    }

    /** One client drops these from the schema, so the description says them too. */
    @Test
    void defaultsAndLimitsStandInTheDescription() {
        for (Map<String, Object> tool : DESCRIBED) {
            map(map(tool.get("inputSchema")).get("properties")).forEach((name, value) -> {
                Map<String, Object> schema = map(value);
                String description = (String) schema.getOrDefault("description", "");
                String where = tool.get("name") + "." + name + ": " + description;
                if (schema.containsKey("default")) {
                    assertThat(description)
                            .as(where)
                            .containsIgnoringCase("default")
                            .contains(schema.get("default").toString());
                }
                for (String limit : List.of("maximum", "maxItems", "maxLength")) {
                    if (schema.containsKey(limit)) {
                        assertThat(description)
                                .as(where)
                                .containsAnyOf(schema.get(limit).toString(), "as many");
                    }
                }
            });
        }
    }

    @Test
    void theFirstSentenceOfADescriptionIsEnough() {
        for (Map<String, Object> tool : DESCRIBED) {
            String description = (String) tool.get("description");
            int end = description.indexOf(". ");
            String first = end < 0 ? description : description.substring(0, end + 1);
            assertThat(first)
                    .as(description)
                    .endsWith(".")
                    .hasSizeBetween(15, 160)
                    .matches("[A-Z].*");
        }
    }

    private static void everySchema(BiConsumer<String, Map<String, Object>> rule) {
        for (Map<String, Object> tool : DESCRIBED) {
            for (String root : List.of("inputSchema", "outputSchema")) {
                descend(tool.get("name") + "." + root, map(tool.get(root)), rule);
            }
        }
    }

    private static void descend(
            String where, Map<String, Object> schema, BiConsumer<String, Map<String, Object>> rule) {
        rule.accept(where, schema);
        map(schema.get("properties")).forEach((name, member) -> descend(where + "." + name, map(member), rule));
        if (schema.get("items") != null) {
            descend(where + "[]", map(schema.get("items")), rule);
        }
        if (schema.get("additionalProperties") instanceof Map<?, ?> values) {
            descend(where + "{}", map(values), rule);
        }
        if (schema.get("oneOf") instanceof List<?> alternatives) {
            for (int i = 0; i < alternatives.size(); i++) {
                descend(where + "|" + i, map(alternatives.get(i)), rule);
            }
        }
    }
}
