package io.github.tmuxmcp.tool;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

@DisabledIfSystemProperty(named = "snapshots", matches = "update", disabledReason = "every comparison writes")
class SnapshotsTest {
    @TempDir
    Path folder;

    @Test
    void aMissingOrOldFileFails() throws Exception {
        Path file = folder.resolve("list.json");
        assertThatThrownBy(() -> Snapshots.checkList(file, Sample.CATALOG)).hasMessageContaining("-Dsnapshots=update");
        Files.writeString(file, ToolsJson.list(Sample.CATALOG) + "\n");
        Snapshots.checkList(file, Sample.CATALOG);
    }

    @Test
    void aFileOfNoToolFails() throws Exception {
        for (Tool<?, ?, ?> tool : Sample.CATALOG.tools()) {
            Files.writeString(folder.resolve(tool.name() + ".json"), ToolsJson.snapshot(tool));
        }
        Snapshots.checkTools(folder, Sample.CATALOG);
        Files.writeString(folder.resolve("gone.json"), "{}");
        assertThatThrownBy(() -> Snapshots.checkTools(folder, Sample.CATALOG)).hasMessageContaining("gone.json");
    }

    @Test
    void aSectionIsComparedAlone() throws Exception {
        Path file = folder.resolve("README.md");
        Files.writeString(file, "a\n<!-- tools -->\nb\n<!-- /tools -->\nc\n");
        Snapshots.checkSection(file, "tools", "b\n");
        assertThatThrownBy(() -> Snapshots.checkSection(file, "tools", "d\n")).isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> Snapshots.checkSection(file, "other", "b\n")).hasMessageContaining("other");
    }
}
