package io.github.tmuxmcp.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.tmuxmcp.cli.LauncherFixture.Ended;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How the launcher builds the jar in a checkout. */
final class LauncherBuildIT {
    private LauncherFixture fixture;

    static Stream<List<String>> shells() {
        return LauncherFixture.shells();
    }

    @BeforeEach
    void prepare(@TempDir Path folder) throws Exception {
        fixture = new LauncherFixture(folder).checkout();
        fixture.with("JAVA_HOME", fixture.java("17", "17.0.15", true).toString());
        fixture.maven();
    }

    @ParameterizedTest
    @MethodSource("shells")
    void aMissingJarIsBuiltAndMavenIsNotHeard(List<String> shell) throws Exception {
        Ended ended = fixture.under(shell).run("--mode", "agent");

        assertThat(ended.code()).isZero();
        assertThat(ended.out()).startsWith("java=").doesNotContain("maven speaks");
        assertThat(ended.err()).hasLineCount(1).contains("building");
        assertThat(fixture.jar()).exists();
        assertThat(fixture.root().resolve("target/launcher-build.log"))
                .content()
                .contains("maven speaks");
        assertThat(fixture.root().resolve("target/launcher.lock")).doesNotExist();
    }

    @ParameterizedTest
    @MethodSource("shells")
    void manyFirstStartsBuildOnce(List<String> shell) throws Exception {
        fixture.under(shell);
        List<Process> starts = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            starts.add(fixture.start("--mode", "agent"));
        }

