package io.github.tmuxmcp.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The launcher in a folder of its own, with a PATH on which only plain tools are, and Javas, Mavens and package managers that are
 * scripts: they say how they were called. The folder's name has a space, quotes and a dollar sign in it.
 */
final class LauncherFixture {
    /** How a launcher ended. */
    record Ended(int code, String out, String err) {}

    private static final List<String> TOOLS = List.of(
            "sh",
            "env",
            "readlink",
            "sed",
            "find",
            "mkdir",
            "rmdir",
            "mv",
            "cp",
            "rm",
            "cat",
            "grep",
            "tr",
            "cksum",
            "stat",
            "ls",
            "sleep",
            "nice",
            "setsid",
            "dirname",
            "ps",
            "touch",
            "printf",
            "tail",
            "pwd",
            "ln",
            "true");
    /** A file that ends like a jar, as long as the record that ends one. */
    static final String JAR = "PK-the-end-of-all-jars";

    private static final List<Path> TOOL_FOLDERS = List.of(Path.of("/usr/bin"), Path.of("/bin"));
    private static final long LONGEST_RUN_SECONDS = 30;

    private final Path folder;
    private final Map<String, String> environment = new LinkedHashMap<>();
    private List<String> shell = List.of("sh");

    LauncherFixture(Path folder) throws IOException {
        this.folder = folder;
        Files.createDirectories(root());
        Files.createDirectories(bin());
        Files.copy(Path.of("tmux-mcp"), launcher());
        Files.setPosixFilePermissions(launcher(), PosixFilePermissions.fromString("rwxr-xr-x"));
        environment.put("PATH", bin() + ":" + tools());
        environment.put("TMUX_MCP_JVM_PLACES", "");
        environment.put("LANG", "C.UTF-8");
    }

    /** The POSIX shells of this machine. */
    static Stream<List<String>> shells() {
        return Stream.of(List.of("dash"), List.of("busybox", "sh"), List.of("bash", "--posix"), List.of("mksh"))
                .filter(command ->
                        TOOL_FOLDERS.stream().anyMatch(from -> Files.isExecutable(from.resolve(command.get(0)))));
    }

    Path folder() {
        return folder;
    }

    /** Where the launcher is. */
    Path root() {
        return folder.resolve("it's \"a\" $place");
    }

    Path launcher() {
        return root().resolve("tmux-mcp");
    }

    Path bin() {
        return folder.resolve("bin");
    }

    Path jar() {
        return root().resolve("target/tmux-mcp.jar");
    }

