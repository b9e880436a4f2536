package io.github.tmuxmcp.mcp;

import static io.github.tmuxmcp.mcp.ProtocolTest.expectError;
import static io.github.tmuxmcp.mcp.ProtocolTest.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CallsTest {
    @Test
    void aResultIsOneTextAndMeta() {
        try (Wire wire = Wire.initialized()) {
            assertThat(wire.ask(Wire.call(1, "who", "{}")).path("result").toString())
                    .isEqualTo("{\"content\":[{\"type\":\"text\",\"text\":\"tester 9\"}],\"isError\":false,"
                            + "\"_meta\":{\"a\":[1,2.5]}}");
        }
    }

    @Test
    void argumentsMayBeLeftOut() {
        try (Wire wire = Wire.initialized()) {
            wire.send("{'jsonrpc':'2.0','id':1,'method':'tools/call','params':{'name':'who'}}");
            assertThat(text(wire.next())).isEqualTo("tester 9");
            wire.send("{'jsonrpc':'2.0','id':2,'method':'tools/call','params':{'name':'who','arguments':null}}");
            assertThat(text(wire.next())).isEqualTo("tester 9");
        }
    }

    @Test
    void anExpectedFailureIsAResultThatSaysSo() {
        try (Wire wire = Wire.initialized()) {
            JsonNode result = wire.ask(Wire.call(1, "refuse", "{}")).path("result");
            assertThat(result.path("isError").asBoolean()).isTrue();
            assertThat(result.path("content").path(0).path("text").asText()).isEqualTo("the pane is busy; wait");
            assertThat(result.path("_meta").path("kind").asText()).isEqualTo("busy");
        }
    }

    @Test
    void longAnswersThatWaitForOneAnothersRoomAllComeWhetherTheOthersFailOrNot() {
        try (Wire wire = Wire.initialized()) {
            for (int id = 1; id <= 8; id++) {
                wire.send(Wire.call(id, "roomy", "{'count':" + (1_000_000 + id % 2) + "}"));
            }
            Map<Integer, Integer> lengths = new TreeMap<>();
            while (lengths.size() < 8) {
                JsonNode answer = wire.next();
                if (answer.has("id")) {
                    lengths.put(answer.path("id").asInt(), text(answer).length());
                }
            }
            assertThat(lengths.values()).containsExactly(0, 1_000_000, 0, 1_000_000, 0, 1_000_000, 0, 1_000_000);
        }
    }

    @Test
    void wrongArgumentsAreAResultThatSaysSo() {
        try (Wire wire = Wire.initialized()) {
            JsonNode result = wire.ask(Wire.call(1, "echo", "{'text':5}")).path("result");
            assertThat(result.path("isError").asBoolean()).isTrue();
            assertThat(result.path("content").path(0).path("text").asText())
                    .isEqualTo("\"text\" must be a string, not 5");
        }
    }

    @Test
    void aSystemWithoutRoomForAThreadIsToldAsThat() {
        try (Wire wire = Wire.initialized()) {
            JsonNode result = wire.ask(Wire.call(1, "thread", "{}")).path("result");
            assertThat(result.path("isError").asBoolean()).isTrue();
            assertThat(result.toString()).contains("ulimit -u");
            assertThat(wire.errors).isEmpty();
            wire.expectQuietAndAlive();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"bug", "memory", "recurse", "unwritable"})
    void aBugIsAnInternalErrorWithItsTraceInTheLogAlone(String tool) {
        try (Wire wire = Wire.initialized()) {
            wire.send(Wire.call(1, tool, "{}"));
            JsonNode message = wire.next();
            assertThat(message.path("method").asText()).isEqualTo("notifications/message");
            assertThat(message.path("params").path("level").asText()).isEqualTo("error");
            assertThat(message.path("params").path("logger").asText()).isEqualTo("test");
            JsonNode answer = wire.next();
            expectError(answer, "1", -32603);
            assertThat(answer.toString()).doesNotContain("secret", "Exception", "at io.github");
            assertThat(wire.errors).singleElement().asString().contains("\tat ");
            wire.expectQuietAndAlive();
        }
    }

    @Test
    void faultsBelowTheLevelAreNotSent() {
        try (Wire wire = Wire.initialized()) {
            assertThat(wire.ask("{'jsonrpc':'2.0','id':1,'method':'logging/setLevel','params':{'level':'critical'}}")
                            .path("result")
                            .toString())
                    .isEqualTo("{}");
            expectError(wire.ask(Wire.call(2, "bug", "{}")), "2", -32603);
        }
    }

    @Test
    void warningsAreSentByDefaultAndNothingBeforeInitialize() {
        try (Wire wire = Wire.fresh()) {
            wire.server.warn("too early");
            wire.ask(Wire.initialize(0, "2025-11-25"));
            wire.expectQuietAndAlive();
            wire.server.warn("tmux is old");
            assertThat(wire.next().path("params").toString())
                    .isEqualTo("{\"level\":\"warning\",\"logger\":\"test\",\"data\":\"tmux is old\"}");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{'level':'loud'}", "{'level':3}", "{'level':'ERROR'}"})
    void anUnknownLevelIsRefused(String params) {
        try (Wire wire = Wire.initialized()) {
            expectError(
                    wire.ask("{'jsonrpc':'2.0','id':1,'method':'logging/setLevel','params':" + params + "}"),
                    "1",
                    -32602);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"token\"", "7", "1.5"})
    void progressComesBeforeTheResultWithItsTokenAndNoneAfter(String token) {
        try (Wire wire = Wire.initialized()) {
            wire.send("{'jsonrpc':'2.0','id':1,'method':'tools/call','params':{'name':'progress',"
                    + "'arguments':{'count':3},'_meta':{'progressToken':" + token + "}}}");
            for (int i = 1; i <= 3; i++) {
                assertThat(wire.next().toString())
                        .isEqualTo("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":"
                                + "{\"progressToken\":" + token + ",\"progress\":" + i + ",\"message\":\"step " + i
                                + "\"}}");
            }
            assertThat(text(wire.next())).isEqualTo("told");
            wire.expectQuietAndAlive();
        }
    }

    @Test
    void noTokenNoProgress() {
        try (Wire wire = Wire.initialized()) {
            assertThat(text(wire.ask(Wire.call(1, "progress", "{'count':3}")))).isEqualTo("not asked");
        }
    }

    @Test
    void aCancelInterruptsItsOwnCallAndNothingIsAnswered() {
        try (Wire wire = Wire.initialized()) {
            wire.send(Wire.call("'1'", "sleep", "{}"));
            wire.send(Wire.call(1, "sleep", "{}"));
            wire.send(Wire.call(2, "sleep", "{}"));
            await().until(() -> wire.services.running.get() == 3);
            wire.send("{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':1,'reason':'x'}}");
            await().until(() -> wire.services.interrupted.get() == 1);
            assertThat(wire.services.running).hasValue(2);
            wire.expectQuietAndAlive();
            wire.services.never.countDown();
            assertThat(Set.of(
                            wire.next().path("id").toString(),
                            wire.next().path("id").toString()))
                    .isEqualTo(Set.of("2", "\"1\""));
            wire.expectQuietAndAlive();
        }
    }

    @ParameterizedTest
    @CsvSource({"1e3, 1e3", "1e3, 1000", "1.0, 1", "-0, 0", "7, 7.00", "1e400, 10E399"})
    void aCancelFindsANumberInAnySpelling(String id, String cancelled) {
        try (Wire wire = Wire.initialized()) {
            wire.send(Wire.call(id, "sleep", "{}"));
            await().until(() -> wire.services.running.get() == 1);
            wire.send(Wire.cancel("'" + cancelled + "'"));
            wire.expectQuietAndAlive();
            assertThat(wire.services.interrupted).hasValue(0);
            wire.send(Wire.cancel(cancelled));
            await().until(() -> wire.services.interrupted.get() == 1);
        }
    }

    @Test
    void anIdMayBeUsedAgainOnceItsCallIsOver() {
        try (Wire wire = Wire.initialized()) {
            for (int i = 0; i < 50; i++) {
                assertThat(text(wire.ask(Wire.call(1, "echo", "{'text':'" + i + "'}"))))
                        .isEqualTo("" + i);
            }
            wire.send(Wire.call(1, "sleep", "{}"));
            await().until(() -> wire.services.running.get() == 1);
            wire.send("{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':1}}");
            assertThat(text(wire.ask(Wire.call(1, "echo", "{'text':'again'}")))).isEqualTo("again");
        }
    }

    @Test
    void anIdInFlightIsRefusedAndTheFirstCallUnharmed() {
        try (Wire wire = Wire.initialized()) {
            wire.send(Wire.call(1, "sleep", "{}"));
            await().until(() -> wire.services.running.get() == 1);
            expectError(wire.ask(Wire.call(1, "echo", "{'text':'x'}")), "1", -32600);
            wire.services.never.countDown();
            assertThat(text(wire.next())).isEqualTo("woken");
        }
    }

    @Test
    void callsBeyondTheBoundAreRefusedAtOnceAndNamed() {
        try (Wire wire = Wire.initialized(1 << 20, 3)) {
            fillWithThreeCalls(wire);
            JsonNode refused = wire.ask(hold(4, "b", ""));
            assertThat(refused.path("id").asInt()).isEqualTo(4);
            assertThat(refused.path("result").path("isError").asBoolean()).isTrue();
            assertThat(text(refused)).contains("3 calls are in flight");
            wire.send(Wire.cancel(1));
            await().until(() -> wire.services.interrupted.get() == 1);
            await().until(() -> wire.services.running.get() == 1);
            wire.send(hold(5, "b", ""));
            await().until(() -> wire.services.running.get() == 2);
        }
    }

    @Test
    void aCancelledCallThatWaitsForItsTurnGivesUpItsPlaceAtOnce() {
        try (Wire wire = Wire.initialized(1 << 20, 3)) {
            fillWithThreeCalls(wire);
            wire.send(Wire.cancel(2));
            wire.send(hold(4, "b", ""));
            await().until(() -> wire.services.running.get() == 2);
            assertThat(text(wire.ask(hold(5, "b", "")))).contains("3 calls are in flight");
            wire.services.never.countDown();
            Set<Integer> answered = new HashSet<>();
            for (int i = 0; i < 3; i++) {
                answered.add(wire.next().path("id").asInt());
            }
            assertThat(answered).isEqualTo(Set.of(1, 3, 4));
            assertThat(wire.services.interrupted).hasValue(0);
            wire.expectQuietAndAlive();
        }
    }

    @Test
    void callsThatWaitForNobodyGetThroughBeyondTheBoundUpToAReserve() {
        try (Wire wire = Wire.initialized(1 << 20, 3)) {
            fillWithThreeCalls(wire);
            assertThat(text(wire.ask(Wire.call(4, "echo", "{'text':'through'}"))))
                    .isEqualTo("through");
            for (int i = 1; i <= Room.RESERVE; i++) {
                wire.send(Wire.call(100 + i, "sleep", "{}"));
            }
            await().until(() -> wire.services.running.get() == 1 + Room.RESERVE);
            assertThat(text(wire.ask(Wire.call(5, "echo", "{'text':'x'}")))).contains("3 calls are in flight");
        }
    }

    /** One runs, two wait for it. */
    private static void fillWithThreeCalls(Wire wire) {
        for (int i = 1; i <= 3; i++) {
            wire.send(hold(i, "a", ""));
        }
        await().until(() -> wire.services.running.get() == 1);
    }

    private static String hold(int id, String on, String command) {
        return Wire.call(id, "hold", "{'on':'" + on + "','command':'" + command + "'}");
    }

    @Test
    void aCallThatWouldHoldTooManyBytesIsRefusedByItsIdUntilAnotherIsCancelledOrAnswered() {
        String command = "c".repeat(100_000);
        try (Wire wire = Wire.initialized(1 << 20, 100, 250_000)) {
            wire.send(hold(1, "a", command));
            wire.send(hold(2, "a", command));
            expectFull(wire.ask(hold(3, "a", command)), 3);
            expectFull(
                    wire.ask("{'method':'tools/call','params':{'name':'hold','arguments':{'on':'a','command':'"
                            + command + "'}},'jsonrpc':'2.0','id':4}"),
                    4);
            wire.send(Wire.cancel(2));
            wire.send(hold(5, "a", command));
            expectFull(wire.ask(hold(6, "a", command)), 6);
            wire.services.never.countDown();
            assertThat(Set.of(
                            wire.next().path("id").asInt(),
                            wire.next().path("id").asInt()))
                    .isEqualTo(Set.of(1, 5));
            assertThat(text(wire.ask(hold(7, "a", command)))).isEqualTo("woken");
            assertThat(wire.errors).isEmpty();
        }
    }

    @Test
    void smallCallsCountAsWellAndThoseThatWaitForNobodyStillGetThrough() {
        String command = "c".repeat(1000);
        try (Wire wire = Wire.initialized(1 << 20, 100, 2500)) {
            wire.send(hold(1, "a", command));
            wire.send(hold(2, "a", command));
            JsonNode refused = wire.ask(hold(3, "a", command));
            assertThat(refused.path("result").path("isError").asBoolean()).isTrue();
            assertThat(text(refused)).contains("2500");
            assertThat(text(wire.ask(Wire.call(4, "echo", "{'text':'" + command + "'}"))))
                    .isEqualTo(command);
        }
    }

    private static void expectFull(JsonNode answer, int id) {
        expectError(answer, "" + id, -32603);
        assertThat(answer.path("error").path("message").asText()).contains("250000, the most this server takes");
    }

    @Test
    void aCallThatWaitsForItsTurnTellsSoAndItsOwnProgressGoesOnFromThere() {
        try (Wire wire = Wire.initialized()) {
            wire.send(hold(1, "a", ""));
            wire.send("{'jsonrpc':'2.0','id':2,'method':'tools/call','params':{'name':'age',"
                    + "'arguments':{'on':'a','command':''},'_meta':{'progressToken':'t'}}}");
            JsonNode waiting = wire.next().path("params");
            assertThat(waiting.path("progressToken").asText()).isEqualTo("t");
            assertThat(waiting.path("message").asText()).startsWith("waiting for its turn: ");
            assertThat(waiting.path("progress").asDouble()).isBetween(5.0, 9.0);
            wire.services.never.countDown();
            assertThat(text(wire.next())).isEqualTo("woken");
            JsonNode own = wire.next().path("params");
            assertThat(own.path("message").asText()).isEqualTo("began");
            assertThat(own.path("progress").asDouble())
                    .isEqualTo(waiting.path("progress").asDouble() + 1);
            assertThat(Long.parseLong(text(wire.next())))
                    .as("nanoseconds since it arrived")
                    .isGreaterThan(5_000_000_000L);
        }
    }

    @Test
    void twoHundredCallsInFlightAreAllAnswered() {
        try (Wire wire = Wire.initialized()) {
            for (int i = 1; i <= 200; i++) {
                wire.send(Wire.call(i, "sleep", "{}"));
            }
            await().until(() -> wire.services.running.get() == 200);
            wire.expectQuietAndAlive();
            wire.services.never.countDown();
            Set<Integer> answered = new HashSet<>();
            for (int i = 1; i <= 200; i++) {
                JsonNode answer = wire.next();
                assertThat(text(answer)).isEqualTo("woken");
                answered.add(answer.path("id").asInt());
            }
            assertThat(answered).hasSize(200);
        }
    }

    @Test
    void thousandsOfCallsSixteenAtATimeLoseAndMixNothing() {
        try (Wire wire = Wire.initialized()) {
            String padding = "é".repeat(500);
            int sent = 0;
            Set<Integer> answered = new HashSet<>();
            while (answered.size() < 4000) {
                while (sent < 4000 && sent - answered.size() < 16) {
                    sent++;
                    wire.send(Wire.call(sent, "echo", "{'text':'" + padding + sent + "'}"));
                }
                JsonNode answer = wire.next();
                int id = answer.path("id").asInt();
                assertThat(text(answer)).isEqualTo(padding + id);
                assertThat(answered.add(id)).isTrue();
            }
        }
    }

    @Test
    void pingIsAnsweredWithinTenMillisecondsWhileCallsRun() {
        try (Wire wire = Wire.initialized()) {
            for (int i = 1; i <= 100; i++) {
                wire.send(Wire.call(i, "sleep", "{}"));
            }
            await().until(() -> wire.services.running.get() == 100);
            long[] nanos = new long[200];
            for (int i = 0; i < nanos.length; i++) {
                long start = System.nanoTime();
                wire.expectQuietAndAlive();
                nanos[i] = System.nanoTime() - start;
            }
            Arrays.sort(nanos);
            assertThat(nanos[nanos.length / 2]).isLessThan(10_000_000);
        }
    }
}
