package io.github.tmuxmcp.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ToolsJsonTest {
    @Test
    void aListIsOneLine() {
        assertThat(ToolsJson.list(Sample.CATALOG))
                .startsWith("{\"tools\":[{\"name\":\"sample_tool\",\"title\":\"Sample\",")
                .endsWith(
                        "{\"name\":\"empty\",\"description\":\"Does nothing\",\"inputSchema\":{\"type\":\"object\","
                                + "\"properties\":{},\"additionalProperties\":false},\"annotations\":{\"readOnlyHint\":true}}]}")
                .doesNotContain("\n")
                .isEqualTo(ToolsJson.list(Sample.CATALOG));
    }

    @Test
    void aSnapshotShowsEveryKindOfArgument() {
        assertThat(ToolsJson.snapshot(Sample.TOOL)).isEqualTo("""
                {
                  "name": "sample_tool",
                  "title": "Sample",
                  "description": "Does a thing | or two.  More words. And more.",
                  "inputSchema": {
                    "type": "object",
                    "properties": {
                      "command": {
                        "type": "string",
                        "maxLength": 20,
                        "description": "The command line."
                      },
                      "keys": {
                        "type": "array",
                        "items": {
                          "type": "string"
                        },
                        "minItems": 1,
                        "description": "Keys."
                      },
                      "timeout": {
                        "type": "number",
                        "minimum": 0.1,
                        "maximum": 3600
                      },
                      "size": {
                        "type": "integer",
                        "minimum": 5,
                        "maximum": 95
                      },
                      "wait_for": {
                        "type": "string"
                      },
                      "select": {
                        "type": "boolean",
                        "default": false
                      },
                      "direction": {
                        "type": "string",
                        "enum": [
                          "below",
                          "right_of"
                        ],
                        "default": "below"
                      },
                      "names": {
                        "type": "array",
                        "items": {
                          "type": "string"
                        }
                      },
                      "pause": {
                        "type": "number",
                        "minimum": 0,
                        "default": 2.5
                      }
                    },
                    "required": [
                      "command",
                      "keys"
                    ],
                    "additionalProperties": false
                  },
                  "annotations": {
                    "destructiveHint": true,
                    "openWorldHint": true
                  }
                }
                """);
    }

    @Test
    void anOutputSaysThatAllIsThereAndWhatMayBeNull() {
        String row = "properties={id={type=string}, width={type=[integer, null]}, counts={type=object, "
                + "additionalProperties={type=integer}}, sides={type=array, items={type=string, enum=[below, right_of]}}}, "
                + "required=[id, width, counts, sides]}";
        assertThat(SchemaWriter.outputSchema(Sample.Output.class).toString())
                .isEqualTo("{type=object, properties={rows={type=array, items={type=object, " + row
                        + "}, first={type=[object, null], " + row + ", more={type=boolean}, seconds={type=number}, "
                        + "any={}, onError={type=string}}, required=[rows, first, more, seconds, any, onError]}");
    }

    @Test
    void anInputOfObjectsSaysWhatTheyAre() {
        assertThat(SchemaWriter.schema(Sample.Operations.class).toString())
                .isEqualTo("{type=object, properties={operations={type=array, items={type=object, "
                        + "properties={tool={type=string}, arguments={type=object}}, required=[tool], "
                        + "additionalProperties=false}, minItems=1, maxItems=2}, names={type=array, "
                        + "items={type=string, pattern=^[a-z]+$}}, corner={type=string, enum=[top-left, right]}}, "
                        + "required=[operations], additionalProperties=false}");
    }

    @Test
    void anAuthorityWritesAllFourHintsAndItsMeta() {
        Map<String, Object> described = ToolsJson.describe(Tool.of(
                "x",
                "",
                "x",
                new Capability(true, false, true, false, () -> Map.of("a", 1)),
                Sample.Nothing.class,
                Sample.Output.class,
                (s, i, c) -> {
                    throw new IllegalStateException("not called");
                }));
        assertThat(described.get("annotations").toString())
                .isEqualTo("{readOnlyHint=true, destructiveHint=false, idempotentHint=true, openWorldHint=false}");
        assertThat(described).containsEntry("_meta", Map.of("a", 1)).containsKey("outputSchema");
    }

    @Test
    void theTableHasThePurposeAndTheArguments() {
        assertThat(ToolsTable.markdown(Sample.CATALOG)).isEqualTo("""
                | tool | what it does | arguments |
                |---|---|---|
                | `sample_tool` | Does a thing \\| or two. | `command`, `keys`, [`timeout`], [`size`], [`wait_for`], [`select`], [`direction`], [`names`], [`pause`] |
                | `empty` | Does nothing |  |
                """);
    }

    @Test
    void aNameIsTakenOnce() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Catalog<>(List.of(Sample.EMPTY, Sample.EMPTY)))
                .withMessage("two tools are called empty");
    }

    @Test
    void aNameHasNoOtherCharacters() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Tool.of(
                        "a-b",
                        "",
                        "x",
                        Capability.READ_ONLY,
                        Sample.Nothing.class,
                        TextResult.class,
                        (s, i, c) -> TextResult.of("")));
    }
}
