package io.github.tmuxmcp.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Files that are made from code and committed, so that a change of what clients see shows as a diff. {@code mvn test -Dsnapshots=update}
 * writes them; any other run compares.
 */
public final class Snapshots {
    private static final boolean UPDATE = "update".equals(System.getProperty("snapshots"));

    private Snapshots() {}

    /** Compares a whole file, or writes it. */
    public static void check(Path file, String made) {
        try {
            if (UPDATE) {
                Files.createDirectories(file.toAbsolutePath().getParent());
                Files.writeString(file, made);
            }
            assertThat(Files.exists(file) ? Files.readString(file) : "")
                    .as(
                            "%s differs from what the code makes; run mvn test -Dsnapshots=update and look at the diff",
                            file)
                    .isEqualTo(made);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Compares, or writes, the part of a text file between two lines that stand alone: {@code <!-- NAME -->} and {@code <!-- /NAME -->}.
     */
    public static void checkSection(Path file, String name, String made) {
        try {
            String text = Files.readString(file);
            String open = "<!-- " + name + " -->\n";
            int start = text.indexOf(open);
            int end = text.indexOf("<!-- /" + name + " -->\n");
            assertThat(start >= 0 && end > start)
                    .as("%s has a section %s", file, name)
                    .isTrue();
            check(file, text.substring(0, start + open.length()) + made + text.substring(end));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Compares, or writes, {@code NAME.json} for each tool in a folder; the folder holds nothing else. */
    public static void checkTools(Path folder, Catalog<?> catalog) {
        for (Tool<?, ?, ?> tool : catalog.tools()) {
            check(folder.resolve(tool.name() + ".json"), ToolsJson.snapshot(tool));
        }
        try (Stream<Path> files = Files.list(folder)) {
            List<String> names =
                    files.map(file -> file.getFileName().toString()).toList();
            assertThat(names)
                    .as("%s has a file for each tool and no other", folder)
                    .containsExactlyInAnyOrderElementsOf(catalog.tools().stream()
                            .map(tool -> tool.name() + ".json")
                            .toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Compares, or writes, the committed result of {@code tools/list}. */
    public static void checkList(Path file, Catalog<?> catalog) {
        check(file, ToolsJson.list(catalog) + "\n");
    }
}
