package io.github.tmuxmcp.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.tmuxmcp.cli.LauncherFixture.Ended;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The class-data archive, with the real Java and the packaged jar. */
final class LauncherArchiveIT {
    private static final Duration LONGEST_MAKING = Duration.ofSeconds(60);

    private LauncherFixture fixture;
    private Path cache;

    @BeforeEach
    void prepare(@TempDir Path folder) throws Exception {
        fixture = new LauncherFixture(folder);
        Files.copy(packagedJar(), fixture.root().resolve("tmux-mcp.jar"));
        cache = folder.resolve("a cache/tmux-mcp");
        fixture.with("JAVA_HOME", System.getProperty("java.home"))
                .with("XDG_CACHE_HOME", cache.getParent().toString())
                .with("HOME", folder.toString());
    }

    /** This Java and, where there is one, a Java with the newer kind of archive. */
    static Stream<String> javas() throws IOException {
        Path places = Path.of("/usr/lib/jvm");
        if (!Files.isDirectory(places)) {
            return Stream.of(System.getProperty("java.home"));
        }
        try (Stream<Path> homes = Files.list(places)) {
            return Stream.concat(
                    Stream.of(System.getProperty("java.home")),
                    homes.filter(LauncherArchiveIT::isNew).map(Path::toString).limit(1).toList().stream());
        }
    }

    private static boolean isNew(Path home) {
        try {
            return Pattern.compile("^JAVA_VERSION=\"(2[5-9]|[3-9][0-9])", Pattern.MULTILINE)
                    .matcher(Files.readString(home.resolve("release")))
                    .find();
        } catch (IOException noRelease) {
            return false;
        }
    }

    @ParameterizedTest
    @MethodSource("javas")
    void theFirstServerOrdersAnArchiveThatTheNextOneUsesUnlessItIsGarbage(String java) throws Exception {
        fixture.with("JAVA_HOME", java);
        assertServes();
        Path archive = awaitArchive();

        assertThat(Files.getPosixFilePermissions(cache)).isEqualTo(PosixFilePermissions.fromString("rwx------"));
        assertServes();
        assertThat(openFilesOfAServer()).contains(archive.toRealPath());
        Files.delete(archive);
        Files.writeString(archive, "garbage");
        assertServes();
    }

    @Test
    void theArchiveHoldsTheClassesThatTheFirstCallNeeds() throws Exception {
        fixture.with("PATH", System.getenv("PATH"));
        assertServes();
        Path archive = awaitArchive();

        // A class that only its own outer class names, and that is loaded once tmux has answered something.
        String content = Files.readString(archive, StandardCharsets.ISO_8859_1);
        assertThat(content.contains("io/github/tmuxmcp/tmux/control/ControlParser$OpenBlock"))
                .isTrue();
    }

    @Test
    void anArchiveOfAnotherJarChangesNothing() throws Exception {
        assertServes();
        Path archive = awaitArchive();
        byte[] content = Files.readAllBytes(archive);
        Files.setLastModifiedTime(fixture.root().resolve("tmux-mcp.jar"), FileTime.fromMillis(86_400_000));
        assertServes();
        await().atMost(LONGEST_MAKING).until(() -> archives().size() == 2 && isQuiet());
        for (Path other : archives()) {
            Files.delete(other);
            Files.write(other, content);
        }

        assertServes();
    }

    @Test
    void withoutAPlaceForItTheServerStartsAllTheSame() throws Exception {
        Path file = Files.writeString(fixture.folder().resolve("file"), "");

        fixture.with("XDG_CACHE_HOME", file.toString());
        assertServes();
        fixture.with("XDG_CACHE_HOME", "/proc/nowhere");
        assertServes();
        fixture.without("XDG_CACHE_HOME").with("HOME", "/dev/null");
        assertServes();
        fixture.without("HOME");
        assertServes();
    }

    @Test
    void aFolderOfSomebodyElseIsNotUsed() throws Exception {
        Files.createDirectories(cache.getParent());
        Files.createSymbolicLink(cache, Path.of("/proc"));

        assertServes();
    }

    @Test
    void theServerHasTheLaunchersProcessIdAndItsSignalsAndExitCode() throws Exception {
        fixture.without("XDG_CACHE_HOME").without("HOME");
        for (String signal : List.of("TERM", "INT", "HUP")) {
            Process server = serverThatWaits();
            long start = System.nanoTime();

            new ProcessBuilder("kill", "-" + signal, Long.toString(server.pid()))
                    .start()
                    .waitFor();

            assertThat(server.waitFor(5, TimeUnit.SECONDS)).isTrue();
            assertThat(server.exitValue()).as(signal).isZero();
            assertThat(Duration.ofNanos(System.nanoTime() - start)).as(signal).isLessThan(Duration.ofMillis(300));
        }
    }

    /** A server at the end of its input: exit code 0, and not a byte on stdout. Of a bad archive 25 says a line on stderr. */
    private void assertServes() throws Exception {
        Ended ended = fixture.run("--mode", "agent");
        assertThat(ended.err()).contains("serves agent mode");
        assertThat(ended.out()).isEmpty();
        assertThat(ended.code()).isZero();
    }

    private Path awaitArchive() {
        await().atMost(LONGEST_MAKING).until(() -> archives().size() == 1 && isQuiet());
        return archives().get(0);
    }

    private List<Path> archives() {
        return listed(".jsa", ".aot");
    }

    /** True when no archive is being made. */
    private boolean isQuiet() {
        return listed(".making").isEmpty();
    }

    private List<Path> listed(String... suffixes) {
        try (Stream<Path> files = Files.list(cache)) {
            return files.filter(file -> Stream.of(suffixes).anyMatch(file.toString()::endsWith))
                    .toList();
        } catch (IOException notThereYet) {
            return List.of();
        }
    }

    private List<Path> openFilesOfAServer() throws Exception {
        Process server = serverThatWaits();
        try (Stream<String> maps = Files.lines(Path.of("/proc/" + server.pid() + "/maps"))) {
            return maps.filter(line -> line.contains("/"))
                    .map(line -> Path.of(line.substring(line.indexOf('/'))))
                    .distinct()
                    .toList();
        } finally {
            server.destroy();
            server.waitFor();
        }
    }

    private Process serverThatWaits() throws IOException {
        Process server = fixture.startWithInput("--mode", "agent");
        // It has spoken: from here on it serves.
        if (server.getErrorStream().read() < 0) {
            throw new AssertionError("the server did not start");
        }
        return server;
    }

    private static Path packagedJar() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("target"))) {
            return files.filter(file -> file.getFileName().toString().matches("tmux-mcp-.*-all\\.jar"))
                    .findFirst()
                    .orElseThrow();
        }
    }
}
