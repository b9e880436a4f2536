package io.github.tmuxmcp.mcp;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProtocolTest {
    @ParameterizedTest
    @CsvSource({
        "2024-11-05, 2024-11-05",
        "2025-03-26, 2025-03-26",
        "2025-06-18, 2025-06-18",
        "2025-11-25, 2025-11-25",
        "2026-07-28, 2025-11-25",
        "1999-01-01, 2025-11-25",
        "'', 2025-11-25",
        "' ', 2025-11-25",
        "\u2603, 2025-11-25"
    })
    void initializeSpeaksTheVersionAskedForOrTheNewest(String asked, String answered) {
        try (Wire wire = Wire.fresh()) {
            JsonNode result = wire.ask(Wire.initialize(0, asked)).path("result");
            assertThat(result.path("protocolVersion").asText()).isEqualTo(answered);
            assertThat(result.path("serverInfo").toString()).isEqualTo("{\"name\":\"test\",\"version\":\"1.2.3\"}");
            assertThat(result.path("capabilities").toString())
                    .isEqualTo("{\"logging\":{},\"tools\":{\"listChanged\":false}}");
            assertThat(result.path("instructions").asText()).isEqualTo("Try echo.");
        }
    }

    @Test
    void beforeInitializeOnlyPingIsServed() {
        try (Wire wire = Wire.fresh()) {
            assertThat(wire.ask("{'jsonrpc':'2.0','id':'p','method':'ping'}").toString())
                    .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":\"p\",\"result\":{}}");
            expectError(
                    wire.ask("{'jsonrpc':'2.0','id':'server-discover-probe-1','method':'server/discover'}"),
                    "\"server-discover-probe-1\"",
                    -32601);
            expectError(wire.ask("{'jsonrpc':'2.0','id':2,'method':'tools/list'}"), "2", -32600);
            expectError(wire.ask("{'jsonrpc':'2.0','id':3,'method':'no/such'}"), "3", -32600);
            assertThat(wire.ask(Wire.initialize(4, "2025-11-25")).has("result")).isTrue();
        }
    }

    @Test
    void everythingIsAnsweredBetweenInitializeAndInitialized() {
        try (Wire wire = Wire.fresh()) {
            wire.ask(Wire.initialize(0, "2025-11-25"));
            assertThat(wire.ask("{'jsonrpc':'2.0','id':1,'method':'tools/list'}")
                            .path("result")
                            .path("tools"))
                    .isNotEmpty();
            assertThat(text(wire.ask(Wire.call(2, "echo", "{'text':'soon'}")))).isEqualTo("soon");
            wire.send("{'jsonrpc':'2.0','method':'notifications/initialized'}");
            wire.send("{'jsonrpc':'2.0','method':'notifications/initialized'}");
            assertThat(text(wire.ask(Wire.call(3, "who", "{}")))).isEqualTo("tester 9");
        }
    }

    @Test
    void aSecondInitializeIsRefusedAndHarmsNothing() {
        try (Wire wire = Wire.initialized()) {
            expectError(wire.ask(Wire.initialize(7, "2025-11-25")), "7", -32600);
            assertThat(text(wire.ask(Wire.call(2, "echo", "{'text':'on'}")))).isEqualTo("on");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ",'params':{}", ",'params':{'protocolVersion':3}", ",'params':null"})
    void initializeWithoutAVersionIsRefusedAndCanBeDoneAgain(String params) {
        try (Wire wire = Wire.fresh()) {
            expectError(wire.ask("{'jsonrpc':'2.0','id':1,'method':'initialize'" + params + "}"), "1", -32602);
            assertThat(wire.ask(Wire.initialize(2, "2025-06-18")).has("result")).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'protocolVersion':null                                         | protocolVersion",
                "'protocolVersion':['2025-11-25']                               | protocolVersion",
                "'protocolVersion':'2025-11-25','capabilities':3                | capabilities",
                "'protocolVersion':'2025-11-25','capabilities':[]               | capabilities",
                "'protocolVersion':'2025-11-25','clientInfo':'x'                | clientInfo",
                "'protocolVersion':'2025-11-25','clientInfo':{'name':5}         | clientInfo.name",
                "'protocolVersion':'2025-11-25','clientInfo':{'version':{}}     | clientInfo.version"
            })
    void aFieldOfAWrongTypeIsNamedAndInitializeCanBeDoneAgain(String params, String field) {
        try (Wire wire = Wire.fresh()) {
            JsonNode refused = wire.ask("{'jsonrpc':'2.0','id':1,'method':'initialize','params':{" + params + "}}");
            expectError(refused, "1", -32602);
            assertThat(refused.path("error").path("message").asText()).startsWith("\"" + field + "\" must be");
            assertThat(wire.errors).isEmpty();
            assertThat(wire.ask(Wire.initialize(2, "")).has("result")).isTrue();
        }
    }

    @Test
    void aClientThatSaysNothingOfItselfIsServed() {
        try (Wire wire = Wire.fresh()) {
            wire.ask("{'jsonrpc':'2.0','id':1,'method':'initialize','params':{'protocolVersion':'2025-11-25'}}");
            assertThat(text(wire.ask(Wire.call(2, "who", "{}")))).isEqualTo(" ");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'jsonrpc':'2.0','id':1,'method':'ping'         | null | -32700",
                "{'jsonrpc':'2.0','id':1,'method':'ping'} x      | null | -32700",
                "nonsense                                        | null | -32700",
                "{'jsonrpc':'2.0','id':1,'id':2,'method':'ping'} | null | -32700",
                "[                                               | null | -32700",
                "[{'jsonrpc':'2.0','id':1,'method':'ping'}]      | null | -32600",
                "[]                                              | null | -32600",
                "42                                              | null | -32600",
                "'text'                                          | null | -32600",
                "null                                            | null | -32600",
                "{}                                              | null | -32600",
                "{'jsonrpc':'2.0','id':5}                        | 5    | -32600",
                "{'jsonrpc':'2.0'}                               | null | -32600",
                "{'jsonrpc':'2.0','id':5,'method':7}             | 5    | -32600",
                "{'jsonrpc':'1.0','id':5,'method':'ping'}        | 5    | -32600",
                "{'id':5,'method':'ping'}                        | 5    | -32600",
                "{'jsonrpc':'2.0','id':null,'method':'ping'}     | null | -32600",
                "{'jsonrpc':'2.0','id':true,'method':'ping'}     | null | -32600",
                "{'jsonrpc':'2.0','id':[1],'method':'ping'}      | null | -32600",
                "{'jsonrpc':'2.0','id':5,'method':'tools/list','params':[1]} | 5 | -32602",
                "{'jsonrpc':'2.0','id':5,'method':'tools/list','params':'x'} | 5 | -32602",
                "{'jsonrpc':'2.0','id':5,'method':'tools/call'}  | 5    | -32602",
                "{'jsonrpc':'2.0','id':5,'method':'tools/call','params':{'name':3}} | 5 | -32602",
                "{'jsonrpc':'2.0','id':5,'method':'tools/call','params':{'name':'nope'}} | 5 | -32602",
                "{'jsonrpc':'2.0','id':5,'method':'tools/call','params':{'name':'echo','arguments':['a']}} | 5 | -32602",
                "{'jsonrpc':'2.0','id':5,'method':'tools/call','params':{'name':'echo','arguments':'a'}} | 5 | -32602",
                "{'jsonrpc':'2.0','id':5,'method':'tools/call','params':{'name':'who','_meta':3}} | 5 | -32602",
                "{'jsonrpc':'2.0','id':5,'method':'tools/call','params':{'name':'who','_meta':{'progressToken':{}}}} | 5 | -32602",
                "{'jsonrpc':'2.0','id':5,'method':'no/such'}     | 5    | -32601",
                "{'jsonrpc':'2.0','id':5,'method':'resources/list'} | 5 | -32601",
                "{'jsonrpc':'2.0','id':5,'method':'server/discover'} | 5 | -32601"
            })
    void aWrongLineGetsItsErrorAndTheSessionGoesOn(String line, String id, int code) {
        try (Wire wire = Wire.initialized()) {
            expectError(wire.ask(line), id, code);
            wire.expectQuietAndAlive();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "   ",
                "\t",
                "\r",
                "{'jsonrpc':'2.0','method':'notifications/unknown'}",
                "{'jsonrpc':'2.0','method':'notifications/unknown','params':[1]}",
                "{'jsonrpc':'2.0','method':'notifications/cancelled'}",
                "{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':77,'reason':'AbortError'}}",
                "{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':0}}",
                "{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':{}}}",
                "{'jsonrpc':'2.0','id':'of-nobody','result':{}}",
                "{'jsonrpc':'2.0','id':4,'error':{'code':-1,'message':'no'}}"
            })
    void aLineThatAsksNothingGetsNoAnswer(String line) {
        try (Wire wire = Wire.initialized()) {
            wire.send(line);
            wire.expectQuietAndAlive();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "7",
                "-1",
                "0",
                "9223372036854775807",
                "123456789012345678901234567890",
                "1.50",
                "1e400",
                "-0.0",
                "\"a\"",
                "\"\"",
                "\"790550a8-0\"",
                "\"null\"",
                "\"7\""
            })
    void anIdComesBackAsItCame(String id) {
        try (Wire wire = Wire.initialized()) {
            wire.sendRaw(("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"tools/list\"}\n").getBytes(UTF_8));
            assertThat(wire.nextLine()).startsWith("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"é☃😀\"", "\"\\ud800\"", "\"a\\\"b\\\\\"", "\"\\u0000\\n\""})
    void anOddStringAsIdComesBackAsTheSameString(String id) throws Exception {
        try (Wire wire = Wire.initialized()) {
            wire.sendRaw(("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"tools/list\"}\n").getBytes(UTF_8));
            assertThat(wire.next().path("id")).isEqualTo(Wire.JSON.readTree(id));
        }
    }

    @Test
    void deepNestingIsRefused() {
        try (Wire wire = Wire.initialized()) {
            int depth = 100_000;
            wire.send("{'jsonrpc':'2.0','id':1,'method':'tools/call','params':" + "{'a':".repeat(depth) + "1"
                    + "}".repeat(depth) + "}");
            expectError(wire.next(), "1", -32600);
            wire.send("[".repeat(depth));
            assertThat(wire.next().path("error").path("code").asInt()).isIn(-32600, -32700);
            wire.expectQuietAndAlive();
        }
    }

    @Test
    void invalidUtf8IsRefused() {
        try (Wire wire = Wire.initialized()) {
            wire.sendRaw("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\u00ff\u00fe\"}\n".getBytes(ISO_8859_1));
            expectError(wire.next(), "null", -32700);
            wire.sendRaw("\u00c3\n".getBytes(ISO_8859_1));
            expectError(wire.next(), "null", -32700);
            wire.expectQuietAndAlive();
        }
    }

    @Test
    void linesMayEndWithCarriageReturnAndTheLastWithNothing() {
        try (Wire wire = Wire.initialized()) {
            wire.sendRaw("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\r\n\r\n".getBytes(UTF_8));
            assertThat(wire.next().path("id").asInt()).isEqualTo(1);
            wire.sendRaw("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}".getBytes(UTF_8));
            wire.closeInput();
            assertThat(wire.next().path("id").asInt()).isEqualTo(2);
        }
    }

    @Test
    void anyCursorGetsTheOnePageOfTools() {
        try (Wire wire = Wire.initialized()) {
            JsonNode result = wire.ask("{'jsonrpc':'2.0','id':1,'method':'tools/list','params':{'cursor':'garbage'}}")
                    .path("result");
            assertThat(result.path("tools")).hasSize(TestTools.CATALOG.tools().size());
            assertThat(result.has("nextCursor")).isFalse();
        }
    }

    @Test
    void anUnknownToolIsNamedUpToABound() {
        try (Wire wire = Wire.initialized()) {
            JsonNode error = wire.ask(Wire.call(1, "x".repeat(5000), "{}")).path("error");
            assertThat(error.path("message").asText()).isEqualTo("Unknown tool: " + "x".repeat(200) + "…");
        }
    }

    static void expectError(JsonNode answer, String id, int code) {
        assertThat(answer.path("error").path("code").asInt()).as("%s", answer).isEqualTo(code);
        assertThat(answer.path("id").toString()).isEqualTo(id);
        assertThat(answer.path("error").path("message").asText()).isNotBlank();
    }

    static String text(JsonNode answer) {
        return answer.path("result").path("content").path(0).path("text").asText();
    }
}
