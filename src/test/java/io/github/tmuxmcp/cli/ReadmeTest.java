package io.github.tmuxmcp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class ReadmeTest {
    @ParameterizedTest
    @EnumSource
    void everySettingIsInTheTable(Setting setting) throws IOException {
        String preset = setting == Setting.LOG_FILE ? "see below" : setting.preset();
        String row = "| `" + setting.option() + "` | `" + setting.variable() + "` | " + preset
                + (preset.isEmpty() ? "|" : " |");

        assertThat(Files.readString(Path.of("README.md"))).contains(row);
    }
}
