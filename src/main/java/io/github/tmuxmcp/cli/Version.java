package io.github.tmuxmcp.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The version of this build. */
final class Version {
    private static final String RESOURCE = "/io/github/tmuxmcp/version.txt";

    private Version() {}

    /** As in {@code 0.1.0}. */
    static String current() {
        try (InputStream in = Version.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException(RESOURCE + " is not in the jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
