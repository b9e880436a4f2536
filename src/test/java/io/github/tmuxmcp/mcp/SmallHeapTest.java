package io.github.tmuxmcp.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.tmuxmcp.tool.Dispatcher;
import io.github.tmuxmcp.tool.ToolsJson;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SmallHeapTest {
    /** A server of the test tools on this process's own streams. */
    static final class Server {
        public static void main(String[] arguments) {
            new McpServer(
                            new McpServer.Settings("test", "1", "", ToolsJson.list(TestTools.CATALOG)),
                            new Dispatcher<>(TestTools.CATALOG, new TestTools.Services()),
                            new FileInputStream(FileDescriptor.in).getChannel(),
                            new FileOutputStream(FileDescriptor.out),
                            error -> {})
                    .serve();
        }
    }

    @Test
    void everyIdIsAnsweredOnceByAServerWithoutTheMemoryForItsBounds() throws Exception {
        Process server = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx32m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Server.class.getName())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String command = "c".repeat(4 << 20);
        try (OutputStream out = server.getOutputStream();
                BufferedReader in = new BufferedReader(new InputStreamReader(server.getInputStream(), UTF_8))) {
            send(out, Wire.initialize(0, "2025-11-25"));
            for (int id = 1; id <= 12; id++) {
                send(out, Wire.call(id, "hold", "{'on':'a','command':'" + command + "'}"));
            }
            send(out, Wire.call(13, "release", "{}"));
            send(out, "{'jsonrpc':'2.0','id':14,'method':'ping'}");
            List<Integer> answered = new ArrayList<>();
            List<String> refusals = new ArrayList<>();
            while (answered.size() < 15) {
                JsonNode answer = Wire.JSON.readTree(in.readLine());
                if (answer.has("id")) {
                    answered.add(answer.path("id").asInt(-1));
                    refusals.add(answer.path("error").path("message").asText());
                }
            }
            assertThat(answered)
                    .containsExactlyInAnyOrderElementsOf(
                            IntStream.range(0, 15).boxed().toList());
            assertThat(refusals).anyMatch(refusal -> refusal.contains("no memory left"));
        } finally {
            server.destroyForcibly().waitFor();
        }
    }

    private static void send(OutputStream out, String line) throws Exception {
        out.write((line.replace('\'', '"') + "\n").getBytes(UTF_8));
        out.flush();
    }
}
