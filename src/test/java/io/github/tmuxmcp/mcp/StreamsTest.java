package io.github.tmuxmcp.mcp;

import static io.github.tmuxmcp.mcp.ProtocolTest.expectError;
import static io.github.tmuxmcp.mcp.ProtocolTest.text;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.tmuxmcp.tool.Dispatcher;
import io.github.tmuxmcp.tool.ToolsJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.Pipe;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class StreamsTest {
    @TempDir
    Path folder;

    @Test
    void aLineOverTheBoundIsRefusedAfterItsEnd() {
        try (Wire wire = Wire.initialized()) {
            byte[] block = "x".repeat(1 << 20).getBytes(UTF_8);
            wire.sendRaw(
                    "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"tools/call\",\"params\":{\"a\":\"".getBytes(UTF_8));
            for (int i = 0; i < 17; i++) {
                wire.sendRaw(block);
            }
            wire.sendRaw("\"}}\n{\"jsonrpc\":\"2.0\",\"id\":6,\"method\":\"ping\"}\n".getBytes(UTF_8));
            JsonNode refused = wire.next();
            expectError(refused, "5", -32600);
            assertThat(refused.path("error").path("message").asText()).contains("16777216");
            assertThat(wire.next().path("id").asInt()).isEqualTo(6);
            wire.expectQuietAndAlive();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {70_000, 100_001, 100_040, 163_840, 165_000, 400_000})
    void theIdOfALineThatIsNotReadIsFoundAtItsEndToo(int length) {
        try (Wire wire = Wire.initialized(100_000, 4, 1)) {
            for (String id : new String[] {"7", "\"a\\\"}\"", "-1.5"}) {
                String tail = " ,\\\"id\\\":5}\"}},\"jsonrpc\":\"2.0\", \"id\" : " + id + " } ";
                String head = "{\"method\":\"tools/call\",\"params\":{\"name\":\"echo\",\"arguments\":{\"text\":\"";
                wire.sendRaw((head + "z".repeat(length - head.length() - tail.length()) + tail + "\n").getBytes(UTF_8));
                JsonNode refused = wire.next();
                assertThat(refused.path("error").path("message").asText()).isNotBlank();
                assertThat(refused.path("id")).isEqualTo(readTree(id));
            }
        }
    }

    @Test
    void anIdInsideTheParametersIsNotTakenForTheLinesOwn() {
        try (Wire wire = Wire.initialized(1000, 4)) {
            wire.sendRaw(("{\"params\":{\"text\":\"" + "z".repeat(5000) + "\",\"id\":5}}\n").getBytes(UTF_8));
            expectError(wire.next(), "null", -32600);
            wire.sendRaw(("{\"params\":\"" + "z".repeat(5000) + ",\\\"id\\\":5}\"}\n").getBytes(UTF_8));
            expectError(wire.next(), "null", -32600);
        }
    }

    private static JsonNode readTree(String json) {
        try {
            return Wire.JSON.readTree(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aLineOverTheBoundMayBeTheLast() {
        try (Wire wire = Wire.initialized(1000, 4)) {
            wire.sendRaw("y".repeat(200_000).getBytes(UTF_8));
            wire.closeInput();
            expectError(wire.next(), "null", -32600);
            await().atMost(Duration.ofSeconds(1)).until(() -> !wire.serving.isAlive());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {999, 1000, 1001, 64 * 1024 - 1, 64 * 1024, 64 * 1024 + 1, 200_000})
    void linesOfAnyLengthAroundTheBufferAreCutRight(int length) {
        try (Wire wire = Wire.initialized(100_000, 4)) {
            String head =
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"echo\",\"arguments\":{\"text\":\"";
            String word = "z".repeat(length - head.length() - 4);
            wire.sendRaw((head + word + "\"}}}\n\n").getBytes(UTF_8));
            JsonNode answer = wire.next();
            if (length > 100_000) {
                expectError(answer, "1", -32600);
            } else {
                assertThat(text(answer)).isEqualTo(word);
            }
            wire.expectQuietAndAlive();
        }
    }

    @Test
    void aLineMayComeByteByByte() {
        try (Wire wire = Wire.initialized()) {
            for (byte b : "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n".getBytes(UTF_8)) {
                wire.sendRaw(new byte[] {b});
            }
            assertThat(wire.next().path("id").asInt()).isEqualTo(1);
        }
    }

    @Test
    void sixteenMegabytesAreAnswered() {
        try (Wire wire = Wire.initialized()) {
            JsonNode refused = wire.ask(Wire.call(1, "echo", "{'text':" + "1,".repeat(100) + "}"));
            expectError(refused, "null", -32700);
            wire.send(
                    Wire.call(2, "echo", "{'text':['" + "a".repeat(8_000_000) + "','" + "b".repeat(8_000_000) + "']}"));
            assertThat(text(wire.next())).isEqualTo("\"text\" must be a string, not a list of 2");
            wire.send(Wire.call(3, "echo", "{'text':'" + "a".repeat(4 << 20) + "'}"));
            assertThat(text(wire.next())).hasSize(4 << 20);
        }
    }

    @Test
    void resultsAreOneLineOfJsonWhateverTheyHold() {
        try (Wire wire = Wire.initialized()) {
            String odd =
                    "\\ud800 a \\udc00\\ud800 \\ud83d\\ude00 \\u2028\\u2029\\u0085 \\n\\r\\u0000\\u001b\\u007f\\\\";
            wire.send(Wire.call(1, "echo", "{'text':'" + odd + "'}"));
            String line = wire.nextLine();
            assertThat(line).doesNotContain("\u2028", "\u2029", "\u0085", "\u001b", "\u0000");
            wire.send(Wire.call(2, "echo", "{'text':'" + odd + "'}"));
            assertThat(text(wire.next()))
                    .isEqualTo("\ufffd a \ufffd\ufffd \ud83d\ude00 \u2028\u2029\u0085 \n\r\0\u001b\u007f\\");
        }
    }

    @Test
    void theEndOfTheInputEndsTheServerWithinAHundredMillisecondsWithCallsInFlight() {
        assertThat(quickestEnd(Wire::closeInput)).isLessThan(Duration.ofMillis(100));
    }

    @Test
    void closeEndsTheServerWithCallsInFlight() {
        assertThat(quickestEnd(wire -> wire.server.close())).isLessThan(Duration.ofMillis(100));
    }

    /** The shortest of three times from the cause to the end of {@code serve}: a busy machine may spoil one. */
    private static Duration quickestEnd(Consumer<Wire> cause) {
        Duration quickest = Duration.ofDays(1);
        for (int round = 0; round < 3; round++) {
            try (Wire wire = Wire.initialized()) {
                wire.send(Wire.call(1, "sleep", "{}"));
                wire.send(Wire.call(2, "sleep", "{}"));
                await().until(() -> wire.services.running.get() == 2);
                long start = System.nanoTime();
                cause.accept(wire);
                await().pollInterval(Duration.ofMillis(1)).until(() -> !wire.serving.isAlive());
                Duration taken = Duration.ofNanos(System.nanoTime() - start);
                quickest = taken.compareTo(quickest) < 0 ? taken : quickest;
                await().until(() -> wire.services.interrupted.get() == 2);
                assertThat(wire.errors).isEmpty();
            }
        }
        return quickest;
    }

    @Test
    void closingTakesNoTimeAndTwiceIsOnce() {
        long[] nanos = new long[5];
        for (int round = 0; round < nanos.length; round++) {
            try (Wire wire = Wire.initialized()) {
                wire.send(Wire.call(1, "sleep", "{}"));
                await().until(() -> wire.services.running.get() == 1);
                long start = System.nanoTime();
                wire.server.close();
                nanos[round] = System.nanoTime() - start;
                wire.server.close();
            }
        }
        assertThat(Arrays.stream(nanos).min().getAsLong()).isLessThan(10_000_000);
    }

    @Test
    void aLineOfAMillionValuesIsRefused() {
        try (Wire wire = Wire.initialized()) {
            wire.send(Wire.call(1, "echo", "{'text':[" + "[],".repeat(1_000_000) + "0]}"));
            expectError(wire.next(), "1", -32600);
            wire.send("{'method':'tools/list','params':[" + "[],".repeat(1_000_000) + "0],'jsonrpc':'2.0','id':2}");
            expectError(wire.next(), "2", -32600);
            wire.expectQuietAndAlive();
        }
    }

    @Test
    void aClientThatNoLongerReadsEndsTheServer() {
        try (Wire wire = Wire.initialized()) {
            wire.send(Wire.call(1, "sleep", "{}"));
            await().until(() -> wire.services.running.get() == 1);
            wire.closeOutput();
            wire.send("{'jsonrpc':'2.0','id':2,'method':'ping'}");
            await().atMost(Duration.ofSeconds(1)).until(() -> !wire.serving.isAlive());
            await().until(() -> wire.services.interrupted.get() == 1);
        }
    }

    @Test
    void aWorkerThatFindsTheOutputClosedEndsTheServer() {
        try (Wire wire = Wire.initialized()) {
            wire.send(Wire.call(1, "sleep", "{}"));
            await().until(() -> wire.services.running.get() == 1);
            wire.closeOutput();
            wire.services.never.countDown();
            await().atMost(Duration.ofSeconds(1)).until(() -> !wire.serving.isAlive());
        }
    }

    @Test
    void aClientThatDoesNotReadIsHeardWhenItCancelsAndWhenItEnds() throws Exception {
        CountDownLatch stuck = new CountDownLatch(1);
        OutputStream full = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                try {
                    stuck.await();
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
            }
        };
        TestTools.Services services = new TestTools.Services();
        Pipe pipe = Pipe.open();
        McpServer server = new McpServer(
                new McpServer.Settings("test", "1", "", ToolsJson.list(TestTools.CATALOG)),
                new Dispatcher<>(TestTools.CATALOG, services),
                pipe.source(),
                full,
                error -> {});
        Thread serving = new Thread(server::serve, "serve");
        serving.start();
        try (OutputStream client = Channels.newOutputStream(pipe.sink())) {
            String lists = "{'jsonrpc':'2.0','id':'l','method':'tools/list'}\n".repeat(100);
            client.write((Wire.initialize(0, "2025-11-25") + "\n" + lists + Wire.call(1, "sleep", "{}") + "\n"
                            + Wire.call(2, "sleep", "{}") + "\n")
                    .replace('\'', '"')
                    .getBytes(UTF_8));
            await().until(() -> services.running.get() == 2);
            client.write((Wire.cancel(1) + "\n").replace('\'', '"').getBytes(UTF_8));
            await().until(() -> services.interrupted.get() == 1);
        }
        await().atMost(Duration.ofSeconds(2)).until(() -> !serving.isAlive());
        await().until(() -> services.interrupted.get() == 2);
        stuck.countDown();
    }

    @Test
    void theInputMayBeAFile() throws Exception {
        Path requests = folder.resolve("requests");
        Files.writeString(
                requests,
                (Wire.initialize(0, "2025-11-25") + "\n{'jsonrpc':'2.0','id':1,'method':'ping'}").replace('\'', '"'));
        ByteArrayOutputStream answers = new ByteArrayOutputStream();
        try (FileChannel in = FileChannel.open(requests)) {
            new McpServer(
                            new McpServer.Settings("test", "1", "", ToolsJson.list(TestTools.CATALOG)),
                            new Dispatcher<>(TestTools.CATALOG, new TestTools.Services()),
                            in,
                            answers,
                            error -> {})
                    .serve();
        }
        String[] lines = answers.toString(UTF_8).split("\n");
        assertThat(lines).hasSize(2);
        assertThat(lines[0]).doesNotContain("instructions");
        assertThat(lines[1]).isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}");
    }

    @Test
    void floodsOfResultsKeepTheirLinesApart() {
        try (Wire wire = Wire.initialized()) {
            int[] sizes = new int[40];
            Arrays.setAll(sizes, i -> 1 + i * 7_001);
            for (int i = 0; i < sizes.length; i++) {
                wire.send(Wire.call(i, "spam", "{'count':" + sizes[i] + "}"));
            }
            for (int i = 0; i < sizes.length; i++) {
                JsonNode answer = wire.next();
                assertThat(text(answer)).hasSize(sizes[answer.path("id").asInt()]);
            }
        }
    }
}
