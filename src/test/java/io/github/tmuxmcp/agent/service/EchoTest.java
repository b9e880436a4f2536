package io.github.tmuxmcp.agent.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
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
        "' 1+1/2', '1+1', '2'",
        "'x/1+1/', '1+1', 'x/'",
        "'a/b/out/', 'a/b', 'out/'",
        "'1/1/>>> echo END1/out/', '1/echo END1', '1/out/'",
        "'l1/l1/l2/l2/', 'l1/l2', 'l1/l2/'",
        "'say hello/', 'hello', 'say hello/'",
        "'anything/', '', 'anything/'"
    })
    void eachTypedLineIsCutOffOnce(String text, String typed, String rest) {
        assertThat(Echo.strip(text.replace('/', '\n'), List.of(typed.split("/", -1))))
                .isEqualTo(rest.replace('/', '\n'));
    }
}
