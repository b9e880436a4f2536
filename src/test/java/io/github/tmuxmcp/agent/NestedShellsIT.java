package io.github.tmuxmcp.agent;

import static io.github.tmuxmcp.agent.AgentHarness.assertFinished;
import static io.github.tmuxmcp.agent.AgentHarness.meta;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tmuxmcp.tool.TextResult;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Shells that were started in a session, on this machine: they are asked for their codes, and nothing of it is to be seen. */
@Timeout(60)
final class NestedShellsIT {
    private static void assertNoCode(TextResult result) {
        assertThat(meta(result)).containsEntry("state", "waiting").containsEntry("exitCode", null);
        assertThat(result.text()).doesNotContain("7133");
    }

    @Test
    void aLineThatANestedFishRefusesSpoilsNoOther() throws Exception {
        try (AgentHarness agent = AgentHarness.start()) {
            agent.run("fish --no-config");
            assertNoCode(agent.run("echo a; (exit 3)"));
            assertFinished(agent.run("echo b; sh -c 'exit 4'"), 4, "b");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "su -s /bin/bash nobody",
                "su --pty -s /bin/bash nobody",
                "sudo -n -s",
                "sudo -n bash --norc",
                "sudo -n su -s /bin/bash nobody",
                "script -q /dev/null -c 'exec bash --norc'"
            })
    void anotherUsersShellGivesTextAndCodes(String shell) throws Exception {
        assumeTrue(System.getProperty("user.name").equals("root"), "only root gets another user's shell unasked");
        try (AgentHarness agent = AgentHarness.start()) {
            assertThat(agent.run("hash " + shell.split(" ")[0]).text())
                    .as(shell + " is here")
                    .isEqualTo("(no output)");
            assertNoCode(agent.run(shell));
            assertFinished(agent.run("echo there; sh -c 'exit 3'"), 3, "there");
            assertFinished(agent.run("cd /usr"), 0, "(no output)");
            assertFinished(agent.run("false"), 1, "(no output)");
            TextResult reads = agent.run("cat");
            assertNoCode(reads);
            agent.keys("default", "C-d");
            TextResult left = agent.run("exit 4");
            assertThat(meta(left)).containsEntry("state", "finished");
            assertThat(meta(left).get("exitCode")).isIn(4, shell.startsWith("script") ? 0 : 4);
            assertFinished(agent.run("echo here"), 0, "here");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "PS1='\\u:\\w\\n\\$ '",
                "PS1='\\n[\\t] \\w\\n\\$ '",
                "PS1='\\[\\e[1;32m\\]here\\[\\e[0m\\] \\$ '",
                "PS1=''",
                "PROMPT_COMMAND='sleep 0.2'",
                "PS1='$ '",
                "set -u",
                "set -o vi",
                "set -x",
                "printf() { false; }; alias sh=false; unalias sh",
                "HISTCONTROL=ignorespace",
                "bind 'set enable-bracketed-paste off'"
            })
    void anOddShellGivesTextAndCodes(String line) throws Exception {
        try (AgentHarness agent = AgentHarness.start()) {
            Files.writeString(agent.root.resolve("rc"), "PS1='me@here:\\w\\$ '\n" + line + "\n");
            agent.run("bash --rcfile rc");
            boolean traced = line.equals("set -x");
            for (int round = 0; round < 2; round++) {
                TextResult failed = agent.run("sh -c 'echo out; exit 3'");
                assertThat(meta(failed)).as(failed.text()).containsEntry("exitCode", 3);
                assertThat(failed.text()).endsWith("out\n[exit code 3]");
                if (!traced) {
                    assertFinished(failed, 3, "out");
                }
            }
            assertThat(agent.run("echo \"code $?\"").text()).endsWith("code 3");
            agent.run("cd /usr");
            assertThat(agent.run("printf abc").text()).endsWith(line.startsWith("printf") ? "[exit code 1]" : "abc");
            TextResult many = agent.run("seq 1 20000");
            assertThat(meta(many)).containsEntry("exitCode", 0);
            assertThat(many.text()).endsWith("\n20000");
            assertThat(agent.run("exit 9").text()).endsWith("[exit code 9]");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"bash --norc --noprofile", "zsh -f -o histignorespace", "fish --no-config"})
    void theShellKeepsItsLastStatusAndForgetsTheQuestion(String shell) throws Exception {
        try (AgentHarness agent = AgentHarness.start()) {
            agent.run(shell);
            String status = shell.startsWith("fish") ? "$status" : "$?";
            agent.run("sh -c 'exit 3'");
            assertFinished(agent.run("echo " + status), 0, "3");
            assertFinished(agent.run("false"), 1, "(no output)");
            String history = agent.run(shell.startsWith("fish") ? "history search 'exit' | cat" : "fc -l 1")
                    .text();
            assertThat(history).contains("exit 3").doesNotContain("7133");
            agent.run("true; false");
            agent.keys("default", "C-d");
            Awaitility.await().untilAsserted(() -> assertFinished(agent.run("echo here"), 0, "here"));
        }
    }

