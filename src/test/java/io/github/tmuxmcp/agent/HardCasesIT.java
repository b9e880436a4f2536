package io.github.tmuxmcp.agent;

import static io.github.tmuxmcp.agent.AgentHarness.assertFinished;
import static io.github.tmuxmcp.agent.AgentHarness.failure;
import static io.github.tmuxmcp.agent.AgentHarness.meta;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tmuxmcp.tool.TextResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What tools that drive terminals are known to get wrong, in private sessions. */
@Timeout(60)
final class HardCasesIT {
    private static AgentHarness agent;

    @BeforeAll
    static void start() {
        agent = AgentHarness.start();
    }

    @AfterAll
    static void end() {
        agent.close();
    }

    // ---- every byte arrives

    @ParameterizedTest
    @ValueSource(strings = {"a;", ";", "a;;", "\\;", "a\\;", "find . -exec ls {} \\;"})
    void aTrailingSemicolonArrives(String text) throws Exception {
        assertThatArrives(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-----BEGIN KEY-----", "-l", "--", "-"})
    void aLeadingDashArrives(String text) throws Exception {
        assertThatArrives(text);
    }

    private static void assertThatArrives(String text) throws Exception {
        agent.run("bytes", "cat > got");
        agent.run("bytes", text);
        agent.keys("bytes", text, "Enter");
        agent.keys("bytes", "C-d");
        assertThat(agent.root.resolve("got")).hasContent(text + "\n" + text);
    }

    @ParameterizedTest
    @MethodSource("io.github.tmuxmcp.agent.Canary#values")
    void noValueOfAnArgumentIsRunOrExpanded(String value) throws Exception {
        agent.run("canary", "true");
        for (ThrowingCall call : List.<ThrowingCall>of(
                () -> agent.run(value, "true"),
                () -> agent.keys(value, "x"),
                () -> agent.read(value),
                () -> agent.screen(value),
                () -> agent.reread(value, 0L, 1),
                () -> agent.lastFrame(value),
                () -> agent.kill(value),
                () -> agent.runIn("canary-none", value + "/none", "true"))) {
            assertThat(failure(call::make)).isNotNull();
        }
        Path folder = Files.createDirectories(agent.root.resolve("canaries").resolve(value));
        if (failure(() -> agent.runIn("canary-in", folder.toString(), "true")) == null) {
            assertFinished(agent.run("canary-in", "printf %s \"$PWD\""), 0, folder.toString());
            agent.kill("canary-in");
        }
        // As a pattern it is one, or refused; either way nothing comes of it.
        failure(() -> agent.read("canary", 0.1, value));
        failure(() -> agent.run("canary", "true", 5.0, value));
        failure(() -> agent.keysUntil("canary", value, "C-u"));
        assertThatArrives(value);
        Canary.assertAbsent(agent.root);
        assertThat(agent.tmux("list-windows", "-a", "-F", "#{window_name}")).doesNotContain("CANARY");
    }

    private interface ThrowingCall {
        TextResult make() throws InterruptedException;
    }

    @Test
    void severalLinesAreOnePasteForAProgramThatHasAskedForIt() throws Exception {
        PasteReader.writeTo(agent.root);
        agent.run("paste", PasteReader.COMMAND);
        agent.run("paste", "one\ntwo\nthree", 0.5, null);
        agent.keys("paste", "C-d");
        PasteReader.assertOnePaste(agent.root, "one", "two", "three");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\u0001',
            value = {
                "bash|python3 -c \"print('Hello!')\"|Hello!",
                "bash|echo \"wow!!\" \"!$\" !x|wow!! !$ !x",
                "zsh|python3 -c \"print('Hello!')\"|Hello!",
                "zsh|echo \"a!b\"|a!b",
                "zsh|echo \"wow!!\" \"!$\" !x|wow!! !$ !x",
            })
    void anExclamationMarkIsOne(String shell, String command, String output) throws Exception {
        try (AgentHarness other = AgentHarness.with(shell, Map.of())) {
            other.run("echo before");
            assertFinished(other.run(command), 0, output);
        }
    }

    // ---- results belong to their command

    @Test
    void fourCallsAtOnceOnOneSessionEachHaveTheirOwnResult() throws Exception {
        List<TextResult> results = RunningCall.atOnce(IntStream.rangeClosed(1, 4)
                .<Callable<TextResult>>mapToObj(n -> () -> agent.run("four", "echo " + n))
                .toList());
        assertThat(results).extracting(TextResult::text).containsExactly("1", "2", "3", "4");
    }

    @Test
    void sessionsThatStartAtOnceLoseNoWord() throws Exception {
        List<TextResult> results = RunningCall.atOnce(IntStream.rangeClosed(1, 4)
                .<Callable<TextResult>>mapToObj(n -> () -> agent.run("start" + n, "echo word" + n))
                .toList());
        assertThat(results).extracting(TextResult::text).containsExactly("word1", "word2", "word3", "word4");
    }

    @Test
    void callsAtOnceWaitForAShellThatStartsSlowly() throws Exception {
        try (AgentHarness slow = AgentHarness.start()) {
            Files.writeString(slow.home.resolve(".bashrc"), "sleep 1\n");
            for (TextResult result : RunningCall.atOnce(IntStream.range(0, 4)
                    .<Callable<TextResult>>mapToObj(n -> () -> slow.run("echo ok"))
                    .toList())) {
                assertFinished(result, 0, "ok");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "PROMPT_COMMAND='seen; true'",
                "PROMPT_COMMAND=(seen true)",
                "PROMPT_COMMAND=(seen); PROMPT_COMMAND+=('(exit 7)')",
            })
    void theUsersPromptHookSeesTheStatusAndHidesItFromNobody(String line) throws Exception {
        try (AgentHarness other = AgentHarness.start()) {
            Files.writeString(other.home.resolve(".bashrc"), "seen() { echo $? >> ~/seen; }\n" + line + "\n");
            other.run("> ~/seen");
            Awaitility.await().until(() -> Files.size(other.home.resolve("seen")) > 0);
            assertFinished(other.run("false"), 1, "(no output)");
            assertFinished(other.run("(exit 42)"), 42, "(no output)");
            Awaitility.await()
                    .untilAsserted(() -> assertThat(other.home.resolve("seen")).hasContent("0\n1\n42"));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "echo boom >&2; exit 5|5",
                "echo boom >&2; kill -9 $$|137",
                "exec sh -c 'echo boom >&2; exit 6'|6",
            })
    void aFirstCommandThatEndsItsShellLeavesItsTextAndStatus(String command, int code) throws Exception {
        TextResult ended = agent.run("boom", command);
        assertThat(ended.text()).startsWith("boom\n").contains("shell exited with code " + code);
        assertThat(meta(ended)).containsEntry("state", "exited").containsEntry("exitCode", code);
        agent.kill("boom");
    }

    // ---- what a wait sees

    @ParameterizedTest
    @ValueSource(strings = {"sleep 1; echo TERMINE", "sleep 1; printf '%s\\n' TERMINE"})
    void theEchoOfTypedKeysIsNotMatched(String line) throws Exception {
        agent.run("echo", "true");
        long begin = System.nanoTime();
        TextResult result = agent.keysUntil("echo", "TERMINE", line, "Enter");
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
        assertThat(result.text()).isEqualTo("TERMINE");
    }

    @Test
    void theEchoOfAnAnswerIsNotMatched() throws Exception {
        agent.run("answer", "sh -c 'read x; sleep 1; echo \"got $x\"; exec sleep 60'");
        long begin = System.nanoTime();
        TextResult result = agent.keysUntil("answer", "TERMINE", "TERMINE", "Enter");
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
        assertThat(result.text()).startsWith("got TERMINE\n").contains("matched /TERMINE/");
        agent.kill("answer");
    }

    @Test
    void aLineOnTheRowOfTheCursorIsMatched() throws Exception {
        agent.run("row", "(sleep 0.7; echo READY) & stty -echo");
        assertThat(agent.read("row", 10.0, "^READY$").text()).contains("READY", "matched /^READY$/");
        agent.run("row", "stty echo");
        agent.run("row", "sh -c 'stty -echo; read x; echo READY; exec sleep 60'");
        assertThat(agent.keysUntil("row", "READY", "Enter").text())
                .startsWith("READY\n")
                .contains("matched /READY/");
        agent.kill("row");
    }

    @Test
    void whatAProgramPrintsWithoutPauseIsReadInWholeLinesWithoutAGap() throws Exception {
        agent.capped("flood", "i=0; while :; do echo line-$((i++))-end; done", 1.0, 0.5);
        long from = 0;
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            TextResult part = agent.reread("flood", from, 200);
            part.text().lines().filter(line -> line.startsWith("line-")).forEach(lines::add);
            from = ((Number) meta(part).get("logOffset")).longValue();
        }
        assertThat(lines)
                .hasSizeGreaterThan(2_000)
                .containsExactlyElementsOf(IntStream.range(0, lines.size())
                        .mapToObj(n -> "line-" + n + "-end")
                        .toList());
        agent.kill("flood");
    }

    @Test
    void whatComesBetweenReadsIsReadOnceAndWhole() throws Exception {
        List<String> lines = new ArrayList<>();
        agent.run("trickle", "for i in $(seq 300); do echo line-$i-end; sleep 0.002; done", null, "line-1-end")
                .text()
                .lines()
                .filter(line -> line.startsWith("line-"))
                .forEach(lines::add);
        Awaitility.await().pollInterval(Duration.ofMillis(10)).until(() -> {
            agent.read("trickle")
                    .text()
                    .lines()
                    .filter(line -> line.contains("line-"))
                    .forEach(lines::add);
            return lines.get(lines.size() - 1).equals("line-300-end");
        });
        assertThat(lines)
                .containsExactlyElementsOf(IntStream.rangeClosed(1, 300)
                        .mapToObj(n -> "line-" + n + "-end")
                        .toList());
    }

    // ---- names and listings

    @Test
    void aNameIsNeverTakenForALongerOne() throws Exception {
        agent.run("build-10", "cd /usr");
        for (String name : List.of("build-1", "build", "build-1_")) {
            assertThat(failure(() -> agent.kill(name))).hasMessageContaining("there is no session \"" + name + "\"");
            assertThat(failure(() -> agent.keys(name, "exit", "Enter"))).isNotNull();
            assertThat(failure(() -> agent.read(name))).isNotNull();
        }
        agent.run("build-1", "exit 3");
        agent.kill("build-1");
        assertFinished(agent.run("build-10", "pwd"), 0, "/usr");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a|b", "a  b", "a'b\"c", "a\u241eb", "a#{pid}b", "a%Hb", "a\\b"})
    void theListShowsAFolderAsItIsCalled(String name) throws Exception {
        Path folder = Files.createDirectory(agent.root.resolve(name));
        agent.runIn("listed", folder.toString(), "true");
        assertThat(agent.list().text().lines())
                .anyMatch(line ->
                        line.matches("listed  fg=bash  idle  cwd=\\Q" + folder + "\\E  created \\d+s ago  unread=0B"));
        agent.kill("listed");
    }

    @ParameterizedTest
    @CsvSource({"'a\tb', a\\u0009b", "'a\nlisted  fg=forged', a\\u000alisted  fg=forged"})
    void aControlCharacterOfAFoldersNameIsShownAsOne(String name, String shown) throws Exception {
        Files.createDirectory(agent.root.resolve(name));
        agent.run("listed", "cd $'" + name.replace("\t", "\\t").replace("\n", "\\n") + "'");
        assertThat(agent.list().text().lines().filter(line -> line.startsWith("listed")))
                .singleElement()
                .asString()
                .contains("  cwd=" + agent.root + "/" + shown + "  created");
        agent.kill("listed");
    }

    @Test
    void aPaneThatIsGoneIsToldAsGone() throws Exception {
        agent.run("lost", "true");
        agent.tmux("kill-session", "-t", "=lost");
        assertThat(agent.list().text()).contains("lost  fg=  gone");
        assertThat(failure(() -> agent.keys("lost", "x"))).isNotNull();
        assertThat(agent.read("lost").text()).contains("session \"lost\"");
        agent.kill("lost");
    }

    // ---- long waits

    @Test
    void aCallReturnsBeforeItsClientGivesUpAndIsNotRunTwice() throws Exception {
        try (AgentHarness hurried = AgentHarness.with("bash", Map.of(), ImpatientClient.CLOCK)) {
            TextResult result = run(hurried, new ImpatientClient(false), "echo started; sleep 75", 100.0);
            assertThat(result.text())
                    .startsWith("started\n")
                    .contains("session \"default\"", "still running", "after 55 s", "tmux_read");
            assertThat(meta(result)).containsEntry("state", "cap");
            assertThat(failure(() -> hurried.run("echo started; sleep 75"))).hasMessageContaining("busy");
        }
    }

    @Test
    void aClientThatAskedForProgressIsToldOfIt() throws Exception {
        try (AgentHarness hurried = AgentHarness.with("bash", Map.of(), ImpatientClient.CLOCK)) {
            ImpatientClient client = new ImpatientClient(true);
            TextResult result = run(hurried, client, "sleep 45", 40.0);
            assertThat(meta(result)).containsEntry("state", "idle");
            assertThat(client.progress())
                    .isSorted()
                    .hasSizeBetween(4, 7)
                    .first()
                    .satisfies(seconds -> assertThat(seconds).isBetween(5.0, 10.0));
        }
    }

    private static TextResult run(AgentHarness agent, ImpatientClient client, String command, double idle)
            throws InterruptedException {
        return TmuxRun.TOOL
                .handler()
                .handle(agent.services, new TmuxRun.Input(command, null, null, idle, null, null), client);
    }

    @Test
    void aCancelledCallFreesItsSessionAndLosesNothing() throws Exception {
        RunningCall call = RunningCall.of(() -> agent.run("cancelled", "sleep 1; echo survived; (exit 6)"));
        Awaitility.await().until(() -> agent.list().text().contains("cancelled  fg=sleep"));
        call.cancel();
        assertThat(agent.read("cancelled", 10.0, null).text()).isEqualTo("survived\n[exit code 6]");
        assertFinished(agent.run("cancelled", "echo next"), 0, "next");
    }
}
