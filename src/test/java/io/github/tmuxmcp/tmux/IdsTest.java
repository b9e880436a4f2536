package io.github.tmuxmcp.tmux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdsTest {
    @Test
    void tmuxsOwnSpellingsAreTaken() {
        assertThat(new PaneId("%12")).hasToString("%12");
        assertThat(new WindowId("@3")).hasToString("@3");
        assertThat(new SessionId("$0")).hasToString("$0");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "%",
                "12",
                "@1",
                "%1x",
                "% 1",
                "%-1",
                "%1;",
                "%1\n",
                "%12345678901",
                "%١",
                "{last}",
                "=main",
                "!"
            })
    void anyOtherSpellingIsRefusedWithoutRepeatingIt(String spelling) {
        assertThatThrownBy(() -> new PaneId(spelling))
                .isInstanceOf(TmuxException.class)
                .hasMessage("a pane id looks like %12");
    }
}
