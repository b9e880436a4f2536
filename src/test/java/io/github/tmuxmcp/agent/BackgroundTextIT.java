package io.github.tmuxmcp.agent;

import static io.github.tmuxmcp.agent.AgentHarness.assertFinished;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.tmuxmcp.tool.TextResult;
import java.util.Map;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a background job prints without an end of line, while the shell is at its prompt. */
@Timeout(60)
final class BackgroundTextIT {
    private static AgentHarness printing(String shell) throws Exception {
        AgentHarness agent = AgentHarness.with(shell, Map.of());
        agent.run("true");
        agent.run("sh -c '(sleep 0.6; printf \"from %s\" behind) &'");
        await().until(() -> !agent.list().text().contains("unread=0B"));
        return agent;
    }

    @ParameterizedTest
    @ValueSource(strings = {"bash", "zsh", "fish"})
    void itIsUnreadUntilItIsRead(String shell) throws Exception {
        try (AgentHarness agent = printing(shell)) {
            assertThat(agent.read("default").text().strip()).isEqualTo("from behind");
            assertThat(agent.list().text()).contains("unread=0B");
            assertFinished(agent.run("echo next"), 0, "next");
            assertThat(agent.reread("default", 0L, 50).text()).containsSubsequence("from behind\n", "next\n");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"bash", "zsh", "fish"})
    void theNextCommandTellsOfItAndWhereItIs(String shell) throws Exception {
        try (AgentHarness agent = printing(shell)) {
            TextResult next = agent.run("echo next");
            assertThat(next.text())
                    .contains("bytes of earlier output not shown")
                    .endsWith("next");
            long from = Long.parseLong(next.text().replaceAll("(?s).*\"from\":(\\d+)}.*", "$1"));
            assertThat(agent.reread("default", from, 50).text()).startsWith("from behind\nnext\n");
        }
    }

    /** Before, in and behind the prompt that follows the command. */
    @ParameterizedTest
    @ValueSource(strings = {"bash", "zsh"})
    void noLineIsLostWheneverItComes(String shell) throws Exception {
        try (AgentHarness agent = AgentHarness.with(shell, Map.of())) {
            for (int i = 0; i < 60; i++) {
                String line = "from behind " + i;
                StringBuilder seen =
                        new StringBuilder(agent.run("sh -c '(sleep 0.00" + i % 10 + "; echo " + line + ") &'")
                                .text());
                await(line)
                        .until(() -> seen.append(agent.read("default").text()).indexOf(line) >= 0);
                assertThat(agent.reread("default", null, 5).text()).contains(line);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"bash", "zsh", "fish"})
    void aLineThatComesBackIsNoBackgroundText(String shell) throws Exception {
        try (AgentHarness agent = AgentHarness.with(shell, Map.of())) {
            agent.run("true");
            agent.keys("default", "echo half");
            assertFinished(agent.run("echo one"), 0, "one");
            await().during(java.time.Duration.ofMillis(400))
                    .until(() -> agent.list().text().contains("unread=0B"));
            assertFinished(agent.run("echo two"), 0, "two");
            assertThat(agent.keys("default", "Enter").text()).isEqualTo("half");
        }
    }
}
