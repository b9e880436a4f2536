package io.github.tmuxmcp.agent.session;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The working directory of a process, from /proc. */
final class ProcessFolder {
    private ProcessFolder() {}

    /** The directory, or null where the system does not tell it this way. */
    static @Nullable String of(long pid) {
        try {
            return Files.readSymbolicLink(Path.of("/proc", Long.toString(pid), "cwd"))
                    .toString();
        } catch (IOException | SecurityException e) {
            return null;
        }
    }
}