        for (Process start : starts) {
            assertThat(LauncherFixture.end(start).code()).isZero();
        }
        assertThat(fixture.mavenRuns()).isEqualTo(1);
    }

    @Test
    void aStaleJarServesAllTheSameAndSaysSo() throws Exception {
        makeStale();

        Ended ended = fixture.run("--mode", "agent");

        assertThat(ended.code()).isZero();
        assertThat(ended.err()).hasLineCount(1).contains("newer than");
        assertThat(fixture.mavenRuns()).isZero();
    }

    @Test
    void aStaleJarIsBuiltAgainWhenNoClientWaits() throws Exception {
        makeStale();

        fixture.run("--version");
        fixture.run("--version");

        assertThat(fixture.mavenRuns()).isEqualTo(1);
    }

    @Test
    void aJarInUseIsReplacedNotOverwritten() throws Exception {
        makeStale();
        Object before = Files.getAttribute(fixture.jar(), "unix:ino");

        fixture.run("--version");

        assertThat(Files.getAttribute(fixture.jar(), "unix:ino")).isNotEqualTo(before);
    }

    @Test
    void theLockOfADeadLauncherIsBroken() throws Exception {
        Process dead = new ProcessBuilder("true").start();
        dead.waitFor();
        Path lock = Files.createDirectories(fixture.root().resolve("target/launcher.lock"));
        Files.writeString(lock.resolve("pid"), dead.pid() + "\n");

        assertThat(fixture.run("--mode", "agent").code()).isZero();
        assertThat(fixture.mavenRuns()).isEqualTo(1);
    }

    @Test
    void aLockWhoseNumberBelongsToSomebodyElseNowIsBroken() throws Exception {
        Process somebody = new ProcessBuilder("sleep", "60").start();
        Path lock = Files.createDirectories(fixture.root().resolve("target/launcher.lock"));
        Files.writeString(lock.resolve("pid"), somebody.pid() + "\n");

        assertThat(fixture.run("--mode", "agent").code()).isZero();
        somebody.destroy();
        assertThat(fixture.mavenRuns()).isEqualTo(1);
    }

    @Test
    void whoWaitedForTheMavenOfAKilledLauncherTakesWhatItLeft() throws Exception {
        Path go = fixture.folder().resolve("go");
        fixture.command(
                "mvn",
                "echo run >>\"" + fixture.folder().resolve("runs") + "\"",
                "until [ -e '" + go + "' ]; do sleep 0.1; done",
                "printf '" + LauncherFixture.JAR + "' >target/tmux-mcp-0.0.0-all.jar");
        Process killed = fixture.start("--mode", "agent");
        await().until(() -> fixture.mavenRuns() == 1);
        killed.destroyForcibly().waitFor();

        Process waits = fixture.start("--mode", "agent");
        String waiting = waits.errorReader().readLine();
        Files.createFile(go);
        Ended ended = LauncherFixture.end(waits);

        assertThat(waiting).contains("waiting for another build");
        assertThat(ended.code()).isZero();
        assertThat(ended.err()).isEmpty();
        assertThat(fixture.mavenRuns()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "PK-the-beginning-of-a-jar-and-no-more"})
    void aBrokenJarIsBuiltAgain(String content) throws Exception {
        fixture.built();
        Files.writeString(fixture.jar(), content);

        assertThat(fixture.run("--mode", "agent").code()).isZero();

        assertThat(fixture.mavenRuns()).isEqualTo(1);
        assertThat(fixture.jar()).hasContent(LauncherFixture.JAR);
    }

    @Test
    void aStaleJarThatCannotBeReplacedServesAllTheSame() throws Exception {
        makeStale();
        Path target = fixture.jar().getParent();
        Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("r-xr-xr-x"));
        if ("root".equals(System.getProperty("user.name"))) {
            fixture.under(List.of("setpriv", "--bounding-set=-dac_override", "sh"));
        }

        Ended ended = fixture.run("--version");

        Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rwxr-xr-x"));
        assertThat(ended.code()).isZero();
        assertThat(ended.err()).hasLineCount(1).contains("newer than", target + " cannot be written");
    }

    @Test
    void aSignalEndsTheBuildAtOnceAndFreesTheLock() throws Exception {
        fixture.command("mvn", "echo $$ >\"" + fixture.folder().resolve("maven") + "\"", "exec sleep 60");
        Process start = fixture.start("--mode", "agent");
        Path maven = fixture.folder().resolve("maven");
        await().until(() -> Files.exists(maven) && Files.size(maven) > 0);
        long pid = Long.parseLong(Files.readString(maven).strip());

        start.toHandle().destroy();

        assertThat(LauncherFixture.end(start).code()).isEqualTo(143);
        assertThat(fixture.root().resolve("target/launcher.lock")).doesNotExist();
        await().atMost(Duration.ofSeconds(5))
                .until(() ->
                        ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty());
    }

    @Test
    void aFailedBuildShowsWhatMavenSaid() throws Exception {
        fixture.command("mvn", "echo '[ERROR] A.java:[1,2] cannot find symbol'", "exit 1");

        Ended ended = fixture.run("--mode", "agent");

        assertThat(ended.code()).isEqualTo(70);
        assertThat(ended.out()).isEmpty();
        assertThat(ended.err()).contains("cannot find symbol", "launcher-build.log");
        assertThat(fixture.root().resolve("target/launcher.lock")).doesNotExist();
    }

    @Test
    void withARuntimeOnlyTheJdkPackageIsNamed() throws Exception {
        Path runtime = fixture.java("runtime", "17", false);
        fixture.command("apt-get", "exit 1");
        fixture.command("apt-cache", "[ \"$3\" = openjdk-21-jdk-headless ] && echo Package: x");

        Ended ended = fixture.with("JAVA_HOME", runtime.toString()).run("--mode", "agent");

        assertThat(ended.code()).isEqualTo(69);
        assertThat(ended.err())
                .hasLineCount(1)
                .contains(runtime + " can only run programs", "apt-get install -y openjdk-21-jdk-headless");
    }

    @Test
    void withoutMavenItsCommandIsNamed() throws Exception {
        Files.delete(fixture.bin().resolve("mvn"));
        fixture.command("brew", "exit 1");

        Ended ended = fixture.run("--mode", "agent");

        assertThat(ended.code()).isEqualTo(69);
        assertThat(ended.err()).hasLineCount(1).contains("brew install maven");
    }

    private void makeStale() throws Exception {
        fixture.built();
        Files.setLastModifiedTime(fixture.jar(), FileTime.fromMillis(0));
    }
}
