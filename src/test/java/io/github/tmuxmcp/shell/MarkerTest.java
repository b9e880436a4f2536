package io.github.tmuxmcp.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class MarkerTest {
    private static final String NONCE = "abcdef0123456789";

    private static @Nullable Marker parse(String payload) {
        byte[] bytes = payload.getBytes(StandardCharsets.ISO_8859_1);
        return Marker.parse(bytes, bytes.length, NONCE);
    }

    @Test
    void theFourKindsAreRead() {
        assertThat(parse("133;A;mcp=abcdef0123456789.0")).isEqualTo(new Marker(Marker.Kind.PROMPT_START, 0, -1));
        assertThat(parse("133;B;mcp=abcdef0123456789.7")).isEqualTo(new Marker(Marker.Kind.PROMPT_END, 7, -1));
        assertThat(parse("133;C;mcp=abcdef0123456789.8")).isEqualTo(new Marker(Marker.Kind.COMMAND_START, 8, -1));
        assertThat(parse("133;D;255;mcp=abcdef0123456789.999999999999999"))
                .isEqualTo(new Marker(Marker.Kind.COMMAND_END, 999_999_999_999_999L, 255));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "133;",
                "133;A",
                "133;D;0",
                "133;D;0;mcp=ABCDEF0123456789.1",
                "133;D;0;mcp=abcdef0123456789",
                "133;D;0;mcp=abcdef0123456789.",
                "133;D;0;mcp=abcdef0123456789.1;",
                "133;D;0;mcp=abcdef0123456789.-1",
                "133;D;0;mcp=abcdef0123456789.1000000000000000",
                "133;D;256;mcp=abcdef0123456789.1",
                "133;D;-1;mcp=abcdef0123456789.1",
                "133;D;;mcp=abcdef0123456789.1",
                "133;D;mcp=abcdef0123456789.1",
                "133;D;0;mcp=abcdef01234567890.1",
                "133;D;0;mcp=abcdef012345678.1",
                "133;C;0;mcp=abcdef0123456789.1",
                "133;E;mcp=abcdef0123456789.1",
                "134;A;mcp=abcdef0123456789.1",
                "0;133;A;mcp=abcdef0123456789.1",
                "133;D;0000000000000000000000000;mcp=abcdef0123456789.1",
                "133;D;\u0663;mcp=abcdef0123456789.1",
            })
    void whatIsNotExactlyOursIsNone(String payload) {
        assertThat(parse(payload)).isNull();
    }

    @Test
    void onlyTheGivenLengthCounts() {
        byte[] bytes = "133;C;mcp=abcdef0123456789.12345".getBytes(StandardCharsets.US_ASCII);
        assertThat(Marker.parse(bytes, bytes.length - 3, NONCE))
                .isEqualTo(new Marker(Marker.Kind.COMMAND_START, 12, -1));
        assertThat(Marker.parse(bytes, bytes.length + 1, NONCE)).isNull();
        assertThat(Marker.parse(bytes, -1, NONCE)).isNull();
    }

    @Test
    void aStatusStandsAtTheEndOfACommandOnly() {
        assertThatThrownBy(() -> new Marker(Marker.Kind.COMMAND_END, 1, -1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Marker(Marker.Kind.PROMPT_END, 1, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Marker(Marker.Kind.PROMPT_END, -1, -1))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
