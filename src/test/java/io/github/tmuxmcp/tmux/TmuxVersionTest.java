package io.github.tmuxmcp.tmux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TmuxVersionTest {
    @Test
    void versionsAreInTheOrderOfTheirReleases() {
        List<TmuxVersion> versions = Stream.of(
                        "tmux 1.8",
                        "tmux 2.9a",
                        "tmux 3.1c",
                        "tmux 3.2",
                        "tmux 3.2a",
                        "tmux 3.3",
                        "tmux 3.3a",
                        "tmux 3.4-rc2",
                        "tmux 3.4",
                        "tmux next-3.8",
                        "tmux 3.8",
                        "tmux 3.10",
                        "tmux master")
                .map(TmuxVersion::parse)
                .toList();

        assertThat(versions).isSorted().doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @ValueSource(strings = {"3.2a", "3.3a", "3.4", "3.5a", "3.7c", "3.8", "next-3.3", "4.0", "master", "openbsd-7.5"})
    void theseAreSupported(String version) {
        TmuxVersion parsed = TmuxVersion.parse("tmux " + version + "\n");

        assertThatCode(parsed::requireSupported).doesNotThrowAnyException();
        assertThat(parsed).hasToString(version);
    }

    @ParameterizedTest
    @ValueSource(strings = {"3.2", "3.1c", "2.9a", "next-3.2", "3.2-rc3", "openbsd-6.6"})
    void anOlderOneIsRefusedWithBothVersions(String version) {
        assertThatThrownBy(TmuxVersion.parse("tmux " + version)::requireSupported)
                .isInstanceOf(TmuxException.class)
                .hasMessageStartingWith("tmux " + version + " is too old; install tmux 3.2a or newer, or set ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "screen 4.9", "tmux", "tmux 3", "tmux x.y", "3.3a\nrm", "9999.1"})
    void whatIsNoVersionIsNoTmux(String text) {
        assertThatThrownBy(() -> TmuxVersion.parse(text))
                .isInstanceOf(TmuxException.class)
                .hasMessageStartingWith("this does not look like tmux");
    }
}
