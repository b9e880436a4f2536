package io.github.tmuxmcp.host;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The three questions that we ask of {@code /proc}. A process may end between two of them, so "not there" and "not
 * ours" are null.
 */
interface ProcFiles {
    /** The {@code /proc} of this machine. */
    ProcFiles SYSTEM = new ProcFiles() {
        @Override
        public byte @Nullable [] read(String path) {
            byte[] bytes = new byte[1024];
            int length = 0;
            try (FileInputStream file = new FileInputStream(path)) {
                int count;
                while (length < LIMIT && (count = file.read(bytes, length, bytes.length - length)) > 0) {
                    length += count;
                    if (length == bytes.length) {
                        bytes = Arrays.copyOf(bytes, length * 2);
                    }
                }
            } catch (IOException e) {
                return null;
            }
            return Arrays.copyOf(bytes, length);
        }

        @Override
        public @Nullable String link(String path) {
            try {
                return Files.readSymbolicLink(Path.of(path)).toString();
            } catch (IOException e) {
                return null;
            }
        }

        @Override
        public @Nullable List<String> list(String path) {
            String[] names = new File(path).list();
            return names == null ? null : List.of(names);
        }
    };

    /** No file of /proc that we read is longer; what is behind it is not looked at. */
    int LIMIT = 1 << 20;

    /** The bytes of a file; null when it cannot be opened or read. */
    byte @Nullable [] read(String path);

    /** Where a symbolic link points; null when it cannot be told. */
    @Nullable
    String link(String path);

    /** The names in a folder; null when it cannot be opened. */
    @Nullable
    List<String> list(String path);
}
