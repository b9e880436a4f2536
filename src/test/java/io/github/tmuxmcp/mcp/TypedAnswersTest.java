package io.github.tmuxmcp.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;

/** Answers with structured content, failures in a mode's own shape, and resources. */
class TypedAnswersTest {
    @Test
    void theTextOfAStructuredAnswerIsTheSameJson() {
        try (Wire wire = Wire.typed(9)) {
            wire.send(Wire.call(1, "rows", "{'text':'a \\u2028 \\ud800 \\u0001 \u2603'}"));
            String line = wire.nextLine();
            assertThat(line).doesNotContain("\u2028");
            JsonNode result = json(line).path("result");
            assertThat(result.path("structuredContent").toString())
                    .isEqualTo("{\"rows\":[{\"text\":\"a \u2028 \ufffd \\u0001 \u2603\",\"side\":\"far\",\"size\":3}],"
                            + "\"cursor\":null}");
            assertThat(json(result.path("content").path(0).path("text").asText()))
                    .isEqualTo(result.path("structuredContent"));
            assertThat(result.path("isError").asBoolean()).isFalse();
            assertThat(result.has("_meta")).isFalse();
        }
    }

    @Test
    void aTextAnswerHasNoStructuredContent() {
        try (Wire wire = Wire.typed(9)) {
            assertThat(wire.ask(Wire.call(1, "echo", "{'text':'x'}"))
                            .path("result")
                            .has("structuredContent"))
                    .isFalse();
        }
    }

    @Test
    void everyFailureOfACallHasTheShapeOfTheMode() {
        try (Wire wire = Wire.typed(1)) {
            assertThat(failure(wire.ask(Wire.call(1, "refuse", "{}")))).isEqualTo("<the pane is busy; wait> busy");
            assertThat(failure(wire.ask(Wire.call(2, "rows", "{}"))))
                    .isEqualTo("<missing argument \"text\": expected a string. rows takes: text> invalid_argument");
            assertThat(failure(wire.ask(Wire.call(3, "thread", "{}"))))
                    .startsWith("<the system takes no more")
                    .endsWith("> capacity");
            wire.send(Wire.call(4, "hold", "{'on':'a','command':''}"));
            assertThat(failure(wire.ask(Wire.call(5, "hold", "{'on':'a','command':''}"))))
                    .startsWith("<1 calls are in flight")
                    .endsWith("> capacity");
        }
    }

    @Test
    void anIdOfHalfAMegabyteComesBackAndOneBeyondIsRefused() {
        try (Wire wire = Wire.typed(9)) {
            String id = "\"" + "i".repeat((512 << 10) - 2) + "\"";
            assertThat(text(wire.ask(Wire.call(id, "id_bytes", "{}")))).isEqualTo("" + (512 << 10));
            JsonNode refused = wire.ask(Wire.call("'i" + id.substring(1, id.length() - 1) + "'", "id_bytes", "{}"));
            assertThat(refused.path("id").isNull()).isTrue();
            assertThat(refused.path("error").path("code").asInt()).isEqualTo(-32600);
        }
    }

    private static String text(JsonNode answer) {
        return answer.path("result").path("content").path(0).path("text").asText();
    }

    @Test
    void aToolThatIsNotServedIsAnErrorWithData() {
        try (Wire wire = Wire.typed(9)) {
            JsonNode error = wire.ask(Wire.call(1, "hidden", "{}")).path("error");
            assertThat(error.path("code").asInt()).isEqualTo(-32602);
            assertThat(error.path("message").asText()).isEqualTo("it is hidden");
            assertThat(error.path("data").toString()).isEqualTo("{\"retryable\":false}");
            assertThat(wire.ask(Wire.call(2, "other", "{}")).path("error").toString())
                    .isEqualTo("{\"code\":-32602,\"message\":\"Unknown tool: other\"}");
        }
    }

    @Test
    void resourcesAreListedAndRead() {
        try (Wire wire = Wire.typed(9)) {
            assertThat(ask(wire, "resources/list", "{}").path("result").toString())
                    .isEqualTo("{\"resources\":[{\"uri\":\"test://text\",\"name\":\"text\",\"title\":\"Text\","
                            + "\"description\":\"A text.\",\"mimeType\":\"application/json\"}]}");
            assertThat(ask(wire, "resources/templates/list", "{}")
                            .path("result")
                            .toString())
                    .isEqualTo("{\"resourceTemplates\":[]}");
            JsonNode contents = ask(wire, "resources/read", "{'uri':'test://text'}")
                    .path("result")
                    .path("contents");
            assertThat(contents).hasSize(1);
            assertThat(contents.path(0).path("uri").asText()).isEqualTo("test://text");
            assertThat(contents.path(0).path("mimeType").asText()).isEqualTo("application/json");
            assertThat(contents.path(0).path("text").asText()).isEqualTo("{\"a\":\n\"\u2028\"}");
        }
    }

    @Test
    void aResourceThatIsNotThereIsAnErrorWithData() {
        try (Wire wire = Wire.typed(9)) {
            JsonNode error =
                    ask(wire, "resources/read", "{'uri':'test://other'}").path("error");
            assertThat(error.toString())
                    .isEqualTo(
                            "{\"code\":-32602,\"message\":\"nothing at test://other\",\"data\":{\"kind\":\"nothing\"}}");
            for (String params : new String[] {"{}", "{'uri':5}", "{'uri':null}"}) {
                assertThat(ask(wire, "resources/read", params)
                                .path("error")
                                .path("code")
                                .asInt())
                        .isEqualTo(-32602);
            }
        }
    }

    @Test
    void aServerWithoutResourcesSaysSo() {
        try (Wire wire = Wire.initialized()) {
            assertThat(ask(wire, "resources/list", "{}")
                            .path("error")
                            .path("code")
                            .asInt())
                    .isEqualTo(-32601);
        }
    }

    private static JsonNode ask(Wire wire, String method, String params) {
        return wire.ask("{'jsonrpc':'2.0','id':'r','method':'" + method + "','params':" + params + "}");
    }

    private static String failure(JsonNode answer) {
        JsonNode result = answer.path("result");
        assertThat(result.path("isError").asBoolean()).isTrue();
        assertThat(result.has("structuredContent")).isFalse();
        return result.path("content").path(0).path("text").asText() + " "
                + result.path("_meta").path("kind").asText();
    }

    private static JsonNode json(String text) {
        try {
            return Wire.JSON.readTree(text);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
