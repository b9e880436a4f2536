package io.github.tmuxmcp.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
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
    void aNestedRecordIsWrittenInPlace() {
        String row = "{type=object, properties={id={type=string}, width={type=integer}, counts={type=object, "
                + "additionalProperties={type=integer}}, sides={type=array, items={type=string, enum=[below, right_of]}}}, "
                + "required=[id, counts, sides], additionalProperties=false}";
        assertThat(SchemaWriter.schema(Sample.Output.class).toString())
                .isEqualTo("{type=object, properties={rows={type=array, items=" + row + "}, first=" + row
                        + ", more={type=boolean}, seconds={type=number}}, required=[rows, first, more, seconds], "
                        + "additionalProperties=false}");
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
