package io.github.tmuxmcp.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WatchdogTest {
    @Test
    void theCommandsStandAtTheEndInTheirOrder() {
        assertThat(Watchdog.script(4711, "1234", List.of("one", "two")))
                .contains("look 4711")
                .contains("1234")
                .endsWith("done\none\ntwo\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "12;reboot", "$(reboot)", "Mon Nov 30 14:45:06 2026'"})
    void aStampThatIsNoneIsRefused(String stamp) {
        assertThatThrownBy(() -> Watchdog.script(4711, stamp, List.of())).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void ourOwnStampIsOne() {
        String stamp = HostInfo.startStamp(HostInfo.ownPid());
        assertThat(stamp).isNotEmpty().isEqualTo(HostInfo.startStamp(HostInfo.ownPid()));
        assertThat(Watchdog.script(HostInfo.ownPid(), stamp, List.of("true"))).isNotEmpty();
        assertThat(HostInfo.startStamp(Integer.MAX_VALUE)).isEmpty();
    }
}
