package io.github.tmuxmcp.agent.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.github.tmuxmcp.terminal.TextBudget;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Whatever a pane prints, in whatever pieces it arrives: the same commands, codes and text; no end without our number. */
final class SessionStreamFuzzTest {
    private static final String NONCE = "abcdef0123456789";
    private static final TextBudget BUDGET = new TextBudget(50, 50);

    @FuzzTest(maxDuration = "60s")
    void anySplitTellsTheSame(byte @Nullable [] bytes) throws IOException {
        if (bytes == null) {
            return;
        }
        SessionStream whole = read(bytes, bytes.length);
        SessionStream halves = read(bytes, bytes.length / 3);
        assertThat(halves.position()).isEqualTo(whole.position());
        assertThat(halves.outputSnapshot()).isEqualTo(whole.outputSnapshot());
        assertThat(halves.editingLine()).isEqualTo(whole.editingLine());
        assertThat(halves.rejection()).isEqualTo(whole.rejection());
        assertThat(whole.position().status()).isBetween(0, 255);
        assertThat(whole.position().offset()).isEqualTo(bytes.length);
        assertThat(whole.outputSnapshot().head().length()).isLessThan(5_000);
        if (!new String(bytes, StandardCharsets.ISO_8859_1).contains(NONCE)) {
            assertThat(whole.zone()).isEqualTo(SessionStream.Zone.STARTING);
            assertThat(whole.position().ends()).isZero();
        }
    }

    private static SessionStream read(byte[] bytes, int split) throws IOException {
        Path folder = Files.createTempDirectory("tmux-mcp-fuzz");
        try (SessionLog log = new SessionLog(folder, "s.log", 0, WrittenLog.BOUND)) {
            SessionStream stream = new SessionStream(
                    log, NONCE.getBytes(StandardCharsets.US_ASCII), 20, 5, BUDGET, new SessionMemory(), () -> 0);
            WrittenLog writer = new WrittenLog(folder).write(Arrays.copyOf(bytes, split));
            stream.catchUp(Long.MAX_VALUE);
            writer.write(Arrays.copyOfRange(bytes, split, bytes.length));
            stream.catchUp(Long.MAX_VALUE);
            return stream;
        } finally {
            Files.deleteIfExists(folder);
        }
    }
}
