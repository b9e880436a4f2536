package io.github.tmuxmcp.agent.session;

import io.github.tmuxmcp.shell.ShellQuoting;
import java.io.IOException;
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The socket of the private tmux server: a name in tmux's own socket folder, as people expect it for {@code tmux -L}, or where that folder is not
 * safe to use or its path is too long, a path in a private folder of ours.
 *
 * @param arguments what tmux is started with, {@code -L NAME} or {@code -S PATH}
 * @param path the socket file
 */
record PrivateSocket(List<String> arguments, Path path) {
    /** Longest path that a socket address holds is 107 bytes; some of them are kept for tmux's own lock file. */
    private static final int LONGEST_PATH = 100;

    /**
     * Chooses a socket.
     *
     * @param folder where ours would be; it need not be there yet
     */
    static PrivateSocket choose(String name, Path folder, Map<String, String> environment) throws IOException {
        Path shared = sharedFolder(folder, environment);
        if (fits(shared.resolve(name)) && isUsable(shared) && !answers(shared.resolve(name))) {
            return new PrivateSocket(List.of("-L", name), shared.resolve(name));
        }
        Path own = folder.resolve("tmux.sock");
        Path path = fits(own)
                ? own
                : Files.createTempDirectory(Path.of("/tmp"), "tmux-mcp-").resolve("sock");
        return new PrivateSocket(List.of("-S", path.toString()), path);
    }

    private static boolean fits(Path path) {
        return path.toString().getBytes(StandardCharsets.UTF_8).length <= LONGEST_PATH;
    }

    /** As tmux finds it: a TMUX_TMPDIR that does not exist counts as none. */
    private static Path sharedFolder(Path folder, Map<String, String> environment) throws IOException {
        String configured = environment.getOrDefault("TMUX_TMPDIR", "");
        boolean exists = !configured.isEmpty() && Files.isDirectory(Path.of(configured));
        Path root = Path.of(exists ? configured : "/tmp");
        return root.toAbsolutePath()
                .resolve("tmux-" + OwnUser.id(folder.toAbsolutePath().getParent()));
    }

    private static boolean isUsable(Path shared) throws IOException {
        if (!Files.exists(shared, LinkOption.NOFOLLOW_LINKS)) {
            return true;
        }
        return Files.isDirectory(shared, LinkOption.NOFOLLOW_LINKS)
                && OwnUser.owns(shared)
                && Files.getPosixFilePermissions(shared).stream().noneMatch(PrivateSocket::isForOthers);
    }

    private static boolean isForOthers(PosixFilePermission permission) {
        return switch (permission) {
            case OTHERS_READ, OTHERS_WRITE, OTHERS_EXECUTE -> true;
            case OWNER_READ, OWNER_WRITE, OWNER_EXECUTE, GROUP_READ, GROUP_WRITE, GROUP_EXECUTE -> false;
        };
    }

    /** Whether somebody listens there, or may: a pid is ours alone only in its own namespace, and a stopped server listens, too. */
    static boolean answers(Path path) {
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.configureBlocking(false);
            channel.connect(UnixDomainSocketAddress.of(path));
            return true;
        } catch (ConnectException refused) {
            return false;
        } catch (IOException | UnsupportedOperationException untold) {
            return true;
        }
    }

    /** The file that tmux's client locks while it starts a server; one that is killed leaves it. */
    static Path lockOf(Path socket) {
        return socket.resolveSibling(socket.getFileName() + ".lock");
    }

    /** Removes the files, and the folder that was made for them alone. */
    void delete() throws IOException {
        Files.deleteIfExists(path);
        Files.deleteIfExists(lockOf(path));
        if (hasFolderOfItsOwn()) {
            Files.deleteIfExists(Objects.requireNonNull(path.getParent()));
        }
    }

    /** The same as lines of sh. */
    List<String> deletion() {
        String files = "rm -f " + ShellQuoting.quote(path.toString()) + " "
                + ShellQuoting.quote(lockOf(path).toString());
        return hasFolderOfItsOwn()
                ? List.of(files, "rmdir " + ShellQuoting.quote(String.valueOf(path.getParent())))
                : List.of(files);
    }

    private boolean hasFolderOfItsOwn() {
        return path.endsWith("sock");
    }
}
