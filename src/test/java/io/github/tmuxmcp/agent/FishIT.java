package io.github.tmuxmcp.agent;

import static io.github.tmuxmcp.agent.AgentHarness.assertFinished;
import static io.github.tmuxmcp.agent.AgentHarness.meta;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tmuxmcp.tool.TextResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is particular to a private fish. */
@Timeout(60)
final class FishIT {
    private static AgentHarness fish(String config) throws IOException {
        AgentHarness agent = AgentHarness.with("fish", Map.of());
        Path file = agent.home.resolve(".config/fish/config.fish");
        Files.createDirectories(file.getParent());
        Files.writeString(file, config + "\n");
        return agent;
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "fish_vi_key_bindings"})
    void aSyntaxErrorIsToldWithACodeAndLeavesTheEditor(String config) throws Exception {
        try (AgentHarness agent = fish(config)) {
            agent.run("true");
            assertFinished(agent.run("echo )"), 1, "fish: Unexpected ')' for unopened parenthesis\necho )\n     ^");
            assertFinished(agent.run("echo next"), 0, "next");
            TextResult lines = agent.run("if true\necho ))\nend");
            assertThat(lines.text()).startsWith("fish: ").endsWith("[exit code 1]");
            assertThat(agent.keys("default", "echo )", "Enter").text()).startsWith("fish: Unexpected ')'");
            assertFinished(agent.run("echo last"), 0, "last");
        }
    }

    @Test
    void aReadOfItsOwnIsSeenToWaitAndTakesTheAnswer() throws Exception {
        try (AgentHarness agent = fish("")) {
            assertThat(meta(agent.run("read answer"))).containsEntry("state", "waiting");
            agent.run("blue");
            assertFinished(agent.run("echo $answer"), 0, "blue");
        }
    }

    @Test
    void anUnfinishedLineIsToldAtOnceAndGoesOn() throws Exception {
        try (AgentHarness agent = fish("")) {
            TextResult open = agent.run("begin");
            assertThat(open.text()).contains("quote or heredoc is still open");
            assertThat(meta(open)).containsEntry("state", "waiting");
            assertThat(meta(agent.run("echo in"))).containsEntry("state", "waiting");
            assertFinished(agent.run("end"), 0, "in");
        }
    }

    @Test
    void theRightPromptAndTheModeAreNoOutput() throws Exception {
        try (AgentHarness agent = fish("function fish_right_prompt; echo RIGHT; end; fish_vi_key_bindings")) {
            assertFinished(agent.run("echo one"), 0, "one");
            assertThat(agent.keys("default", "echo two", "Enter").text()).isEqualTo("two");
            assertThat(agent.keys("default", "Escape").text()).doesNotContain("RIGHT", "[N]");
            assertThat(agent.read("default").text()).doesNotContain("RIGHT");
            assertThat(agent.reread("default", 0L, 20).text())
                    .containsSubsequence("one\n", "two\n")
                    .doesNotContain("RIGHT");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "echo given up"})
    void aLineGivenUpWithControlCIsGoneAndAnswered(String half) throws Exception {
        try (AgentHarness agent = fish("")) {
            agent.run("true");
            // This call waits until the editor has drawn it: fish loses an interrupt that comes before it reads again.
            agent.keys("default", "x", "BSpace", half);
            assertThat(meta(agent.keys("default", "C-c"))).containsEntry("state", "finished");
            assertFinished(agent.run("echo one"), 0, "one");
            assertThat(agent.keys("default", "echo two", "Enter").text()).isEqualTo("two");
        }
    }
}
