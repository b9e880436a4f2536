package io.github.tmuxmcp.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tmuxmcp.tool.Snapshots;
import io.github.tmuxmcp.tool.ToolsJson;
import io.github.tmuxmcp.tool.ToolsTable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What clients see of the tools: the committed list, a snapshot of each tool, the table in the README. */
final class AgentToolsTest {
    private static final Path LIST = Path.of("src/main/resources/io/github/tmuxmcp/agent/tools.json");
    private static final int MOST_BYTES = 10_000;
    private static final Set<String> KNOWN_WORDS = Set.of(
            "type",
            "properties",
            "required",
            "additionalProperties",
            "description",
            "minimum",
            "maximum",
            "enum",
            "minItems",
            "items");

    @Test
    void theCommittedListIsWhatTheRecordsSay() {
        Snapshots.checkList(LIST, AgentTools.catalog());
        assertThat(AgentTools.toolsListJson())
                .as("the list in the jar is the committed one")
                .isEqualTo(ToolsJson.list(AgentTools.catalog()));
    }

    @Test
    void eachToolHasASnapshot() {
        Snapshots.checkTools(Path.of("src/test/resources/tools"), AgentTools.catalog());
    }

    @Test
    void theTableInTheReadmeIsMadeFromTheCatalog() {
        Snapshots.checkSection(Path.of("README.md"), "tools", ToolsTable.markdown(AgentTools.catalog()));
    }

    @Test
    void theListCostsAModelLittle() {
        assertThat(AgentTools.toolsListJson().getBytes(StandardCharsets.UTF_8).length)
                .isLessThanOrEqualTo(MOST_BYTES);
    }

    /** Some clients refuse, and some drop without a word, a tool whose schema uses more than this. */
    @Test
    void everySchemaIsPlainEnoughForEveryClient() {
        for (Contract.Described tool : Contract.read(AgentTools.toolsListJson())) {
            assertThat(tool.name()).matches("[a-z0-9_]{1,40}");
            assertThat(tool.schema()).containsEntry("type", "object").containsKey("properties");
            tool.properties().keySet().forEach(name -> assertThat(name).matches("[a-z][a-z0-9_]*"));
            assertPlain(tool.name(), tool.schema());
        }
    }

    private static void assertPlain(String where, Map<String, Object> schema) {
        assertThat(KNOWN_WORDS).as("keywords of %s", where).containsAll(schema.keySet());
        assertThat(schema.get("type")).as("type of %s", where).isInstanceOf(String.class);
        assertThat(schema.getOrDefault("additionalProperties", false))
                .as("additionalProperties of %s", where)
                .isEqualTo(false);
        assertThat(Contract.map(schema.get("properties")).keySet())
                .as("required of %s", where)
                .containsAll(Contract.strings(schema.getOrDefault("required", List.of())));
        Contract.map(schema.get("properties"))
                .forEach((name, value) -> assertPlain(where + "." + name, Contract.map(value)));
        if (schema.containsKey("items")) {
            assertPlain(where + "[]", Contract.map(schema.get("items")));
        }
    }
}
