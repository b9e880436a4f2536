package io.github.tmuxmcp.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Starts the packaged jar as clients do, with home, temporary folder and sockets in one folder of its own. Closing it ends what it
 * started and fails when a process of that folder is left.
 */
final class PackagedServers implements AutoCloseable {
    /** The launcher's, but for those that speed up the start. */
    private static final List<String> JVM_FLAGS =
            List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:-UsePerfData", "-Xmx128m", "-Xss512k");

    private static final List<String> PASSED_ON = List.of("PATH", "LANG");
    private static final Duration SETTLING = Duration.ofSeconds(5);

    private final Path root;
    private final Map<String, String> environment = new LinkedHashMap<>();
    private final List<PackagedServer> started = new ArrayList<>();

    PackagedServers() throws IOException {
        root = Files.createTempDirectory("tmux-mcp-life").toRealPath();
        PASSED_ON.forEach(name -> with(name, System.getenv(name)));
        with("HOME", Files.createDirectory(root.resolve("home")).toString());
        with("TMPDIR", Files.createDirectory(temporary()).toString());
        with("TMUX_TMPDIR", root.toString());
        with("LC_ALL", "C.UTF-8");
    }

    /** Where everything is. */
    Path root() {
        return root;
    }

    /** Where logs go. */
    Path temporary() {
        return root.resolve("tmp");
    }

    /** Sets a variable of servers that are started from now on; null takes it away. */
    PackagedServers with(String variable, String value) {
        if (value == null) {
            environment.remove(variable);
        } else {
            environment.put(variable, value);
        }
        return this;
    }

    /** Starts a server as a child of this process, shakes hands and leaves it idle. */
    PackagedServer start() throws IOException {
        return started(new ProcessBuilder(javaCommand()));
    }

    /** Starts a server by a shell script in which {@code "$@"} is the server's command line. */
    PackagedServer startBy(String script) throws IOException {
        return startBy(List.of("/bin/sh", "-c", script, "sh"));
    }

    /** Starts a server by another command, to which the server's command line is appended. */
    PackagedServer startBy(List<String> starter) throws IOException {
        List<String> command = new ArrayList<>(starter);
        command.addAll(javaCommand());
        return started(new ProcessBuilder(command));
    }

    private PackagedServer started(ProcessBuilder builder) throws IOException {
        builder.directory(root.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        builder.redirectError(
                ProcessBuilder.Redirect.appendTo(root.resolve("stderr").toFile()));
        PackagedServer server = new PackagedServer(builder.start());
        started.add(server);
        server.initialize();
        return server;
    }

    private static List<String> javaCommand() throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(JVM_FLAGS);
        command.addAll(List.of("-jar", jar().toAbsolutePath().toString(), "--mode", "agent"));
        return command;
    }

    static Path jar() throws IOException {
        try (DirectoryStream<Path> jars = Files.newDirectoryStream(Path.of("target"), "tmux-mcp-*-all.jar")) {
            for (Path jar : jars) {
                return jar;
            }
        }
        throw new IllegalStateException("no target/tmux-mcp-*-all.jar: run mvn package first");
    }

    /** What servers have said on stderr. */
    String errors() throws IOException {
        return Files.readString(root.resolve("stderr"));
    }

    /** Processes that name this folder on their command lines: tmux servers and watchdogs. */
    private List<ProcessHandle> left() {
        return ProcessHandle.allProcesses()
                .filter(process -> process.info().commandLine().orElse("").contains(root.toString()))
                .filter(process -> PackagedServer.runs(process.pid()))
                .toList();
    }

    @Override
    public void close() throws IOException {
        started.forEach(PackagedServer::destroy);
        List<ProcessHandle> survivors = new ArrayList<>();
        try {
            await().atMost(SETTLING).until(() -> left().isEmpty());
        } catch (org.awaitility.core.ConditionTimeoutException some) {
            survivors.addAll(left());
            survivors.forEach(ProcessHandle::destroyForcibly);
        }
        started.forEach(PackagedServer::endJobs);
        delete();
        assertThat(survivors).as("processes that were left behind").isEmpty();
    }

    private void delete() throws IOException {
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path folder, IOException e) throws IOException {
                Files.delete(folder);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
