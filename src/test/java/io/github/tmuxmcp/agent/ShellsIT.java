package io.github.tmuxmcp.agent;

import static io.github.tmuxmcp.agent.AgentHarness.assertFinished;
import static io.github.tmuxmcp.agent.AgentHarness.failure;
import static io.github.tmuxmcp.agent.AgentHarness.meta;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tmuxmcp.tool.TextResult;
import java.nio.file.Files;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Private shells of each kind, and people's odd start files. */
@Timeout(60)
final class ShellsIT {
    @ParameterizedTest
    @ValueSource(strings = {"bash", "zsh", "fish"})
    void eachShellGivesTextAndCodes(String shell) throws Exception {
        try (AgentHarness agent = AgentHarness.with(shell, Map.of())) {
            assertFinished(agent.run("echo hello"), 0, "hello");
            assertFinished(agent.run("false"), 1, "(no output)");
            assertFinished(agent.run("sh -c 'exit 42'"), 42, "(no output)");
            assertFinished(agent.run("echo one\necho two"), 0, "one\ntwo");
            assertFinished(agent.run("echo 'a!b;'"), 0, "a!b;");
            assertThat(meta(agent.run(""))).containsEntry("exitCode", null);
            TextResult open = agent.run("echo 'open");
            assertThat(meta(open)).containsEntry("state", "waiting");
            agent.keys("default", "C-c");
            assertFinished(agent.run("echo on"), 0, "on");
            assertThat(agent.run("exit 5").text()).contains("shell exited with code 5");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "PROMPT_COMMAND='true'",
                "PROMPT_COMMAND=(true true)",
                "readonly PROMPT_COMMAND='true'",
                "unset PROMPT_COMMAND",
                "set -u",
                "trap 'true' DEBUG",
                "echo printed by the start file",
                "PS1='strange $(false)> '",
                "return 3",
                "set -x",
                "sleep 1.2",
                "alias printf=false; printf() { false; }",
                "shopt -s extdebug; IFS=x",
            })
    void startFilesDoNotSpoilTheCodes(String line) throws Exception {
        try (AgentHarness agent = AgentHarness.start()) {
            Files.writeString(agent.home.resolve(".bashrc"), line + "\n");
            assertThat(agent.run("false").text()).endsWith("[exit code 1]");
            assertThat(agent.run("(exit 3)").text()).endsWith("[exit code 3]");
            assertThat(agent.run("echo ok").text()).contains("ok").doesNotContain("133;");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"bash", "zsh", "fish"})
    void whatIsTypedAfterControlSIsSeen(String shell) throws Exception {
        try (AgentHarness agent = AgentHarness.with(shell, Map.of())) {
            agent.run("true");
            agent.keys("default", 0.5, "C-s");
            assertFinished(agent.run("echo seen"), 0, "seen");
            agent.run("cat");
            agent.keys("default", 0.0, "C-s");
            assertThat(agent.keys("default", "a", "Enter").text()).contains("a\n");
            assertThat(meta(agent.keys("default", "C-d"))).containsEntry("exitCode", 0);
        }
    }

    @ParameterizedTest
    @CsvSource({"bash,history 9", "zsh,fc -l -9", "fish,history"})
    void theLineThatReadsALongCommandIsNotInTheHistory(String shell, String history) throws Exception {
        try (AgentHarness agent = AgentHarness.with(shell, Map.of())) {
            assertFinished(agent.run("printf 'a\rb' | od -An -tx1"), 0, " 61 0d 62");
            agent.run("echo kept");
            assertThat(agent.run(history).text()).contains("echo kept").doesNotContain(".command-");
        }
    }

    @Test
    void aStartFileThatAsksIsNotGivenTheCommand() throws Exception {
        try (AgentHarness agent = AgentHarness.start()) {
            Files.writeString(agent.home.resolve(".bashrc"), "read -p 'Name? ' name\n");
            assertThat(failure(() -> agent.run("touch wrong")))
                    .hasMessageContaining("start file")
                    .hasMessageContaining("tmux_send_keys");
            assertThat(agent.read("default").text()).contains("Name?");
            agent.keys("default", "me", "Enter");
            assertFinished(agent.run("echo $name"), 0, "me");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bash --norc --noprofile",
                "zsh -f",
                "fish --no-config",
                "env -i bash --norc",
                "exec zsh -f",
                "exec bash --norc"
            })
    void anotherShellInTheSessionGivesTextAndCodes(String shell) throws Exception {
        try (AgentHarness agent = AgentHarness.start()) {
            assertThat(meta(agent.run(shell))).containsEntry("state", "waiting");
            assertFinished(agent.run("echo nested; sh -c 'exit 3'"), 3, "nested");
            assertFinished(agent.run("true # comment"), 0, "(no output)");
            assertThat(agent.run("printf abc").text())
                    .as("zsh and fish mark an unfinished line")
                    .matches("abc[%#⏎]?");
            assertFinished(agent.run("cat /no/such"), 1, "cat: /no/such: No such file or directory");
            TextResult reads = agent.run("cat");
            assertThat(meta(reads)).containsEntry("state", "waiting").containsEntry("evidence", "input-read");
            agent.keys("default", "C-d");
            assertFinished(agent.run("echo on"), 0, "on");
        }
    }

    @Test
    void leavingANestedShellGivesItsCode() throws Exception {
        try (AgentHarness agent = AgentHarness.start()) {
            agent.run("bash --norc --noprofile");
            TextResult open = agent.run("echo 'open");
            assertThat(open.text()).contains("quote or heredoc");
            agent.keys("default", "C-c");
            assertThat(agent.run("exit 7").text()).endsWith("[exit code 7]");
            assertFinished(agent.run("echo outer"), 0, "outer");
        }
    }

    @Test
    void aScriptThatAsksIsNoShellToBeAsked() throws Exception {
        try (AgentHarness agent = AgentHarness.start()) {
            Files.writeString(
                    agent.root.resolve("ask.sh"), "read -e -p 'Name> ' a; read -e -p 'Age> ' b; echo \"$a,$b\"");
            agent.run("bash ask.sh");
            assertThat(meta(agent.run("me"))).containsEntry("state", "waiting").containsEntry("exitCode", null);
            assertThat(agent.run("42").text()).endsWith("me,42");
        }
    }

    @Test
    void errexitEndsTheShellAndTheNextCallStartsOne() throws Exception {
        try (AgentHarness agent = AgentHarness.start()) {
            assertFinished(agent.run("set -euo pipefail"), 0, "(no output)");
            assertThat(agent.run("false").text()).contains("shell exited with code 1");
            assertThat(agent.run("echo ok").text()).endsWith("ok");
        }
    }

    @Test
    void aCallerWithoutUtf8GetsUtf8AllTheSame() throws Exception {
        try (AgentHarness agent = AgentHarness.with("bash", Map.of("LC_ALL", "C", "LANG", "C"))) {
            assertFinished(agent.run("printf '%s' 'é漢' | od -An -tx1"), 0, " c3 a9 e6 bc a2");
        }
    }
}
