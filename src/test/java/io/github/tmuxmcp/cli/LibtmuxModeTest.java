package io.github.tmuxmcp.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.tmuxmcp.libtmux.DeclaredTools;
import io.github.tmuxmcp.libtmux.LibtmuxSurface;
import io.github.tmuxmcp.libtmux.service.CallerContext;
import io.github.tmuxmcp.libtmux.service.Connection;
import io.github.tmuxmcp.tool.AnswerRoom;
import io.github.tmuxmcp.tool.Selection;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The surface over the wire: what a client sees of the mode, whatever its tools do. */
final class LibtmuxModeTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final AtomicInteger ended = new AtomicInteger();
    private LibtmuxMode<Object> mode;
    private Thread serving;
    private OutputStream toServer;
    private BufferedReader fromServer;

    @BeforeEach
    void serve() throws IOException {
        Pipe requests = Pipe.open();
        Pipe answers = Pipe.open();
        LibtmuxSurface<Object> surface = new LibtmuxSurface<>(
                DeclaredTools.BINDING,
                new Selection.Request(Set.of(), Set.of("list_panes", "call_read_tools_batch"), Set.of("show_hooks")),
                new Connection("name:x", Connection.Provenance.SELECTED_EXISTING, "tmux", "/tmp/x"),
                List.of());
        mode = new LibtmuxMode<>(
                surface,
                DeclaredTools.listJson(),
                CallerContext.of("/tmp/y,1,0", "%5"),
                new Object(),
                new AnswerRoom(),
                ended::incrementAndGet,
                new FaultLog(null, new PrintStream(OutputStream.nullOutputStream(), false, UTF_8)));
        OutputStream output = Channels.newOutputStream(answers.sink());
        serving = new Thread(
                () -> {
                    try {
                        mode.serve(requests.source(), output);
                    } catch (IOException e) {
                        throw new AssertionError(e);
                    }
                },
                "serve");
        serving.start();
        toServer = Channels.newOutputStream(requests.sink());
        fromServer = new BufferedReader(new InputStreamReader(Channels.newInputStream(answers.source()), UTF_8));
    }

    @AfterEach
    void end() throws Exception {
        toServer.close();
        serving.join();
        mode.close();
        assertThat(ended).hasValue(1);
    }

    private JsonNode ask(String method, String params) throws IOException {
        toServer.write(("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\",\"params\":" + params + "}\n")
                .getBytes(UTF_8));
        return JSON.readTree(fromServer.readLine());
    }

    private void initialize() throws IOException {
        ask("initialize", "{\"protocolVersion\":\"2025-11-25\"}");
    }

    @Test
    void theHandshakeOffersToolsAndResourcesAndTellsOfTheClientsPane() throws IOException {
        JsonNode result =
                ask("initialize", "{\"protocolVersion\":\"2025-11-25\"}").path("result");
        assertThat(result.path("capabilities").toString())
                .isEqualTo("{\"logging\":{},\"tools\":{\"listChanged\":false},\"resources\":{}}");
        assertThat(result.path("serverInfo").path("name").asText()).isEqualTo("tmux-mcp");
        assertThat(result.path("instructions").asText()).contains("tmux pane %5");
    }

    @Test
    void onlyTheSelectedToolsAreListedAndCalled() throws IOException {
        initialize();
        assertThat(ask("tools/list", "{}").path("result").path("tools").findValuesAsText("name"))
                .startsWith("call_read_tools_batch")
                .contains("list_panes")
                .doesNotContain("get_pane_info");
        assertThat(ask("tools/call", "{\"name\":\"list_panes\"}")
                        .path("result")
                        .path("content")
                        .path(0)
                        .path("text")
                        .asText())
                .isEqualTo("taken");
        JsonNode hidden = ask("tools/call", "{\"name\":\"get_pane_info\",\"arguments\":{\"pane\":\"%1\"}}")
                .path("error");
        assertThat(hidden.path("code").asInt()).isEqualTo(-32602);
        assertThat(hidden.path("message").asText()).contains("LIBTMUX_TOOLSETS", "LIBTMUX_TOOLS");
        assertThat(hidden.path("data").toString())
                .isEqualTo("{\"kind\":\"invalid_input\",\"retryable\":false,\"stale\":false}");
    }

    @Test
    void aWrongArgumentIsAFailureThatProgramsRead() throws IOException {
        initialize();
        JsonNode result = ask("tools/call", "{\"name\":\"list_panes\",\"arguments\":{\"all\":true}}")
                .path("result");
        assertThat(result.path("isError").asBoolean()).isTrue();
        assertThat(result.has("structuredContent")).isFalse();
        JsonNode text =
                JSON.readTree(result.path("content").path(0).path("text").asText());
        assertThat(text.path("data").path("kind").asText()).isEqualTo("invalid_input");
        assertThat(text.path("message").asText()).startsWith("unknown argument \"all\"");
        assertThat(result.path("_meta").path("tmux-mcp/error")).isEqualTo(text.path("data"));
    }

    @Test
    void theReportIsReadAndSaysWhatIsServed() throws IOException {
        initialize();
        assertThat(ask("resources/list", "{}")
                        .path("result")
                        .path("resources")
                        .path(0)
                        .path("uri")
                        .asText())
                .isEqualTo("tmux://capabilities");
        JsonNode report = JSON.readTree(ask("resources/read", "{\"uri\":\"tmux://capabilities\"}")
                .path("result")
                .path("contents")
                .path(0)
                .path("text")
                .asText());
        assertThat(report.path("effectiveTools").toString()).isEqualTo("[\"call_read_tools_batch\",\"list_panes\"]");
        assertThat(report.path("tools").path(0).path("nestedAuthority").toString())
                .doesNotContain("show_hooks");
        JsonNode unknown = ask("resources/read", "{\"uri\":\"tmux://server\"}").path("error");
        assertThat(unknown.path("code").asInt()).isEqualTo(-32602);
        assertThat(unknown.path("data").path("kind").asText()).isEqualTo("invalid_input");
    }

    @Test
    void theSameIsSaidWithoutASession() throws IOException {
        String meta = "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                + "\"io.modelcontextprotocol/clientCapabilities\":{}}";
        assertThat(ask("server/discover", "{" + meta + "}")
                        .path("result")
                        .path("capabilities")
                        .toString())
                .isEqualTo("{\"tools\":{\"listChanged\":false},\"resources\":{}}");
        JsonNode hidden =
                ask("tools/call", "{\"name\":\"get_pane_info\"," + meta + "}").path("error");
        assertThat(hidden.path("data").path("kind").asText()).isEqualTo("invalid_input");
    }
}