    @Test
    void errexitIsNotMetByTheQuestion() throws Exception {
        try (AgentHarness agent = AgentHarness.start()) {
            agent.run("bash --norc --noprofile");
            assertFinished(agent.run("set -eu"), 0, "(no output)");
            assertFinished(agent.run("false && true"), 1, "(no output)");
            assertFinished(agent.run("echo alive"), 0, "alive");
            TextResult ended = agent.run("false");
            assertThat(ended.text()).endsWith("[exit code 1]");
            assertFinished(agent.run("echo outer"), 0, "outer");
        }
    }

    @Test
    void leavingOneOfSeveralShellsGivesItsCode() throws Exception {
        try (AgentHarness agent = AgentHarness.start()) {
            assertNoCode(agent.run("bash --norc --noprofile"));
            assertNoCode(agent.run("zsh -f"));
            assertNoCode(agent.run("fish --no-config"));
            assertThat(meta(agent.run("exit 5"))).containsEntry("exitCode", 5);
            assertNoCode(agent.run("bash --norc --noprofile"));
            assertThat(meta(agent.run("exit 6"))).containsEntry("exitCode", 6);
            assertThat(meta(agent.run("exit 7"))).containsEntry("exitCode", 7);
            assertFinished(agent.run("echo first"), 0, "first");
            assertThat(meta(agent.run("exit 8"))).containsEntry("exitCode", 8);
            assertFinished(agent.run("echo ours"), 0, "ours");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"exec zsh -f", "exec fish --no-config", "exec bash --norc", "true; exec bash --norc -i"})
    void aShellThatIsReplacedHasNoCode(String command) throws Exception {
        try (AgentHarness agent = AgentHarness.start()) {
            agent.run("bash --norc --noprofile");
            assertNoCode(agent.run(command));
            assertFinished(agent.run("sh -c 'exit 3'"), 3, "(no output)");
            assertThat(agent.run("exit 2").text()).endsWith("[exit code 2]");
        }
    }

    @Test
    void aCallThatIsCancelledWhileItAsksLeavesNothingBehind() throws Exception {
        try (AgentHarness agent = AgentHarness.start()) {
            agent.run("bash --norc --noprofile");
            assertFinished(agent.run("sh() { sleep 0.7; command sh \"$@\"; }"), 0, "(no output)");
            RunningCall first = RunningCall.of(() -> agent.run("echo first"));
            Awaitility.await()
                    .until(() -> ProcessHandle.allProcesses()
                            .anyMatch(process ->
                                    process.info().commandLine().orElse("").endsWith("sleep 0.7")));
            first.cancel();
            TextResult next = agent.run("echo second");
            assertThat(next.text()).contains("of earlier output not shown").endsWith("]\nsecond");
            assertThat(meta(next)).containsEntry("exitCode", 0);
            assertThat(agent.reread("default", null, 100).text())
                    .contains("\nfirst\n", "\nsecond\n")
                    .doesNotContain("7133");
        }
    }

    @Test
    void aShellThatDoesNotAnswerIsAskedOnce() throws Exception {
        try (AgentHarness agent = AgentHarness.start()) {
            Files.writeString(agent.root.resolve("rc"), "sh() { echo asked >> asked; }\n");
            agent.run("bash --rcfile rc");
            for (String word : List.of("one", "two")) {
                TextResult result = agent.run("echo " + word);
                assertNoCode(result);
                assertThat(result.text()).startsWith(word + "\n");
            }
            assertThat(agent.root.resolve("asked")).hasContent("asked");
        }
    }

    @Test
    void callsAtOnceAreServedOneAfterTheOther() throws Exception {
        try (AgentHarness agent = AgentHarness.start()) {
            agent.run("bash --norc --noprofile");
            List<TextResult> results = RunningCall.atOnce(Stream.of(1, 2, 3, 4)
                    .<Callable<TextResult>>map(n -> () -> agent.run("echo n" + n + "; sh -c 'exit " + n + "'"))
                    .toList());
            for (int i = 0; i < results.size(); i++) {
                assertFinished(results.get(i), i + 1, "n" + (i + 1));
            }
        }
    }
}
