package io.github.tmuxmcp.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What a user without privileges sees of panes. Stock Ubuntu (Yama, {@code ptrace_scope=1}) hides {@code syscall}
 * from it and nothing else; here a file without permissions, mounted over {@code syscall} in a mount namespace of the
 * looker's own, has the same effect on any kernel.
 */
class OtherUserIT {
    private static final List<String> AS_NOBODY =
            List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups");

    private static Path folder;
    private static String classes;
    private static TestTmux theirs;
    private static TestTmux ours;

    @BeforeAll
    static void start() throws Exception {
        assumeTrue(ProcessTable.system() instanceof ProcProcessTable, "there is no /proc");
        assumeTrue("root".equals(System.getProperty("user.name")), "only root can become another user");
        assumeTrue(
                succeeds(List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "true")), "no setpriv");
        assumeTrue(succeeds(List.of("unshare", "-m", "true")), "no mount namespaces");
        folder = Files.createTempDirectory("host-it");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        classes = copyOfOurClasses();
        Path socketFolder = Files.createDirectory(folder.resolve("tmux"));
        TestTmux.run(List.of("chown", "65534:65534", socketFolder.toString()));
        theirs = new TestTmux(socketFolder, AS_NOBODY);
        ours = new TestTmux();
    }

    @AfterAll
    static void end() throws Exception {
        if (ours != null) {
            ours.close();
            theirs.close();
            TestTmux.run(List.of("rm", "-r", folder.toString()));
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '%', quoteCharacter = '`', textBlock = """
            exec cat                                                % READS_LINE
            cat | sleep 100                                         % READS_LINE
            stty -echo; exec cat                                    % READS_SECRET
            exec less /etc/services                                 % READS_RAW
            exec bash --norc --noprofile                            % READS_RAW
            exec sleep 100                                          % NOT_READING
            while :; do :; done                                     % NOT_READING
            exec python3 -c 'import getpass; getpass.getpass()'     % READS_SECRET
            exec 5<>/dev/tcp/127.0.0.1/PORT; read x <&5             % UNKNOWN
            """)
    void withoutTheSystemCallTheKernelFunctionTells(String line, String verdict) throws Exception {
        try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            TestTmux.Pane pane =
                    theirs.open("bash", "-c", line.replace("PORT", Integer.toString(server.getLocalPort())) + "; true");
            Awaitility.await()
                    .atMost(Duration.ofSeconds(20))
                    .untilAsserted(
                            () -> assertThat(lookWithoutSystemCalls(pane)).endsWith(" " + verdict));
        }
    }

    @Test
    void ownProcessesAreReadAsRootReadsThem() throws Exception {
        TestTmux.Pane pane = theirs.open("cat");
        Awaitility.await().untilAsserted(() -> assertThat(look(pane)).isEqualTo("TTY_READ READS_LINE"));
    }

    @Test
    void anotherUsersProcessTellsNothing() throws Exception {
        TestTmux.Pane pane = ours.open("cat");
        Awaitility.await().untilAsserted(() -> assertThat(look(pane)).isEqualTo("UNKNOWN UNKNOWN"));
    }

    @Test
    void aProgramThatHidesItselfIsJudgedByTheTerminalAlone() throws Exception {
        // The kernel shows nothing of a program whose file may not be read, as of one that sudo started.
        Path hidden = folder.resolve("hidden-cat");
        Files.copy(Path.of("/bin/cat"), hidden);
        Files.setPosixFilePermissions(hidden, PosixFilePermissions.fromString("rwx--x--x"));
        TestTmux.Pane line = theirs.open(hidden.toString());
        Awaitility.await().untilAsserted(() -> assertThat(look(line)).isEqualTo("UNKNOWN UNKNOWN"));
        TestTmux.Pane secret = theirs.open("sh", "-c", "stty -echo; exec " + hidden);
        Awaitility.await().untilAsserted(() -> assertThat(look(secret)).isEqualTo("UNKNOWN READS_SECRET"));
        TestTmux.Pane keys = theirs.open("sh", "-c", "stty -icanon; exec " + hidden);
        Awaitility.await().untilAsserted(() -> assertThat(look(keys)).isEqualTo("UNKNOWN READS_RAW"));
    }

    @Test
    void suHidesWhatItsProgramReadsSoNothingIsProved() throws Exception {
        TestTmux.Pane pane = ours.open("su", "-s", "/bin/sh", "nobody", "-c", "read x");
        Awaitility.await()
                .until(() -> Foreground.look(ProcessTable.system(), pane.pid()).command(), "su"::equals);
        Foreground foreground = Foreground.look(ProcessTable.system(), pane.pid());
        assertThat(foreground.relay()).isTrue();
        assertThat(foreground.reading()).isEqualTo(Foreground.Reading.UNKNOWN);
    }

    private static String look(TestTmux.Pane pane) throws Exception {
        List<String> command = new ArrayList<>(AS_NOBODY);
        command.addAll(looker(pane));
        return TestTmux.run(command);
    }

    private static String lookWithoutSystemCalls(TestTmux.Pane pane) throws Exception {
        String script =
                "touch \"$1\"; chmod 0 \"$1\"; for f in $2; do mount --bind \"$1\" \"$f\" || exit 1; done; shift 2; exec \"$@\"";
        StringBuilder files = new StringBuilder();
        ProcessTable table = ProcessTable.system();
        ProcessEntry leader = table.find(pane.pid());
        if (leader == null) {
            return "gone";
        }
        for (ProcessEntry member : table.foregroundGroup(leader)) {
            files.append(" /proc/")
                    .append(member.pid())
                    .append("/task/")
                    .append(member.pid())
                    .append("/syscall");
        }
        List<String> command = new ArrayList<>(List.of(
                "unshare",
                "-m",
                "sh",
                "-c",
                script,
                "sh",
                folder.resolve("hidden").toString(),
                files.toString()));
        command.addAll(AS_NOBODY);
        command.addAll(looker(pane));
        return TestTmux.run(command);
    }

    private static List<String> looker(TestTmux.Pane pane) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xshare:auto",
                "-cp",
                classes,
                LookMain.class.getName(),
                Long.toString(pane.pid()),
                pane.tty());
    }

    /** A class path of copies: the build's folder may lie where only its owner can read. */
    private static String copyOfOurClasses() throws Exception {
        List<String> copies = new ArrayList<>();
        for (Class<?> one : List.of(ProcessTable.class, LookMain.class)) {
            Path source = Path.of(
                    one.getProtectionDomain().getCodeSource().getLocation().toURI());
            Path copy = folder.resolve(one.getSimpleName() + ".classes");
            TestTmux.run(List.of("cp", "-r", source.toString(), copy.toString()));
            TestTmux.run(List.of("chmod", "-R", "go+rX", copy.toString()));
            copies.add(copy.toString());
        }
        return String.join(File.pathSeparator, copies);
    }

    private static boolean succeeds(List<String> command) throws InterruptedException {
        try {
            return new ProcessBuilder(command).start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }
}
