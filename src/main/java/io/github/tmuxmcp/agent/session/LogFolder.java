package io.github.tmuxmcp.agent.session;

import io.github.tmuxmcp.tool.ToolFailure;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * The folder of one server's logs and marker files: made exclusively, 0700, no link followed. Its name can be guessed and the temporary
 * folder is shared, so whatever is already there is taken away only when it is provably a leftover of our own.
 */
final class LogFolder {
    private LogFolder() {}

    /**
     * Creates {@code path}.
     *
     * @throws ToolFailure when something of that name is there that is not a folder of this user with mode 0700, or it cannot be made
     */
    static Path create(Path path) {
        for (int attempt = 0; attempt < 2; attempt++) {
            try {
                Files.createDirectory(
                        path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
                return path;
            } catch (FileAlreadyExistsException e) {
                sweepOwnLeftover(path);
            } catch (IOException e) {
                throw new ToolFailure(
                        "tmux_failed",
                        "the log folder " + path + " cannot be created (" + reason(e)
                                + "); set TMPDIR to a folder that can be written");
            }
        }
        throw new ToolFailure(
                "tmux_failed", "the log folder " + path + " appears again and again; set TMPDIR to a private folder");
    }

    private static String reason(IOException e) {
        return e.getClass().getSimpleName().replace("Exception", "");
    }

    /** Our pid is alive and ours, so a folder of that name is a dead server's whose pid came round again, if it is ours at all. */
    private static void sweepOwnLeftover(Path path) {
        try {
            PosixFileAttributes found =
                    Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            boolean ours = found.isDirectory()
                    && found.owner().getName().equals(currentUser(path))
                    && PosixFilePermissions.toString(found.permissions()).equals("rwx------");
            if (!ours) {
                throw new ToolFailure(
                        "tmux_failed",
                        path
                                + " is already there and is not a private folder of this user; remove it, or set TMPDIR to a private folder");
            }
            delete(path);
        } catch (IOException e) {
            throw new ToolFailure(
                    "tmux_failed", path + " is already there and cannot be looked at (" + reason(e) + "); remove it");
        }
    }

    /** The user as file owners are named; found by a file of our own, since user.name can be set to anything. */
    private static String currentUser(Path beside) throws IOException {
        Path probe = Files.createTempFile(beside.getParent(), "tmux-mcp-owner", "");
        try {
            return Files.getOwner(probe).getName();
        } finally {
            Files.delete(probe);
        }
    }

    /** Deletes the folder and what is in it; links are deleted, never followed. What is already gone is fine. */
    static void delete(Path path) throws IOException {
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        Files.walkFileTree(path, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) {
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(
                    Path folder, java.io.@org.jspecify.annotations.Nullable IOException e) throws IOException {
                Files.deleteIfExists(folder);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
