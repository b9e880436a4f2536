package io.github.tmuxmcp.agent;

import static io.github.tmuxmcp.agent.AgentHarness.assertFinished;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What keys have left in the private shell's line editor, in emacs and in vi mode, when a command comes. */
@Timeout(60)
final class LineEditorIT {
    private static final String EDITORS = """
            bash|.bashrc|
            bash|.inputrc|set editing-mode vi
            bash|.bashrc|set -o vi
            zsh|.zshrc|bindkey -e
            zsh|.zshrc|bindkey -v
            fish|.config/fish/config.fish|
            fish|.config/fish/config.fish|fish_vi_key_bindings
            """;

    private static AgentHarness agent(String shell, String file, String line) throws Exception {
        AgentHarness agent = AgentHarness.with(shell, Map.of());
        Path path = agent.home.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, line == null ? "" : line + "\n");
        agent.run("true");
        return agent;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            .bashrc|set +o emacs;set +o vi
            .inputrc|set enable-bracketed-paste off
            .inputrc|set show-mode-in-prompt on;set editing-mode vi
            """)
    void aShellWithoutAnEditorOrWithAnotherOneGivesOutputAndCodes(String file, String line) throws Exception {
        try (AgentHarness agent = agent("bash", file, line.replace(';', '\n'))) {
            assertFinished(agent.run("sh -c 'exit 5'"), 5, "(no output)");
            assertFinished(agent.run("echo one"), 0, "one");
            assertFinished(agent.run("echo two\nfalse"), 1, "two");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = EDITORS)
    void aCommandAfterEscapeIsACommand(String shell, String file, String line) throws Exception {
        try (AgentHarness agent = agent(shell, file, line)) {
            agent.keys("default", "Escape");
            assertFinished(agent.run("echo one"), 0, "one");
            agent.keys("default", 0.0, "Escape");
            assertFinished(agent.run("echo two\necho three"), 0, "two\nthree");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = EDITORS)
    void halfALineComesBackBehindTheCommand(String shell, String file, String line) throws Exception {
        try (AgentHarness agent = agent(shell, file, line)) {
            agent.keys("default", "echo half line");
            assertFinished(agent.run("echo whole"), 0, "whole");
            assertThat(agent.keys("default", " more", "Enter").text()).isEqualTo("half line more");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = EDITORS)
    void halfALineComesBackWithItsCursor(String shell, String file, String line) throws Exception {
        try (AgentHarness agent = agent(shell, file, line)) {
            agent.keys("default", "echo half line", "Left", "Left", "Left", "Left");
            assertFinished(agent.run("echo whole"), 0, "whole");
            assertThat(agent.keys("default", "a", "Enter").text()).isEqualTo("half aline");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = EDITORS)
    void halfALineThatWasLeftWithEscapeComesBackToo(String shell, String file, String line) throws Exception {
        try (AgentHarness agent = agent(shell, file, line)) {
            agent.keys("default", "echo half line", "Escape");
            assertFinished(agent.run("echo whole"), 0, "whole");
            assertThat(agent.keys("default", "Enter").text()).isEqualTo("half line");
        }
    }
}
