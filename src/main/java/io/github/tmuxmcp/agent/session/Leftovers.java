package io.github.tmuxmcp.agent.session;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Takes away what servers of ours that were killed have left, when neither they nor their watchdog could: folders whose lock nobody holds, and
 * sockets of processes that are gone on which nobody listens. What is in doubt stays.
 */
final class Leftovers {
    private static final Pattern NAME = Pattern.compile("tmux-mcp-(?<pid>[0-9]{1,10})(?<lock>\\.lock)?");
    /** Between bind and listen a socket refuses connections, and a lock file is empty while a server starts. */
    private static final Duration SETTLED = Duration.ofSeconds(10);

    private static final Duration DELAY = Duration.ofSeconds(1);

    private final Path ownFolder;
    private final @Nullable Path ownSocket;

    /** @param ownSocket where sockets lie that others name the same way; null when ours is elsewhere */
    Leftovers(Path ownFolder, @Nullable Path ownSocket) {
        this.ownFolder = ownFolder;
        this.ownSocket = ownSocket;
    }

    /** Looks once, on a thread of its own and when the first call is over: nobody waits for it. */
    void sweepInBackground() {
        Thread thread = new Thread(
                () -> {
                    LockSupport.parkNanos(DELAY.toNanos());
                    sweep();
                },
                "leftovers");
        thread.setDaemon(true);
        thread.start();
    }

    private void sweep() {
        sweep(ownFolder, Leftovers::sweepFolder);
        if (ownSocket != null) {
            sweep(ownSocket, Leftovers::sweepSocket);
        }
    }

    private interface Look {
        void at(Path path, Matcher name) throws IOException;
    }

    private static void sweep(Path own, Look look) {
        Path parent = own.toAbsolutePath().getParent();
        if (parent == null) {
            return;
        }
        try (DirectoryStream<Path> found = Files.newDirectoryStream(parent, "tmux-mcp-[0-9]*")) {
            for (Path path : found) {
                Matcher name = NAME.matcher(String.valueOf(path.getFileName()));
                if (name.matches() && !path.equals(own)) {
                    look.at(path, name);
                }
            }
        } catch (IOException e) {
            // The next server looks again.
        }
    }

    private static void sweepFolder(Path path, Matcher name) throws IOException {
        if (name.group("lock") == null && OwnUser.hasPrivateFolder(path)) {
            LogFolder.deleteUnused(path);
        }
    }

    private static void sweepSocket(Path path, Matcher name) throws IOException {
        BasicFileAttributes found = Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        boolean old =
                found.lastModifiedTime().toInstant().isBefore(Instant.now().minus(SETTLED));
        boolean processGone =
                ProcessHandle.of(Long.parseLong(name.group("pid"))).isEmpty();
        if (!old || !processGone || !OwnUser.owns(path)) {
            return;
        }
        boolean leftLock = name.group("lock") != null && found.isRegularFile() && found.size() == 0;
        boolean leftSocket = name.group("lock") == null && found.isOther() && !PrivateSocket.answers(path);
        if (leftLock || leftSocket) {
            Files.deleteIfExists(path);
        }
    }
}