    LauncherFixture with(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    LauncherFixture without(String variable) {
        environment.remove(variable);
        return this;
    }

    LauncherFixture under(List<String> interpreter) {
        shell = interpreter;
        return this;
    }

    /** Makes the launcher's folder a checkout with a source. */
    LauncherFixture checkout() throws IOException {
        Files.writeString(root().resolve("pom.xml"), "<project/>");
        Files.createDirectories(root().resolve("src/main"));
        Files.writeString(root().resolve("src/main/A.java"), "class A {}");
        return this;
    }

    /** Puts a jar into the checkout that is newer than its sources. */
    LauncherFixture built() throws IOException {
        Files.createDirectories(root().resolve("target"));
        Files.writeString(jar(), JAR);
        Files.setLastModifiedTime(jar(), FileTime.fromMillis(System.currentTimeMillis() + 60_000));
        return this;
    }

    /** Makes a Java that prints its own path and its arguments, one a line; returns its home. */
    Path java(String name, String version, boolean compiler) throws IOException {
        Path home = folder.resolve("jvm/" + name);
        Files.createDirectories(home.resolve("bin"));
        script(
                home.resolve("bin/java"),
                "printf 'java=%s\\n' \"$0\"; for a in \"$@\"; do printf '<%s>\\n' \"$a\"; done",
                "printf 'folder=%s\\n' \"$(pwd -P)\"",
                "for n in 0 1 2; do [ -e /dev/fd/$n ] && printf 'open=%s\\n' $n; done",
                "printf 'locale=%s|%s|%s|%s\\n' \"${LC_ALL-unset}\" \"${LC_CTYPE-unset}\""
                        + " \"${TMUX_MCP_CALLER_LC_ALL-unset}\" \"${TMUX_MCP_CALLER_LC_CTYPE-unset}\"");
        if (compiler) {
            script(home.resolve("bin/javac"), ":");
        }
        Files.writeString(home.resolve("release"), "IMPLEMENTOR=\"Nobody\"\nJAVA_VERSION=\"" + version + "\"\n");
        return home;
    }

    /** Puts a command on the PATH. */
    void command(String name, String... lines) throws IOException {
        script(bin().resolve(name), lines);
    }

    /** Puts a Maven on the PATH that takes a moment, notes each run in {@code runs}, and leaves a jar. */
    void maven() throws IOException {
        command(
                "mvn",
                "echo run >>\"" + folder.resolve("runs") + "\"",
                "echo maven speaks",
                "sleep 0.3",
                "mkdir -p target",
                "printf '" + JAR + "' >target/tmux-mcp-0.0.0-all.jar");
    }

    long mavenRuns() throws IOException {
        Path runs = folder.resolve("runs");
        return Files.exists(runs) ? Files.readAllLines(runs).size() : 0;
    }

    Process start(String... arguments) throws IOException {
        return start(launcher(), arguments);
    }

    /** Starts the launcher with a stdin that stays open. */
    Process startWithInput(String... arguments) throws IOException {
        return builder(launcher(), arguments).start();
    }

    /** Starts the launcher by the name {@code launcher}, with an empty stdin. */
    Process start(Path launcher, String... arguments) throws IOException {
        return builder(launcher, arguments)
                .redirectInput(Path.of("/dev/null").toFile())
                .start();
    }

    private ProcessBuilder builder(Path launcher, String... arguments) {
        List<String> command = new ArrayList<>(shell);
        command.set(0, executable(command.get(0)));
        command.add(launcher.toString());
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().clear();
        builder.environment().putAll(environment);
        return builder;
    }

    /** Runs the launcher in a shell command of the test shell, in which {@code $LAUNCH} stands for it. */
    Ended runBy(String script, String... arguments) throws IOException, InterruptedException {
        List<String> launch = new ArrayList<>(shell);
        launch.set(0, executable(launch.get(0)));
        with("LAUNCH", String.join(" ", launch));
        shell = List.of("sh", "-c", script.replace("$LAUNCH", "exec $LAUNCH \"$0\" \"$@\""));
        return run(arguments);
    }

    Ended run(String... arguments) throws IOException, InterruptedException {
        return end(start(arguments));
    }

    Ended run(Path launcher, String... arguments) throws IOException, InterruptedException {
        return end(start(launcher, arguments));
    }

    static Ended end(Process process) throws IOException, InterruptedException {
        if (!process.waitFor(LONGEST_RUN_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("the launcher did not end");
        }
        return new Ended(
                process.exitValue(),
                new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8),
                new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8));
    }

    /** A folder with the plain tools and nothing else, for all tests: links in a test's own folder make JUnit warn. */
    private static Path tools() throws IOException {
        Path folder = Files.createDirectories(Path.of("target/launcher-tools").toAbsolutePath());
        for (String tool : TOOLS) {
            if (!Files.exists(folder.resolve(tool))) {
                Files.createSymbolicLink(folder.resolve(tool), Path.of(executable(tool)));
            }
        }
        return folder;
    }

    private static String executable(String name) {
        return TOOL_FOLDERS.stream()
                .map(from -> from.resolve(name))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow()
                .toString();
    }

    private static void script(Path file, String... lines) throws IOException {
        Files.deleteIfExists(file);
        Files.writeString(file, "#!/bin/sh\n" + String.join("\n", lines) + "\n", StandardOpenOption.CREATE_NEW);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
