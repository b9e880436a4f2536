package io.github.tmuxmcp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the demo makes of a server's answers; the servers are scripts. */
final class DemoIT {
    private static final String LAUNCHER = "tmuxmcp.launcher";

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    Path folder;

    @AfterEach
    void forget() {
        System.clearProperty(LAUNCHER);
    }

    @Test
    void everyCallIsShownWithItsOutputAndItsOutcome() throws IOException {
        server(
                "while read -r line; do id=$(printf '%s' \"$line\" | sed -n 's/.*\"id\":\\([0-9]*\\).*/\\1/p')",
                "case $line in",
                "*'\"initialize\"'*) r='{\"protocolVersion\":\"2025-11-25\",\"serverInfo\":{\"name\":\"s\",\"version\":\"9\"}}';;",
                "*notifications*) continue;;",
                "*tools/list*) r='{\"tools\":[{\"name\":\"tmux_run\"}]}';;",
                "*) r='{\"content\":[{\"type\":\"text\",\"text\":\"one\\ntwo \u2603\"}],"
                        + "\"_meta\":{\"tmux-mcp/result\":{\"state\":\"finished\",\"exitCode\":3}}}';;",
                "esac",
                "printf '{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}\\n' \"$id\" \"$r\"; done");

        int code = new Demo(Map.of(), stream(out), stream(err)).run(false);

        assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
        assertThat(code).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("s 9, MCP 2025-11-25", "attach -r")
                .contains("> tmux_run {\"command\":\"uname -sr\"}\n    one\n    two \u2603\n  = exit code 3, ");
    }

    @Test
    void aServerThatEndsIsAFailureThatIsNamed() throws IOException {
        server("exit 7");

        assertThat(new Demo(Map.of(), stream(out), stream(err)).run(false)).isEqualTo(1);
        assertThat(err.toString(StandardCharsets.UTF_8)).hasLineCount(1).startsWith("tmux-mcp: the demo failed: ");
    }

    @Test
    void anErrorOfTheServerIsShown() throws IOException {
        server(
                "read -r line",
                "echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32603,\"message\":\"no\"}}'",
                "read -r line");

        assertThat(new Demo(Map.of(), stream(out), stream(err)).run(false)).isEqualTo(1);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("initialize was refused: no");
    }

    private void server(String... lines) throws IOException {
        Path script = folder.resolve("server");
        Files.writeString(script, "#!/bin/sh\n" + String.join("\n", lines) + "\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
        System.setProperty(LAUNCHER, script.toString());
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }
}
