package io.github.tmuxmcp.shell;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

final class MarkerFuzzTest {
    private static final byte[] NONCE = "abcdef0123456789".getBytes(StandardCharsets.US_ASCII);

    @FuzzTest(maxDuration = "60s")
    void whatIsReadCanBeWrittenAgain(byte @Nullable [] payload) {
        if (payload == null) {
            return;
        }
        Marker marker = Marker.parse(payload, payload.length, NONCE);
        if (marker != null) {
            String status = marker.status() < 0 ? "" : ";0*" + marker.status();
            assertThat(new String(payload, StandardCharsets.US_ASCII))
                    .matches("133;" + marker.kind().letter() + status + ";mcp=abcdef0123456789\\.0*"
                            + marker.sequence());
        }
    }
}
