package io.github.tmuxmcp.libtmux.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tmuxmcp.tmux.PaneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CallerContextTest {
    @ParameterizedTest
    @CsvSource({",", "'',''", "'',", ",''"})
    void withoutBothTheCallerIsDetached(String tmux, String pane) {
        assertThat(CallerContext.of(tmux, pane)).isEqualTo(new CallerContext.Detached());
    }

    @Test
    void whatTmuxWritesIsRead() {
        assertThat(CallerContext.of("/tmp/tmux-0/default,4711,0", "%0"))
                .isEqualTo(new CallerContext.InPane("/tmp/tmux-0/default", 4711, 0, new PaneId("%0")));
        assertThat(CallerContext.of("/a\n,1,2,3,4", "%12"))
                .isEqualTo(new CallerContext.InPane("/a\n,1,2", 3, 4, new PaneId("%12")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/x,1,0   | ",
                "         | %1",
                "/x,1,0   | ''",
                "''       | %1",
                "x,1,0    | %1",
                "/x,1     | %1",
                "/x,0,0   | %1",
                "/x,01,0  | %1",
                "/x,1,00  | %1",
                "/x,-1,0  | %1",
                "/x,1,0,  | %1",
                "/x,1,$0  | %1",
                "/x,1,0   | 1",
                "/x,1,0   | %01",
                "/x,1,0   | %",
                "/x,1,0   | %1 %2",
                "/x,1,0   | %99999999999",
                "/x,99999999999,0 | %1"
            })
    void anythingElseIsMalformed(String tmux, String pane) {
        assertThat(CallerContext.of(tmux, pane)).isEqualTo(new CallerContext.Malformed());
    }
}
