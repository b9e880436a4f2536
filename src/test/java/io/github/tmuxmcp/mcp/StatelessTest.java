package io.github.tmuxmcp.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The protocol of 2026-07-28: every request says itself what it speaks. */
class StatelessTest {
    private static final String META = "'_meta':{'io.modelcontextprotocol/protocolVersion':'2026-07-28',"
            + "'io.modelcontextprotocol/clientCapabilities':{},'io.modelcontextprotocol/clientInfo':{'name':'c','version':'7'}}";

    private static String request(Object id, String method, String params) {
        return "{'jsonrpc':'2.0','id':" + id + ",'method':'" + method + "','params':{"
                + (params.isEmpty() ? "" : params + ",") + META + "}}";
    }

    private static String call(Object id, String tool, String arguments) {
        return request(id, "tools/call", "'name':'" + tool + "','arguments':" + arguments);
    }

    @Test
    void discoverSaysWhoSpeaksWhatWithoutASession() {
        try (Wire wire = Wire.fresh()) {
            JsonNode answer = wire.ask(request("'server-discover-probe-1'", "server/discover", ""));
            assertThat(answer.path("id").asText()).isEqualTo("server-discover-probe-1");
            JsonNode result = answer.path("result");
            assertThat(result.path("supportedVersions").toString())
                    .isEqualTo("[\"2024-11-05\",\"2025-03-26\",\"2025-06-18\",\"2025-11-25\",\"2026-07-28\"]");
            assertThat(result.path("capabilities").toString()).isEqualTo("{\"tools\":{\"listChanged\":false}}");
            assertThat(result.path("instructions").asText()).isEqualTo("Try echo.");
            assertThat(result.path("_meta")
                            .path("io.modelcontextprotocol/serverInfo")
                            .toString())
                    .isEqualTo("{\"name\":\"test\",\"version\":\"1.2.3\"}");
            expectHints(result);
        }
    }

    @Test
    void toolsAreListedAndCalledWithoutASession() {
        try (Wire wire = Wire.fresh()) {
            JsonNode list = wire.ask(request(1, "tools/list", "")).path("result");
            assertThat(list.path("tools")).isNotEmpty();
            expectHints(list);
            JsonNode result = wire.ask(call(2, "who", "{}")).path("result");
            assertThat(result.path("content").path(0).path("text").asText()).isEqualTo("c 7");
            assertThat(result.path("resultType").asText()).isEqualTo("complete");
            assertThat(result.has("ttlMs")).isFalse();
        }
    }

    @Test
    void resourcesAreReadWithHints() {
        try (Wire wire = Wire.typed(9)) {
            expectHints(wire.ask(request(1, "resources/list", "")).path("result"));
            expectHints(wire.ask(request(2, "resources/templates/list", "")).path("result"));
            JsonNode read = wire.ask(request(3, "resources/read", "'uri':'test://text'"))
                    .path("result");
            assertThat(read.path("contents")).hasSize(1);
            expectHints(read);
            assertThat(wire.ask(request(4, "resources/read", "'uri':'test://no'"))
                            .path("error")
                            .path("data")
                            .toString())
                    .isEqualTo("{\"kind\":\"nothing\"}");
            assertThat(wire.ask(request(5, "server/discover", ""))
                            .path("result")
                            .path("capabilities")
                            .has("resources"))
                    .isTrue();
        }
    }

    private static void expectHints(JsonNode result) {
        assertThat(result.path("resultType").asText()).isEqualTo("complete");
        assertThat(result.path("ttlMs").asInt(-1)).isZero();
        assertThat(result.path("cacheScope").asText()).isEqualTo("private");
    }

    @Test
    void bothKindsOfRequestsMix() {
        try (Wire wire = Wire.fresh()) {
            wire.ask(request(1, "tools/list", ""));
            wire.ask(Wire.initialize(2, "2025-06-18"));
            JsonNode session = wire.ask(Wire.call(3, "who", "{}")).path("result");
            assertThat(session.path("content").path(0).path("text").asText()).isEqualTo("tester 9");
            assertThat(session.has("resultType")).isFalse();
            assertThat(wire.ask(call(4, "who", "{}"))
                            .path("result")
                            .path("content")
                            .path(0)
                            .path("text")
                            .asText())
                    .isEqualTo("c 7");
            assertThat(wire.ask("{'jsonrpc':'2.0','id':5,'method':'tools/list','params':{'_meta':{}}}")
                            .path("result")
                            .has("resultType"))
                    .isFalse();
        }
    }

