package io.github.tmuxmcp.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Values that would make a file {@value #FILE} or a window of that name where one of them was executed, expanded or split. */
final class Canary {
    private static final String FILE = "CANARY";

    private Canary() {}

    static List<String> values() {
        return List.of(
                "#(touch CANARY)",
                "#{HOME}#(touch CANARY)",
                "#{HOME}",
                "%H",
                "%H:#{pid}",
                "##",
                "x;",
                "x; new-window -n CANARY",
                "'",
                "'\"; new-window -n CANARY \"",
                "a\nb",
                "a\nnew-window -n CANARY",
                "$(touch CANARY)",
                "`touch CANARY`",
                "-x",
                "-n CANARY",
                "~");
    }

    /** Fails when some folder below this one has the file. */
    static void assertAbsent(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            assertThat(files.filter(file -> file.endsWith(FILE))).isEmpty();
        }
    }
}
