package io.github.tmuxmcp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class CallerEnvironmentTest {
    @Test
    void whatAClientSaysOfItselfStaysOutOfPanes() {
        Map<String, String> ours = Map.of(
                "CLAUDECODE", "1",
                "CLAUDE_CODE_MESSAGING_TOKEN", "secret",
                "CLAUDE_PROJECT_DIR", "/srv",
                "CODEX_HOME", "/home/a/.codex",
                "GEMINI_CLI", "1",
                "OPENCODE", "1",
                "TMUX_MCP_SIZE", "80x24",
                "TMUX", "x");

        assertThat(CallerEnvironment.forPanes(ours, Set.of())).isEmpty();
    }

    @Test
    void everythingElseIsPassedOn() {
        Map<String, String> ours =
                Map.of("SSH_AUTH_SOCK", "/run/a", "NVM_DIR", "/home/a/.nvm", "CODEXES", "1", "PATH", "/bin");

        assertThat(CallerEnvironment.forPanes(ours, Set.of())).isEqualTo(ours);
    }

    @Test
    void namedExceptionsArePassedOn() {
        Map<String, String> ours = Map.of("CODEX_HOME", "/home/a/.codex", "CODEX_OTHER", "1");

        assertThat(CallerEnvironment.forPanes(ours, Set.of("CODEX_HOME"))).containsOnlyKeys("CODEX_HOME");
    }

    @Test
    void theCallersLocaleComesBack() {
        Map<String, String> ours = new HashMap<>();
        ours.put("LC_ALL", "C.UTF-8");
        ours.put("LC_CTYPE", "C.UTF-8");
        ours.put("LANG", "de_DE");
        ours.put("TMUX_MCP_CALLER_LC_ALL", "=POSIX");
        ours.put("TMUX_MCP_CALLER_LC_CTYPE", "-");

        assertThat(CallerEnvironment.forPanes(ours, Set.of())).isEqualTo(Map.of("LC_ALL", "POSIX", "LANG", "de_DE"));
    }

    @Test
    void aVariableThatWasSetButEmptyComesBackEmpty() {
        assertThat(CallerEnvironment.forPanes(Map.of("LC_CTYPE", "C.UTF-8", "TMUX_MCP_CALLER_LC_CTYPE", "="), Set.of()))
                .isEqualTo(Map.of("LC_CTYPE", ""));
    }
}