    @Test
    void withoutItsVersionARequestBeforeInitializeIsAnErrorAtOnce() {
        try (Wire wire = Wire.fresh()) {
            assertThat(code(wire.ask("{'jsonrpc':'2.0','id':1,'method':'server/discover','params':{'_meta':{}}}")))
                    .isEqualTo(-32601);
            assertThat(code(wire.ask("{'jsonrpc':'2.0','id':2,'method':'tools/list','params':{'_meta':{}}}")))
                    .isEqualTo(-32600);
            assertThat(wire.ask(request(3, "ping", "")).has("result")).isTrue();
        }
    }

    @Test
    void aVersionThatIsNotSpokenIsAnErrorThatSaysWhichAre() {
        try (Wire wire = Wire.fresh()) {
            JsonNode error = wire.ask(request(1, "tools/list", "").replace("2026-07-28", "2030-01-01"))
                    .path("error");
            assertThat(error.path("code").asInt()).isEqualTo(-32022);
            assertThat(error.path("data").path("requested").asText()).isEqualTo("2030-01-01");
            assertThat(error.path("data").path("supported")).hasSize(5);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ",'io.modelcontextprotocol/clientCapabilities':null"})
    void aRequestThatHidesWhatItsClientCanIsRefused(String more) {
        try (Wire wire = Wire.fresh()) {
            JsonNode answer = wire.ask("{'jsonrpc':'2.0','id':1,'method':'tools/list','params':{'_meta':"
                    + "{'io.modelcontextprotocol/protocolVersion':'2026-07-28'" + more + "}}}");
            assertThat(code(answer)).isEqualTo(-32602);
            assertThat(answer.path("error").path("message").asText()).contains("clientCapabilities");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"subscriptions/listen", "logging/setLevel", "prompts/list", "resources/list", "no/such", ""})
    void whatThereIsNotIsNoMethod(String method) {
        try (Wire wire = Wire.initialized()) {
            assertThat(code(wire.ask(request(1, method, "")))).isEqualTo(-32601);
        }
    }

    @Test
    void aCallIsRefusedAsInASession() {
        try (Wire wire = Wire.fresh()) {
            assertThat(code(wire.ask(call(1, "no_such_tool", "{}")))).isEqualTo(-32602);
            assertThat(code(wire.ask(call(2, "echo", "[]")))).isEqualTo(-32602);
            assertThat(code(wire.ask(call(3, "bug", "{}")))).isEqualTo(-32603);
            assertThat(code(wire.ask(call(4, "unwritable", "{}")))).isEqualTo(-32603);
            assertThat(wire.ask(call(5, "refuse", "{}"))
                            .path("result")
                            .path("isError")
                            .asBoolean())
                    .isTrue();
        }
    }

    @Test
    void aCallIsCancelledAndNothingIsSent() {
        try (Wire wire = Wire.fresh()) {
            wire.send(call(1, "sleep", "{}"));
            Awaitility.await().until(() -> wire.services.running.get() == 1);
            assertThat(code(wire.ask(call(1, "echo", "{'text':'x'}")))).isEqualTo(-32600);
            wire.send(Wire.cancel(1));
            Awaitility.await().until(() -> wire.services.interrupted.get() == 1);
            wire.expectQuietAndAlive();
        }
    }

    @Test
    void progressIsSentToACallerThatAskedForIt() {
        try (Wire wire = Wire.fresh()) {
            wire.send(call(1, "progress", "{'count':2}").replace("'_meta':{", "'_meta':{'progressToken':'t',"));
            JsonNode first = wire.next();
            assertThat(first.path("method").asText()).isEqualTo("notifications/progress");
            assertThat(first.path("params").path("progressToken").asText()).isEqualTo("t");
            wire.next();
            assertThat(wire.next()
                            .path("result")
                            .path("content")
                            .path(0)
                            .path("text")
                            .asText())
                    .isEqualTo("told");
        }
    }

    private static int code(JsonNode answer) {
        return answer.path("error").path("code").asInt();
    }
}
