package io.github.tmuxmcp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tmuxmcp.cli.LauncherFixture.Ended;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** How the launcher finds a Java and becomes it. */
final class LauncherJavaIT {
    private LauncherFixture fixture;

    static Stream<List<String>> shells() {
        return LauncherFixture.shells();
    }

    @BeforeEach
    void prepare(@TempDir Path folder) throws Exception {
        fixture = new LauncherFixture(folder).checkout().built();
    }

    @ParameterizedTest
    @MethodSource("shells")
    void everyArgumentArrivesAsItIs(List<String> shell) throws Exception {
        Path home = fixture.java("it's \"17\"", "17.0.15", true);
        String[] odd = {"--mode", "agent", "", "a b", "$HOME", "`x`", "it's", "\"", "*", "a\nb", "\\n", "-n"};

        Ended ended = fixture.under(shell).with("JAVA_HOME", home.toString()).run(odd);

        assertThat(ended.err()).isEmpty();
        assertThat(ended.code()).isZero();
        assertThat(ended.out())
                .startsWith("java=" + home + "/bin/java\n")
                .contains("<-jar>\n<" + fixture.jar()
                        + ">\n<--mode>\n<agent>\n<>\n<a b>\n<$HOME>\n<`x`>\n<it's>\n<\">\n<*>\n"
                        + "<a\nb>\n<\\n>\n<-n>\n");
    }

    @ParameterizedTest
    @MethodSource("shells")
    void withoutAnyJavaThePackageIsNamedAndNothingIsOnStdout(List<String> shell) throws Exception {
        fixture.command("apt-get", "exit 1");

        Ended ended = fixture.under(shell).run("--mode", "agent");

        assertThat(ended.code()).isEqualTo(69);
        assertThat(ended.out()).isEmpty();
        assertThat(ended.err()).hasLineCount(1).contains("Java 17 or newer", "apt-get install -y default-jre-headless");
    }

    @ParameterizedTest
    @CsvSource({"11.0.2, 11", "1.8.0_452, 8", "16, 16"})
    void aJavaThatIsTooOldIsNamed(String version, String major) throws Exception {
        Path home = fixture.java("old", version, true);

        Ended ended = fixture.with("JAVA_HOME", home.toString()).run("--version");

        assertThat(ended.code()).isEqualTo(69);
        assertThat(ended.err()).contains("found Java " + major + " in " + home);
    }

    @ParameterizedTest
    @CsvSource({"17", "17.0.15", "21-ea", "25.0.3"})
    void aJavaThatIsNewEnoughWillDo(String version) throws Exception {
        assertThat(fixture.with("JAVA_HOME", fixture.java("new", version, true).toString())
                        .run("--version")
                        .code())
                .isZero();
    }

    @Test
    void javaHomeComesFirstThenThePathThenTheUsualPlaces() throws Exception {
        Path first = fixture.java("a-first", "17", true);
        Path second = fixture.java("b-second", "17", true);
        Path third = fixture.java("c-third", "17", true);
        Files.createSymbolicLink(fixture.bin().resolve("java"), second.resolve("bin/java"));
        Path places = Files.createDirectories(fixture.folder().resolve("places"));
        Files.createSymbolicLink(places.resolve("third"), third);
        fixture.with("TMUX_MCP_JVM_PLACES", "/nowhere:" + places);

        assertThat(fixture.with("JAVA_HOME", first.toString()).run("x").out()).startsWith("java=" + first);
        assertThat(fixture.without("JAVA_HOME").run("x").out()).startsWith("java=" + second);
        Files.delete(fixture.bin().resolve("java"));
        assertThat(fixture.run("x").out()).startsWith("java=" + places.resolve("third"));
    }

    @Test
    void anOldJavaOnThePathDoesNotHideANewOneElsewhere() throws Exception {
        Files.createSymbolicLink(
                fixture.bin().resolve("java"), fixture.java("old", "11", true).resolve("bin/java"));
        Path mac = fixture.java("places/x.jdk/Contents/Home", "21", true);

        Ended ended = fixture.with(
                        "TMUX_MCP_JVM_PLACES",
                        fixture.folder().resolve("jvm/places").toString())
                .run("--version");

        assertThat(ended.out()).startsWith("java=" + mac);
    }

    @Test
    void aJavaWithoutAReleaseFileIsAskedOnce() throws Exception {
        Path home = fixture.java("bare", "17", true);
        Files.delete(home.resolve("release"));
        Path asked = fixture.folder().resolve("asked");
        fixture.command(
                "java",
                "echo x >>'" + asked + "'",
                "echo '    java.home = " + home + "' >&2",
                "echo '    java.specification.version = 17' >&2");
        fixture.with("XDG_CACHE_HOME", fixture.folder().resolve("cache").toString());

        for (int i = 0; i < 3; i++) {
            assertThat(fixture.run("--version").out()).startsWith("java=" + home);
        }

        assertThat(asked).content().isEqualTo("x\n");
    }

