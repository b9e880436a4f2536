package io.github.tmuxmcp.agent.session;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;

/** Who we are to the file system: found by a file of our own, since user.name can be set to anything. */
final class OwnUser {
    /** Its folder belongs to the effective user, whatever else of it is hidden. */
    private static final Path SELF = Path.of("/proc/self/");

    private OwnUser() {}

    /**
     * The numeric user id.
     *
     * @param temporaryFolder where a file may be made for a moment
     */
    static int id(@Nullable Path temporaryFolder) throws IOException {
        if (Files.isDirectory(SELF)) {
            return (Integer) Files.getAttribute(SELF, "unix:uid");
        }
        Path probe =
                Files.createTempFile(temporaryFolder == null ? Path.of("/tmp") : temporaryFolder, "tmux-mcp-owner", "");
        try {
            return (Integer) Files.getAttribute(probe, "unix:uid");
        } finally {
            Files.delete(probe);
        }
    }

    /** Whether this is a folder of our own that nobody else can enter; a link to one is not. */
    static boolean hasPrivateFolder(Path path) throws IOException {
        PosixFileAttributes found = Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        return found.isDirectory()
                && owns(path)
                && PosixFilePermissions.toString(found.permissions()).equals("rwx------");
    }

    /** Whether the file, or the link itself, is ours. */
    static boolean owns(Path path) throws IOException {
        return Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS)
                .equals(id(path.toAbsolutePath().getParent()));
    }
}
