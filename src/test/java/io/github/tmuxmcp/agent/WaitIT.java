package io.github.tmuxmcp.agent;

import static io.github.tmuxmcp.agent.AgentHarness.assertFinished;
import static io.github.tmuxmcp.agent.AgentHarness.failure;
import static io.github.tmuxmcp.agent.AgentHarness.meta;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tmuxmcp.tool.TextResult;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What ends a wait, and that nothing else does. */
@Timeout(60)
final class WaitIT {
    private static AgentHarness agent;

    @BeforeAll
    static void start() {
        agent = AgentHarness.start();
    }

    @AfterAll
    static void end() {
        agent.close();
    }

    private static long millis(long since) {
        return (System.nanoTime() - since) / 1_000_000;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "read x|input-read",
                "read -s -p Password: x|input-noecho",
                "cat|input-read",
                "python3 -q|input-editor",
                "python3 -c 'import getpass; getpass.getpass()'|input-noecho",
                "python3 -c 'input(\"Name? \")'|input-read",
                "sh -c 'printf \"Continue [y/N] \"; read x'|input-read",
                "bash --norc|input-editor",
            })
    void aProgramThatReadsIsToldByTheTerminalsState(String command, String evidence) throws Exception {
        long begin = System.nanoTime();
        TextResult result = agent.run("reads", command, 20.0, null);
        assertThat(result.text()).contains("session \"reads\"", "waiting for input");
        assertThat(meta(result)).containsEntry("state", "waiting").containsEntry("evidence", evidence);
        assertThat(millis(begin)).isLessThan(5_000);
        agent.kill("reads");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "echo 'Compiling:'; sleep 1.5",
                "printf 'Password: '; sleep 1.5",
                "printf '>>> '; sleep 1.5",
                "printf 'collecting ... '; sleep 1.5",
                "printf '[y/N] '; sleep 1.5",
                "python3 -c 'import time; print(\"$ \", end=\"\", flush=True); time.sleep(1.5)'",
                "sleep 1.5 | cat; true",
                "(sleep 1.5; echo x) > /dev/null",
            })
    void textThatLooksLikeAPromptIsNone(String command) throws Exception {
        TextResult result = agent.run("looks", command, 20.0, null);
        assertThat(meta(result)).containsEntry("state", "finished").containsEntry("exitCode", 0);
    }

    @Test
    void aReplKeepsItsState() throws Exception {
        agent.run("py", "python3 -q");
        assertThat(agent.run("py", "x = 20 + 1").text()).contains("waiting for input");
        assertThat(agent.run("py", "x * 2").text()).startsWith("42\n").contains("python3", "waiting for input");
        assertFinished(agent.run("py", "import sys; sys.exit(3)"), 3, "(no output)");
        assertFinished(agent.run("py", "echo shell"), 0, "shell");
    }

    @Test
    void aPasswordIsAnsweredWithoutEchoAndTheCommandGoesOn() throws Exception {
        agent.run("pw", "read -s -p 'Password: ' x; echo; echo \"got ${#x}\"");
        TextResult answered = agent.run("pw", "secret");
        assertThat(answered.text()).contains("got 6").doesNotContain("secret");
        assertThat(meta(answered)).containsEntry("exitCode", 0);
    }

    @Test
    void aPatternReturnsWhileTheProgramGoesOn() throws Exception {
        long begin = System.nanoTime();
        TextResult result = agent.run(
                "server",
                "echo starting; sleep 0.3; echo 'listening on localhost:8080'; sleep 60",
                null,
                "localhost:\\d+");
        assertThat(result.text())
                .contains(
                        "listening on localhost:8080",
                        "session \"server\"",
                        "matched /localhost:\\d+/",
                        "sleep",
                        "still running");
        assertThat(meta(result)).containsEntry("state", "matched").containsEntry("evidence", "pattern");
        assertThat(millis(begin)).isLessThan(3_000);
        assertThat(agent.keys("server", "C-c").text()).endsWith("[exit code 130]");
    }

    @Test
    void theEchoOfTheCommandIsNotMatched() throws Exception {
        long begin = System.nanoTime();
        TextResult result = agent.run("echo", "sleep 1; echo TERMINE; sleep 30", null, "TERMINE");
        assertThat(meta(result)).containsEntry("state", "matched");
        assertThat(millis(begin)).isGreaterThanOrEqualTo(1_000);
        agent.kill("echo");
    }

    @Test
    void aMatchThatIsTheLastWordIsAFinishedCommand() throws Exception {
        assertFinished(agent.run("last", "echo READY", null, "READY"), 0, "READY");
    }

    @Test
    void silenceEndsTheWaitAndNotTheProgram() throws Exception {
        TextResult result = agent.run("idle", "echo one; sleep 2; echo two; (exit 4)", 0.5, null);
        assertThat(result.text())
                .startsWith("one\n")
                .contains("idle", "no output for 0.5 s", "sleep", "still running (not killed)");
        assertThat(meta(result)).containsEntry("state", "idle");
        TextResult late = agent.read("idle", 20.0, null);
        assertThat(late.text()).isEqualTo("two\n[exit code 4]");
        assertThat(meta(late)).containsEntry("exitCode", 4);
    }

    @Test
    void everyByteRestartsTheClockUntilTheCap() throws Exception {
        long begin = System.nanoTime();
        TextResult result = agent.capped("cap", "while :; do echo tick; sleep 0.2; done", 1.0, 2.0);
        assertThat(result.text()).contains("still running", "after 2 s", "hard cap", "not killed");
        assertThat(meta(result)).containsEntry("state", "cap");
        assertThat(millis(begin)).isBetween(1_900L, 4_000L);
        agent.kill("cap");
    }

    @Test
    void aLateEndIsToldByTheNextRun() throws Exception {
        agent.run("late", "sleep 0.8; echo unread; (exit 6)", 0.2, null);
        Awaitility.await()
                .atMost(Duration.ofSeconds(10))
                .until(() -> agent.list().text().contains("late  fg=bash  idle"));
        TextResult next = agent.run("late", "echo next");
        assertThat(next.text())
                .startsWith("[previous command ended: exit code 6]\n")
                .contains("earlier output not shown")
                .endsWith("\nnext");
        long from = Long.parseLong(next.text().replaceAll("(?s).*\"from\":(\\d+)}.*", "$1"));
        assertThat(agent.reread("late", from, 1).text()).startsWith("unread\n");
    }

    @Test
    void aLateEndIsToldByTheNextRead() throws Exception {
        agent.run("later", "sleep 0.8; echo unread; (exit 6)", 0.2, null);
        Awaitility.await()
                .atMost(Duration.ofSeconds(10))
                .until(() -> agent.list().text().contains("later  fg=bash  idle"));
        TextResult read = agent.read("later");
        assertThat(read.text()).contains("[previous command ended: exit code 6]", "unread");
        assertThat(meta(read)).containsEntry("exitCode", 6).containsEntry("state", "finished");
        assertThat(agent.read("later").text()).isEqualTo("(no new output)");
    }

    @Test
    void aKillEndsTheCallThatWaits() throws Exception {
        agent.run("victim", "true");
        CompletableFuture<TextResult> waiting = CompletableFuture.supplyAsync(() -> {
            try {
                return agent.run("victim", "sleep 60");
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        Awaitility.await()
                .atMost(Duration.ofSeconds(10))
                .until(() -> agent.list().text().contains("victim  fg=sleep"));
        assertThat(agent.kill("victim").text()).isEqualTo("[killed session \"victim\"]");
        assertThat(waiting).succeedsWithin(Duration.ofSeconds(5)).satisfies(result -> {
            assertThat(result.text()).contains("session \"victim\"", "killed");
            assertThat(meta(result)).containsEntry("state", "killed");
        });
    }

    @Test
    void aHostilePatternIsGivenUpAndTheProgramIsUntouched() throws Exception {
        String line = "a".repeat(60) + "!";
        String pattern = "^(?:(a|aa)+)+b$";
        assertThat(failure(() -> agent.run("regex", "echo " + line + "; sleep 30", null, pattern)))
                .hasMessageContaining(pattern);
        assertThat(agent.list().text()).contains("regex  fg=sleep");
        agent.kill("regex");
    }

    @Test
    void aPatternThatIsNoneIsRefusedBeforeTyping() throws Exception {
        assertThat(failure(() -> agent.run("bad", "touch " + agent.root + "/typed", null, "(unclosed")))
                .hasMessageContaining("(unclosed");
        assertThat(agent.root.resolve("typed")).doesNotExist();
    }

    @Test
    void twoFlushesOfOneCharacterAreOneCharacter() throws Exception {
        assertFinished(
                agent.run("utf", "printf '\\342'; sleep 0.1; printf '\\211'; sleep 0.1; printf '\\244\\n'"), 0, "≤");
    }

    @Test
    void sixSessionsOfSilentCommandsGiveEachItsOwnResult() throws Exception {
        var calls = java.util.stream.IntStream.range(0, 6)
                .mapToObj(i -> CompletableFuture.supplyAsync(() -> {
                    try {
                        StringBuilder wrong = new StringBuilder();
                        for (int k = 0; k < 3; k++) {
                            String text = agent.run("r" + i, "sleep 0." + (82 + k * 7) + "; echo v" + i + "-" + k)
                                    .text();
                            if (!text.equals("v" + i + "-" + k)) {
                                wrong.append(text);
                            }
                        }
                        return wrong.toString();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                }))
                .toList();
        for (var call : calls) {
            assertThat(call).succeedsWithin(Duration.ofSeconds(50)).isEqualTo("");
        }
    }

    @Test
    void typeAheadIntoAProgramThatEndsIsTheShellsNextCommand() throws Exception {
        agent.run("ahead", "sleep 0.7; (exit 3)", 0.1, null);
        agent.keys("ahead", 0.0, "echo typed", "Enter");
        TextResult first = agent.read("ahead", 10.0, null);
        assertThat(meta(first)).containsEntry("exitCode", 3);
        Awaitility.await()
                .atMost(Duration.ofSeconds(10))
                .until(() -> agent.list().text().contains("ahead  fg=bash  idle"));
        assertThat(first.text() + agent.read("ahead").text()).contains("typed");
        assertFinished(agent.run("ahead", "echo after"), 0, "after");
    }

    @Test
    void progressBarsFoldToTheirLastState() throws Exception {
        assertFinished(
                agent.run(
                        "bar", "for i in 1 2 3; do printf '\\r%d%%' $i; sleep 0.05; done; printf '\\r\\033[Kdone\\n'"),
                0,
                "done");
        assertFinished(
                agent.run("bar", "printf 'a\\nb\\n'; printf '\\033[2A\\033[Kx\\r\\n\\033[Ky\\r\\n'; echo z"),
                0,
                "x\ny\nz");
        assertFinished(agent.run("bar", "printf '\\033[31mred\\033[0m\\n'"), 0, "red");
    }

    @Test
    void clearingTheScreenLosesNothing() throws Exception {
        assertThat(agent.run("clear", "echo before; clear; echo after").text()).contains("before", "after");
    }
}
