package io.github.tmuxmcp.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The watchdog's script under real shells, guarding real processes. */
class WatchdogIT {
    private static final Duration NOTICED = Duration.ofSeconds(10);

    @TempDir
    Path folder;

    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void endWhatWasStarted() {
        started.forEach(Process::destroyForcibly);
    }

    @ParameterizedTest
    @ValueSource(strings = {"dash", "bash --posix", "busybox sh"})
    void aKilledAndReapedProcessIsNoticed(String shell) throws Exception {
        Process guarded = start("sleep", "1000");
        Process watchdog = watch(shell, guarded.pid(), HostInfo.startStamp(guarded.pid()));
        guarded.destroyForcibly().waitFor();
        awaitCleanup(watchdog);
    }

    @ParameterizedTest
    @ValueSource(strings = {"dash", "bash --posix", "busybox sh"})
    void aKilledProcessThatStaysAZombieIsNoticed(String shell) throws Exception {
        // The shell becomes a sleep, which never waits for the child that it inherits.
        Process parent = start("sh", "-c", "sleep 1000 & echo $!; exec sleep 1000");
        long guarded;
        try (var reader =
                new BufferedReader(new InputStreamReader(parent.getInputStream(), StandardCharsets.US_ASCII))) {
            guarded = Long.parseLong(reader.readLine());
            Process watchdog = watch(shell, guarded, HostInfo.startStamp(guarded));
            TestTmux.run(List.of("kill", "-KILL", Long.toString(guarded)));
            awaitCleanup(watchdog);
            assertThat(ProcessTable.system().find(guarded)).matches(entry -> entry != null && entry.isDead());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"dash", "bash --posix", "busybox sh"})
    void aReusedPidIsNoticed(String shell) throws Exception {
        Process stranger = start("sleep", "1000");
        long started = Long.parseLong(HostInfo.startStamp(stranger.pid()));
        awaitCleanup(watch(shell, stranger.pid(), Long.toString(started - 1)));
        assertThat(stranger.isAlive()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"dash", "bash --posix", "busybox sh"})
    void aNameWithParenthesesAndBlanksHidesNothing(String shell) throws Exception {
        Path program = folder.resolve("a) Z (b 1");
        Files.copy(Path.of("/bin/sleep"), program);
        program.toFile().setExecutable(true);
        Process guarded = start(program.toString(), "1000");
        Awaitility.await()
                .until(() -> new String(
                                ProcFiles.SYSTEM.read("/proc/" + guarded.pid() + "/stat"), StandardCharsets.UTF_8)
                        .contains("a) Z (b 1"));
        Process watchdog = watch(shell, guarded.pid(), HostInfo.startStamp(guarded.pid()));
        awaitRounds(watchdog);
        assertThat(watchdog.isAlive()).isTrue();
        guarded.destroyForcibly().waitFor();
        awaitCleanup(watchdog);
    }

    @ParameterizedTest
    @ValueSource(strings = {"dash", "bash --posix", "busybox sh"})
    void hangupAndInterruptDoNotEndIt(String shell) throws Exception {
        Process guarded = start("sleep", "1000");
        Process watchdog = watch(shell, guarded.pid(), HostInfo.startStamp(guarded.pid()));
        awaitRounds(watchdog);
        TestTmux.run(List.of("kill", "-HUP", Long.toString(watchdog.pid())));
        TestTmux.run(List.of("kill", "-INT", Long.toString(watchdog.pid())));
        awaitRounds(watchdog);
        assertThat(watchdog.isAlive()).isTrue();
        guarded.destroyForcibly().waitFor();
        awaitCleanup(watchdog);
    }

    @ParameterizedTest
    @ValueSource(strings = {"dash", "bash --posix", "busybox sh"})
    void whereThereIsNoProcPsIsAsked(String shell) throws Exception {
        assumeTrue(new File("/bin/ps").canExecute(), "ps is not installed");
        Process guarded = start("sleep", "1000");
        String stamp = HostInfo.startStampByPs(guarded.pid());
        assertThat(stamp).matches("\\w{3} \\w{3} \\d+ [\\d:]{8} \\d{4}");
        Process watchdog = watch(shell, guarded.pid(), stamp);
        guarded.destroyForcibly().waitFor();
        awaitCleanup(watchdog);
        awaitCleanup(watch(shell, start("sleep", "1000").pid(), "Thu Jan 1 00:00:00 1970"));
    }

    private Process watch(String shell, long pid, String stamp) throws Exception {
        Files.deleteIfExists(folder.resolve("cleaned"));
        String script = Watchdog.script(
                pid,
                stamp,
                List.of("false", "echo first >>'" + folder + "/cleaned'", "echo last >>'" + folder + "/cleaned'"));
        List<String> command = new ArrayList<>(List.of(shell.split(" ", -1)));
        assumeTrue(
                new ProcessBuilder("sh", "-c", "command -v \"$1\"", "sh", command.get(0))
                                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                                .start()
                                .waitFor()
                        == 0,
                () -> command.get(0) + " is not installed");
        command.addAll(List.of("-c", script));
        return start(command.toArray(new String[0]));
    }

    private Process start(String... command) throws Exception {
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        started.add(process);
        return process;
    }

    /** Some rounds have passed when other sleeps than the first were seen below the watchdog. */
    private static void awaitRounds(Process watchdog) {
        List<Long> naps = new ArrayList<>();
        Awaitility.await().atMost(NOTICED).pollInterval(Duration.ofMillis(20)).until(() -> {
            watchdog.children()
                    .map(ProcessHandle::pid)
                    .filter(pid -> !naps.contains(pid))
                    .forEach(naps::add);
            return naps.size() >= 3;
        });
    }

    private void awaitCleanup(Process watchdog) {
        Awaitility.await().atMost(NOTICED).until(() -> !watchdog.isAlive());
        assertThat(folder.resolve("cleaned")).hasContent("first\nlast\n");
    }
}
