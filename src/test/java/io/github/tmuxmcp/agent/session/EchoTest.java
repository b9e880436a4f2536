package io.github.tmuxmcp.agent.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class EchoTest {
    /** {@code /} stands for a newline. */
    @ParameterizedTest
    @CsvSource({
        "'1+1/2/', '1+1', '2/'",
        "'1+1', '1+1', ''",
        "'1+1/', '1+1', ''",
        "'1+', '1+1', ''",
        "'', '1+1', ''",
        "'2/', '1+1', '2/'",
        "'1+1/1+1/', '1+1', '1+1/'",
        "'1+12/', '1+1', '2/'",
        "' 1+1/2', '1+1', ' 1+1/2'",
        "'x/1+1/', '1+1', 'x/1+1/'",
        "'a/b/out/', 'a/b', 'out/'",
        "'anything/', '', 'anything/'"
    })
    void onlyTheEchoAtTheHeadIsCutOff(String text, String echo, String rest) {
        assertThat(Echo.strip(text.replace('/', '\n'), echo.replace('/', '\n'))).isEqualTo(rest.replace('/', '\n'));
    }
}
