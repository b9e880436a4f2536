package io.github.tmuxmcp.agent.session;

import io.github.tmuxmcp.tool.ToolFailure;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The folder of one server's logs and marker files: made exclusively, 0700, no link followed. Its name can be guessed and the temporary
 * folder is shared, so whatever is already there is taken away only when it is provably a leftover of our own.
 *
 * <p>While the server lives it holds a lock on the file {@code lock} in it. The system lets go of a lock when its process ends, however it
 * ends, and tells it across process namespaces, where pids tell nothing. The caller sees to it that one thread at a time makes or
 * deletes it.
 */
final class LogFolder {
    private static final String LOCK = "lock";
    private static final int DELETE_ATTEMPTS = 20;
    private static final long DELETE_PAUSE = 2_000_000;

    private final Path path;
    private @Nullable FileChannel lock;

    LogFolder(Path path) {
        this.path = path;
    }

    Path path() {
        return path;
    }

    boolean exists() {
        return Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
    }

    /**
     * Makes sure that the name is free: a leftover of ours is deleted.
     *
     * @throws ToolFailure when something of that name is there that is not a folder of this user with mode 0700, or that another server uses
     */
    void claim() {
        try {
            if (!OwnUser.hasPrivateFolder(path)) {
                throw new ToolFailure(
                        "tmux_failed",
                        path
                                + " is already there and is not a private folder of this user; remove it, or set TMPDIR to a private folder");
            }
            if (!Files.exists(path.resolve(LOCK), LinkOption.NOFOLLOW_LINKS)) {
                delete(path);
            } else if (!deleteUnused(path)) {
                throw new ToolFailure(
                        "tmux_failed",
                        path + " is in use by another server; set TMPDIR to a folder that is not shared with it");
            }
        } catch (NoSuchFileException free) {
            // As it should be.
        } catch (IOException e) {
            throw new ToolFailure(
                    "tmux_failed",
                    "the log folder " + path + " cannot be used (" + reason(e)
                            + "); remove it, or set TMPDIR to a folder that can be written");
        }
    }

    /**
     * Creates it.
     *
     * @throws ToolFailure as {@link #claim}, and when it cannot be made
     */
    void create() {
        for (int attempt = 0; attempt < 2; attempt++) {
            try {
                Files.createDirectory(path, only("rwx------"));
                lock = locked();
                return;
            } catch (FileAlreadyExistsException e) {
                claim();
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

    private static FileAttribute<?> only(String permissions) {
        return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions));
    }

    private static String reason(IOException e) {
        return e.getClass().getSimpleName().replace("Exception", "");
    }

    /** The file gets its name once it is locked, so that nobody finds it unlocked. Without locks the folder is never taken for a leftover. */
    private @Nullable FileChannel locked() {
        closeLock();
        FileChannel channel = null;
        try {
            Path fresh = path.resolve(LOCK + ".new");
            channel = FileChannel.open(
                    fresh, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), only("rw-------"));
            if (channel.tryLock() != null) {
                Files.move(fresh, path.resolve(LOCK), StandardCopyOption.ATOMIC_MOVE);
            }
        } catch (IOException noLocks) {
            // A file system without them.
        }
        return channel;
    }

    private void closeLock() {
        FileChannel held = lock;
        lock = null;
        if (held == null) {
            return;
        }
        try {
            held.close();
        } catch (IOException e) {
            // The lock goes with us.
        }
    }

    /**
     * Deletes a folder of ours whose server is dead.
     *
     * @return false when its server lives, or that cannot be told
     */
    static boolean deleteUnused(Path folder) {
        try (FileChannel channel =
                        FileChannel.open(folder.resolve(LOCK), StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
                FileLock taken = channel.tryLock()) {
            if (taken == null) {
                return false;
            }
            delete(folder);
            return true;
        } catch (IOException | OverlappingFileLockException e) {
            return false;
        }
    }

    /** Deletes the folder and what is in it. Writers of logs that are about to end may put files there meanwhile. */
    void delete() throws IOException {
        for (int attempt = 1; ; attempt++) {
            try {
                delete(path);
                closeLock();
                return;
            } catch (IOException e) {
                if (attempt == DELETE_ATTEMPTS) {
                    throw e;
                }
                LockSupport.parkNanos(DELETE_PAUSE);
            }
        }
    }

    /** Links are deleted, never followed. What is already gone is fine. */
    private static void delete(Path path) throws IOException {
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
            public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException e) throws IOException {
                Files.deleteIfExists(folder);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
