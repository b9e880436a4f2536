package io.github.tmuxmcp.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ShellStartTest {
    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "a/b", "/etc/passwd", "a\0"})
    void aNameThatIsNoPlainFileNameIsRefused(String name) {
        assertThatThrownBy(() -> ShellStart.prepare(
                        ShellKind.BASH, "bash", Path.of("/nonexistent"), name, "abcdefgh12", Map.of()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ShellStart.discard(Path.of("/nonexistent"), name))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "short", "with space12", "quote'quote'", "semi;colon;12"})
    void aNonceIsLettersAndDigits(String nonce) {
        assertThatThrownBy(() ->
                        ShellStart.prepare(ShellKind.ZSH, "zsh", Path.of("/nonexistent"), "main", nonce, Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("colon");
    }

    @Test
    void aShellIsKnownByItsNameOrPath() {
        assertThat(ShellKind.named("bash")).contains(ShellKind.BASH);
        assertThat(ShellKind.named("/usr/bin/zsh")).contains(ShellKind.ZSH);
        assertThat(ShellKind.named("-fish")).contains(ShellKind.FISH);
        assertThat(ShellKind.named("sh")).isEmpty();
        assertThat(ShellKind.named("")).isEmpty();
        assertThat(ShellKind.named("BASH")).isEmpty();
    }
}
