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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FaultLogTest {
    private final ByteArrayOutputStream terminal = new ByteArrayOutputStream();

    @TempDir
    Path folder;

    @Test
    void aFaultIsOneLineOnTheTerminalAndATraceInTheFile() throws IOException {
        Path file = folder.resolve("state/tmux-mcp.log");

        log(file).fault("the wire failed", new IOException("broken\npipe"));

        assertThat(said()).hasLineCount(1).startsWith("tmux-mcp: the wire failed: java.io.IOException: broken pipe");
        assertThat(file).content().contains("the wire failed", "at io.github.tmuxmcp.cli.FaultLogTest");
        assertThat(Files.getPosixFilePermissions(file)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
    }

    @Test
    void theTerminalGetsABoundedNumberOfBoundedLines() {
        FaultLog log = log(null);

        for (int i = 0; i < 10_000; i++) {
            log.tell("x".repeat(5_000));
        }

        assertThat(said()).hasLineCount(FaultLog.MOST_LINES).hasSizeLessThan(40_000);
    }

    @Test
    void aFullFileMakesRoomAndOneOlderIsKept() throws IOException {
        Path file = folder.resolve("tmux-mcp.log");
        Path older = folder.resolve("tmux-mcp.log.1");
        FaultLog log = log(file);

        for (int i = 0; i < 5; i++) {
            log.trace("y".repeat((int) FaultLog.LARGEST_FILE / 2));
        }

        assertThat(Files.size(file)).isLessThan(FaultLog.LARGEST_FILE + 1_000);
        assertThat(Files.size(older)).isGreaterThan(FaultLog.LARGEST_FILE).isLessThan(2 * FaultLog.LARGEST_FILE);
        assertThat(folder).isDirectoryContaining("glob:**.log").isDirectoryContaining("glob:**.log.1");
    }

    @Test
    void aFileThatCannotBeWrittenIsToldOfOnce() {
        FaultLog log = log(Path.of("/proc/nowhere/tmux-mcp.log"));

        log.trace("one");
        log.trace("two");

        assertThat(said()).hasLineCount(1).contains("/proc/nowhere/tmux-mcp.log");
    }

    @Test
    void theFileIsInTheStateFolder() {
        assertThat(FaultLog.file(null, Map.of("XDG_STATE_HOME", "/s", "HOME", "/h"), folder))
                .isEqualTo(Path.of("/s/tmux-mcp/tmux-mcp.log"));
        assertThat(FaultLog.file(null, Map.of("XDG_STATE_HOME", "relative", "HOME", "/h"), folder))
                .isEqualTo(Path.of("/h/.local/state/tmux-mcp/tmux-mcp.log"));
        assertThat(FaultLog.file(null, Map.of(), folder)).isNull();
        assertThat(FaultLog.file("a.log", Map.of("HOME", "/h"), folder)).isEqualTo(folder.resolve("a.log"));
    }

    private FaultLog log(Path file) {
        return new FaultLog(file, new PrintStream(terminal, true, StandardCharsets.UTF_8));
    }

    private String said() {
        return terminal.toString(StandardCharsets.UTF_8);
    }
}
