package io.github.tmuxmcp.libtmux.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tmuxmcp.tool.ToolFailure;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class ErrorKindTest {
    @ParameterizedTest
    @CsvSource({
        "INVALID_INPUT,       -32602, false, false",
        "OBJECT_GONE,         -32602, false, true",
        "REFUSED,             -32602, false, false",
        "SERVER_GONE,         -32603, true,  false",
        "TIMEOUT,             -32603, false, false",
        "UNREACHABLE,         -32603, false, false",
        "UNSUPPORTED_VERSION, -32603, false, false",
        "TRANSPORT,           -32603, false, false",
        "DECODE,              -32603, false, false",
        "PARTIAL_EFFECT,      -32603, false, false",
        "DISPATCH_UNKNOWN,    -32603, false, false",
        "ACTIVE_RUN,          -32603, true,  false",
        "SELF_PROTECTION,     -32602, false, false",
        "CAPACITY,            -32603, true,  false"
    })
    void eachKindSaysWhetherToRepeatOrToLookAgain(ErrorKind kind, int code, boolean retryable, boolean stale) {
        assertThat(kind.code()).isEqualTo(code);
        assertThat(kind.data()).containsEntry("retryable", retryable).containsEntry("stale", stale);
    }

    @ParameterizedTest
    @EnumSource
    void aFailureCarriesItsDataAndMore(ErrorKind kind) {
        ToolFailure failure = kind.failure("x", Map.of("reason", "mode"));
        assertThat(failure.kind()).isEqualTo(kind.wireName());
        assertThat(failure.meta())
                .containsOnlyKeys("kind", "retryable", "stale", "reason")
                .containsEntry("kind", kind.wireName());
        assertThat(Failures.data(failure)).isEqualTo(failure.meta());
    }

    @Test
    void oneOfAKindMayBeRepeatedAllTheSame() {
        assertThat(ErrorKind.REFUSED.failure("x", true).meta()).containsEntry("retryable", true);
    }

    @Test
    void aKindThatNobodyKnowsIsOther() {
        assertThat(Failures.data(new ToolFailure("odd", "x"))).containsEntry("kind", "other");
    }
}
