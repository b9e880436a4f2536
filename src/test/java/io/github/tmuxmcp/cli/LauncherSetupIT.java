package io.github.tmuxmcp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tmuxmcp.cli.LauncherFixture.Ended;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How the launcher sets up what is missing. No package manager of this machine is asked. */
final class LauncherSetupIT {
    private LauncherFixture fixture;
    private Path jdk;
    private Path installed;

    @BeforeEach
    void prepare(@TempDir Path folder) throws Exception {
        fixture = new LauncherFixture(folder).checkout();
        jdk = fixture.java("17", "17", true);
        installed = folder.resolve("installed");
        fixture.with("JAVA_HOME", jdk.toString());
        fixture.maven();
        fixture.command("tmux", ":");
        fixture.command("id", "echo 1000");
    }

    @Test
    void nothingIsInstalledWhenNothingIsMissing() throws Exception {
        fixture.command("id", "echo 0");
        aptGet();

        Ended ended = fixture.run("setup");

        assertThat(ended).isEqualTo(new Ended(0, jdk + "\n", ""));
        assertThat(installed).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource({"mvn, maven", "tmux, tmux"})
    void rootInstallsWhatIsMissing(String command, String packageName) throws Exception {
        fixture.command("id", "echo 0");
        Files.delete(fixture.bin().resolve(command));
        aptGet();

        Ended ended = fixture.run("setup");

        assertThat(ended.code()).isZero();
        assertThat(ended.out()).isEqualTo(jdk + "\n");
        assertThat(installed)
                .content()
                .isEqualTo("-q update\n-q -y --no-install-recommends install " + packageName + "\n");
    }

    @Test
    void aMissingJdkIsInstalledUnderTheNameThatThisReleaseHas() throws Exception {
        fixture.without("JAVA_HOME")
                .with("TMUX_MCP_JVM_PLACES", fixture.folder().resolve("new").toString());
        fixture.command("id", "echo 0");
        fixture.command("apt-cache", "[ \"$3\" = openjdk-25-jdk-headless ] && echo Package: x");
        fixture.command(
                "apt-get",
                "echo \"$@\" >>'" + installed + "'",
                "mkdir -p '" + fixture.folder().resolve("new") + "'",
                "cp -R '" + jdk + "' '" + fixture.folder().resolve("new/jdk") + "'");

        Ended ended = fixture.run("setup");

        assertThat(ended.out()).isEqualTo(fixture.folder().resolve("new/jdk") + "\n");
        assertThat(installed).content().endsWith("install openjdk-25-jdk-headless\n");
    }

    @Test
    void passwordlessSudoWillDo() throws Exception {
        Files.delete(fixture.bin().resolve("tmux"));
        fixture.command("sudo", "shift", "exec \"$@\"");
        aptGet();

        assertThat(fixture.run("setup").code()).isZero();
        assertThat(installed).content().endsWith("install tmux\n");
    }

    @Test
    void whereSudoAsksForAPasswordTheCommandIsPrinted() throws Exception {
        Files.delete(fixture.bin().resolve("tmux"));
        Files.delete(fixture.bin().resolve("mvn"));
        fixture.command("sudo", "exit 1");
        aptGet();

        Ended ended = fixture.run("setup");

        assertThat(ended.code()).isEqualTo(69);
        assertThat(ended.out()).isEmpty();
        assertThat(ended.err())
                .isEqualTo(
                        "tmux-mcp: missing: mvn tmux; type: sudo apt-get update && sudo apt-get install -y maven tmux\n");
        assertThat(installed).doesNotExist();
    }

    @Test
    void brewNeedsNoRoot() throws Exception {
        Files.delete(fixture.bin().resolve("tmux"));
        fixture.command("brew", "echo \"$@\" >'" + installed + "'", "ln -s /bin/true '" + fixture.bin() + "/tmux'");

        assertThat(fixture.run("setup").code()).isZero();
        assertThat(installed).content().isEqualTo("install tmux\n");
    }

    @Test
    void anInstallationThatFailsEndsWithTheCommand() throws Exception {
        Files.delete(fixture.bin().resolve("tmux"));
        fixture.command("id", "echo 0");
        fixture.command("apt-get", "echo apt is broken; exit 100");

        Ended ended = fixture.run("setup");

        assertThat(ended.code()).isEqualTo(69);
        assertThat(ended.out()).isEmpty();
        assertThat(ended.err()).contains("apt is broken", "missing: tmux; type: ");
    }

    @Test
    void whatOnlyTestsDriveMayStayMissing() throws Exception {
        Ended ended = fixture.run("setup", "--tests");

        assertThat(ended.code()).isZero();
        assertThat(ended.out()).isEqualTo(jdk + "\n");
        assertThat(ended.err()).hasLineCount(1).contains("not installed: zsh fish", "skipped");
    }

    @Test
    void theDemoNeedsNoMavenWhenTheJarIsFresh() throws Exception {
        fixture.built();
        Files.delete(fixture.bin().resolve("mvn"));

        assertThat(fixture.run("demo").out()).contains("<demo>");
    }

    @Test
    void theDemoSetsUpTmux() throws Exception {
        fixture.built();
        Files.delete(fixture.bin().resolve("tmux"));

        Ended ended = fixture.run("demo");

        assertThat(ended.code()).isEqualTo(69);
        assertThat(ended.err()).contains("missing: tmux");
    }

    @Test
    void aClientNeverWaitsForAnInstallation() throws Exception {
        fixture.built();
        Files.delete(fixture.bin().resolve("tmux"));
        fixture.command("id", "echo 0");
        aptGet();

        assertThat(fixture.run("--mode", "agent").code()).isZero();
        assertThat(installed).doesNotExist();
    }

    /** An apt-get that notes its arguments and brings tmux and Maven. */
    private void aptGet() throws Exception {
        fixture.command(
                "apt-get",
                "echo \"$@\" >>'" + installed + "'",
                "case $* in *install*) cp '" + fixture.bin() + "/id' '" + fixture.bin() + "/tmux'; cp '" + fixture.bin()
                        + "/id' '" + fixture.bin() + "/mvn' ;; esac");
    }
}
