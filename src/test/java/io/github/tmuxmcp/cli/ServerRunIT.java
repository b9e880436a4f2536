package io.github.tmuxmcp.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How a server ends: a virtual machine of its own runs {@link Server}, which notes what is closed. */
final class ServerRunIT {
    @TempDir
    Path folder;

    private Path notes;

    @BeforeEach
    void prepare() {
        notes = folder.resolve("notes");
    }

    @ParameterizedTest
    @ValueSource(strings = {"TERM", "INT", "HUP"})
    void aSignalCleansUpOnceAndLeavesAtOnce(String signal) throws Exception {
        Process server = start("reads");

        new ProcessBuilder("kill", "-" + signal, Long.toString(server.pid()))
                .start()
                .waitFor();
        Duration took = awaitEnd(server);

        assertThat(server.exitValue()).isZero();
        assertThat(Files.readString(notes)).isEqualTo("serve close cleanup ");
        // A blocked read would hold the virtual machine for 300 ms.
        assertThat(took).isLessThan(Duration.ofMillis(250));
    }

    @Test
    void theEndOfInputCleansUpOnce() throws Exception {
        Process server = start("reads");

        server.getOutputStream().close();
        awaitEnd(server);

        assertThat(server.exitValue()).isZero();
        assertThat(Files.readString(notes)).isEqualTo("serve close cleanup ");
    }

    @Test
    void signalsUponSignalsCleanUpOnce() throws Exception {
        Process server = start("closes slowly");
        String pid = Long.toString(server.pid());

        server.getOutputStream().close();
        new ProcessBuilder("kill", "-INT", pid).start().waitFor();
        new ProcessBuilder("kill", "-TERM", pid).start().waitFor();
        awaitEnd(server);

        assertThat(server.exitValue()).isZero();
        assertThat(Files.readString(notes)).isEqualTo("serve close cleanup ");
    }

    @Test
    void aCleanUpThatHangsIsGivenUp() throws Exception {
        Process server = start("never closes");

        server.getOutputStream().close();
        awaitEnd(server);

        assertThat(server.exitValue()).isZero();
        assertThat(Files.readString(notes)).isEqualTo("serve close ");
    }

    @Test
    void aServerThatFailsCleansUpAndSaysSo() throws Exception {
        Process server = start("fails");

        awaitEnd(server);

        assertThat(server.exitValue()).isEqualTo(70);
        assertThat(Files.readString(notes)).isEqualTo("serve close cleanup ");
        assertThat(server.errorReader().lines()).anyMatch(line -> line.contains("the server failed"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"fails to serve and to close", "runs out of memory"})
    void aServerWithAnErrorCleansUpAndSaysSo(String behaviour) throws Exception {
        Process server = start(behaviour);

        awaitEnd(server);

        assertThat(server.exitValue()).isEqualTo(70);
        assertThat(Files.readString(notes)).isEqualTo("serve close cleanup ");
        assertThat(server.errorReader().lines()).anyMatch(line -> line.contains("the server failed"));
    }

    /** The terminal's other end is a Python program's, which closes it when the server sits in its read: only then the read fails. */
    @Test
    void aTerminalThatIsHungUpIsTheEndOfInput() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/python3")), "no python3");
        List<String> command = new ArrayList<>(List.of(
                "python3",
                "-c",
                "import glob, os, subprocess, sys, time\n"
                        + "def reads():\n"
                        + "  places = glob.glob('/proc/%d/task/*/wchan' % server.pid)\n"
                        + "  return any(open(place).read() in ('wait_woken', 'n_tty_read') for place in places)\n"
                        + "ours, theirs = os.openpty()\n"
                        + "server = subprocess.Popen(sys.argv[2:], stdin=theirs)\n"
                        + "os.close(theirs)\n"
                        + "tries = 0\n"
                        + "while not (os.path.exists(sys.argv[1]) and (reads() or tries > 200)):\n"
                        + "  time.sleep(0.01)\n"
                        + "  tries += os.path.exists(sys.argv[1])\n"
                        + "os.close(ours)\n"
                        + "sys.exit(server.wait())\n",
                notes.toString()));
        command.addAll(command("reads"));
        Process starter = new ProcessBuilder(command).start();

        awaitEnd(starter);

        assertThat(starter.exitValue()).isZero();
        assertThat(Files.readString(notes)).isEqualTo("serve close cleanup ");
        assertThat(starter.errorReader().lines()).containsExactly("tmux-mcp: serving");
    }

    private Process start(String behaviour) throws IOException {
        Process server = new ProcessBuilder(command(behaviour)).start();
        await().until(() -> Files.exists(notes) && Files.size(notes) > 0);
        return server;
    }

    private List<String> command(String behaviour) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Xmx32m",
                "-cp",
                System.getProperty("java.class.path"),
                Server.class.getName(),
                notes.toString(),
                behaviour);
    }

    private static Duration awaitEnd(Process server) throws InterruptedException {
        long start = System.nanoTime();
        assertThat(server.waitFor(10, TimeUnit.SECONDS)).isTrue();
        return Duration.ofNanos(System.nanoTime() - start);
    }

    /** Appends what happens to the file that its first argument names. */
    static final class Server implements Mode {
        private final Path notes;
        private final String behaviour;

        Server(Path notes, String behaviour) {
            this.notes = notes;
            this.behaviour = behaviour;
        }

        public static void main(String[] arguments) {
            Server server = new Server(Path.of(arguments[0]), arguments[1]);
            new ServerRun(
                            server,
                            () -> server.note("cleanup "),
                            new FileInputStream(FileDescriptor.in).getChannel(),
                            System.out,
                            new FaultLog(null, System.err))
                    .run("serving");
        }

        @Override
        public void serve(ReadableByteChannel input, OutputStream output) throws IOException {
            note("serve ");
            if (behaviour.equals("fails")) {
                throw new IOException("on purpose");
            }
            if (behaviour.equals("fails to serve and to close")) {
                throw new AssertionError("on purpose");
            }
            if (behaviour.equals("runs out of memory")) {
                List<byte[]> hoard = new ArrayList<>();
                while (hoard.size() < Integer.MAX_VALUE) {
                    hoard.add(new byte[1 << 20]);
                }
            }
            ByteBuffer buffer = ByteBuffer.allocate(16);
            while (input.read(buffer) >= 0) {
                buffer.clear();
            }
        }

        @Override
        public void close() {
            note("close ");
            if (behaviour.equals("fails to serve and to close")) {
                throw new AssertionError("on purpose");
            }
            try {
                if (behaviour.equals("closes slowly")) {
                    TimeUnit.MILLISECONDS.sleep(300);
                } else if (behaviour.equals("never closes")) {
                    TimeUnit.DAYS.sleep(1);
                }
            } catch (InterruptedException hurried) {
                Thread.currentThread().interrupt();
            }
        }

        private void note(String word) {
            try {
                Files.writeString(notes, word, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }
    }
}
