package io.github.tmuxmcp.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** A real sshd on a free port of the loopback, with keys, configuration and folders of its own; closing it ends the sessions on it. */
final class SshServer implements AutoCloseable {
    private static final List<Path> PLACES = Stream.of(
                    "/usr/sbin/sshd", "/usr/local/sbin/sshd", "/sbin/sshd", "/usr/bin/sshd")
            .map(Path::of)
            .toList();

    /** An sshd of root's wants a folder that the system makes only for its own; here it gets one that nobody else sees. */
    private static final List<String> IN_ITS_OWN_RUN = List.of(
            "unshare", "-m", "sh", "-c", "mount -t tmpfs none /run && mkdir -m 755 /run/sshd && exec \"$0\" \"$@\"");

    final Path home;
    private final Path folder;
    private final Process sshd;
    private final int port;

    private SshServer(Path folder, Process sshd, int port) {
        this.folder = folder;
        this.home = folder.resolve("home");
        this.sshd = sshd;
        this.port = port;
    }

    /**
     * @param login what a login runs instead of the user's shell and start files, in {@code home}
     */
    static SshServer start(String login) throws Exception {
        Path program = PLACES.stream().filter(Files::isExecutable).findFirst().orElse(null);
        assumeTrue(program != null, "no sshd here");
        Path folder = Files.createTempDirectory("tmux-mcp-sshd");
        Path home = Files.createDirectory(folder.resolve("home"));
        for (String key : List.of("host", "user")) {
            run(
                    "ssh-keygen",
                    "-q",
                    "-t",
                    "ed25519",
                    "-N",
                    "",
                    "-f",
                    folder.resolve(key).toString());
        }
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Files.writeString(
                folder.resolve("config"),
                String.join(
                        "\n",
                        "ListenAddress 127.0.0.1:" + port,
                        "HostKey " + folder.resolve("host"),
                        "AuthorizedKeysFile " + folder.resolve("user.pub"),
                        "PidFile none",
                        "StrictModes no",
                        "UsePAM no",
                        "PermitRootLogin yes",
                        "PrintMotd no",
                        "PrintLastLog no",
                        "ForceCommand cd " + home + " && export HOME=" + home + " LC_ALL=C.UTF-8 && " + login,
                        ""));
        List<String> command = new ArrayList<>();
        if (System.getProperty("user.name").equals("root") && !Files.isDirectory(Path.of("/run/sshd"))) {
            command.addAll(IN_ITS_OWN_RUN);
        }
        command.addAll(List.of(
                program.toString(), "-D", "-e", "-f", folder.resolve("config").toString()));
        Process sshd = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
        SshServer server = new SshServer(folder, sshd, port);
        Awaitility.await().until(() -> answers(port) || !sshd.isAlive());
        if (!sshd.isAlive()) {
            String log = Files.readString(folder.resolve("log"));
            server.close();
            throw new IllegalStateException("sshd ended at once: " + log);
        }
        return server;
    }

    private static boolean answers(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException notYet) {
            return false;
        }
    }

    private static void run(String... command) throws Exception {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
    }

    /** The command line that logs in. */
    String command() {
        return "ssh -F none -p " + port + " -i " + folder.resolve("user")
                + " -o StrictHostKeyChecking=no -o LogLevel=ERROR -o UserKnownHostsFile=/dev/null "
                + System.getProperty("user.name") + "@127.0.0.1";
    }

    /** Ends the connections, as a network that fails does. */
    void loseConnections() {
        sshd.children().forEach(ProcessHandle::destroyForcibly);
    }

    @Override
    public void close() throws Exception {
        List<ProcessHandle> all = sshd.descendants().toList();
        sshd.destroy();
        all.forEach(ProcessHandle::destroyForcibly);
        assertThat(sshd.waitFor(10, TimeUnit.SECONDS)).isTrue();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