    @ParameterizedTest
    @MethodSource("shells")
    void theLauncherIsFoundThroughLinks(List<String> shell) throws Exception {
        fixture.with("JAVA_HOME", fixture.java("17", "17", true).toString()).under(shell);
        Path elsewhere = Files.createDirectories(fixture.folder().resolve("else where/bin"));
        Files.createSymbolicLink(elsewhere.resolve("one"), fixture.launcher());
        Files.createSymbolicLink(elsewhere.resolve("two"), Path.of("one"));
        Files.createSymbolicLink(fixture.folder().resolve("three"), Path.of("else where/bin/two"));

        Ended ended = fixture.run(fixture.folder().resolve("three"), "--version");

        assertThat(ended.out()).contains("<" + fixture.jar() + ">", "<-Dtmuxmcp.launcher=" + fixture.launcher() + ">");
    }

    @Test
    void inAPackageTheJarIsBesideTheLauncher() throws Exception {
        Files.delete(fixture.root().resolve("pom.xml"));
        Path jar = Files.createDirectories(fixture.root().resolve("lib")).resolve("tmux-mcp.jar");
        fixture.with("JAVA_HOME", fixture.java("17", "17", false).toString());

        assertThat(fixture.run("--version").code()).isEqualTo(70);
        Files.writeString(jar, "jar");

        assertThat(fixture.run("--version").out()).contains("<" + jar + ">");
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "unset",
            value = {
                // LC_ALL, LC_CTYPE, LANG -> what java sees
                "unset, unset, unset, unset|C.UTF-8|-|-",
                "C, unset, unset, C.UTF-8|C.UTF-8|=C|-",
                "POSIX, de_DE, en_US.UTF-8, C.UTF-8|C.UTF-8|=POSIX|=de_DE",
                "unset, unset, de_DE.ISO-8859-1, unset|C.UTF-8|-|-",
                "'', unset, C, |C.UTF-8|=|-",
                "unset, unset, de_DE.UTF-8, unset|unset|unset|unset",
                "unset, en_US.utf8, C, unset|en_US.utf8|unset|unset",
                "ja_JP.UTF-8, C, C, ja_JP.UTF-8|C|unset|unset"
            })
    void javaHasAUtf8LocaleAndTheCallersOwnIsPassedOn(String all, String type, String lang, String seen)
            throws Exception {
        fixture.with("JAVA_HOME", fixture.java("17", "17", true).toString()).without("LANG");
        // Left over from a server around us: these must not count.
        fixture.with("TMUX_MCP_CALLER_LC_ALL", "=x").with("TMUX_MCP_CALLER_LC_CTYPE", "=x");
        set("LC_ALL", all);
        set("LC_CTYPE", type);
        set("LANG", lang);

        assertThat(fixture.run("--mode", "agent").out()).endsWith("locale=" + seen + "\n");
    }

    @ParameterizedTest
    @MethodSource("shells")
    void fromAFolderThatWasDeletedTheServerStartsAtHome(List<String> shell) throws Exception {
        Path gone = Files.createDirectory(fixture.folder().resolve("gone"));
        Path home = Files.createDirectory(fixture.folder().resolve("home"));
        fixture.with("JAVA_HOME", fixture.java("17", "17", true).toString())
                .with("HOME", home.toString())
                .with("GONE", gone.toString());

        Ended ended = fixture.under(shell).runBy("cd \"$GONE\" && rmdir \"$GONE\" && $LAUNCH", "--version");

        assertThat(ended.code()).isZero();
        assertThat(ended.out()).contains("\nfolder=" + home + "\n");
        assertThat(ended.err()).contains("tmux-mcp: the current folder was deleted; starting in " + home + "\n");
    }

    @ParameterizedTest
    @MethodSource("shells")
    void anInputOrErrorStreamThatIsClosedIsAnEmptyOne(List<String> shell) throws Exception {
        fixture.with("JAVA_HOME", fixture.java("17", "17", true).toString()).under(shell);

        Ended ended = fixture.runBy("$LAUNCH <&- 2>&-", "--version");

        assertThat(ended.code()).isZero();
        assertThat(ended.out()).contains("\nopen=0\nopen=1\nopen=2\n");
    }

    @ParameterizedTest
    @MethodSource("shells")
    void withoutAnOutputStreamNothingIsStarted(List<String> shell) throws Exception {
        fixture.with("JAVA_HOME", fixture.java("17", "17", true).toString()).under(shell);

        Ended ended = fixture.runBy("$LAUNCH >&-", "--mode", "agent");

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err()).hasLineCount(1).contains("stdout is closed");
    }

    @Test
    void aPathThatJavaCannotTakeIsNamed() throws Exception {
        LauncherFixture odd = new LauncherFixture(fixture.folder().resolve("a:b"));
        odd.checkout().built().with("JAVA_HOME", fixture.java("17", "17", true).toString());

        Ended ended = odd.run("--mode", "agent");

        assertThat(ended.code()).isEqualTo(70);
        assertThat(ended.err()).hasLineCount(1).contains("colon", odd.root().toString());
    }

    private void set(String variable, String value) {
        if (value != null) {
            fixture.with(variable, value);
        }
    }
}
