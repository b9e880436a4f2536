package io.github.tmuxmcp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class ReadmeTest {
    static Set<Setting> settings() {
        return ModeSettings.AGENT;
    }

    @ParameterizedTest
    @MethodSource("settings")
    void everySettingOfAgentModeIsInTheTable(Setting setting) throws IOException {
        String preset = setting == Setting.LOG_FILE ? "see below" : setting.preset();
        String row = "| `" + setting.option() + "` | `" + setting.variable() + "` | " + preset
                + (preset.isEmpty() ? "|" : " |");

        assertThat(Files.readString(Path.of("README.md"))).contains(row);
    }
}
