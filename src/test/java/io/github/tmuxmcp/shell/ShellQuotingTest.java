package io.github.tmuxmcp.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class ShellQuotingTest {
    @Test
    void aPosixWordStandsInSingleQuotes() {
        assertThat(ShellQuoting.quote("")).isEqualTo("''");
        assertThat(ShellQuoting.quote("it's $HOME `x` \\ \n!")).isEqualTo("'it'\\''s $HOME `x` \\ \n!'");
    }

    @Test
    void aFishWordEscapesBackslashAndQuote() {
        assertThat(ShellQuoting.quoteFish("it's \\")).isEqualTo("'it\\'s \\\\'");
    }

    @Test
    void aNulIsRefused() {
        assertThatThrownBy(() -> ShellQuoting.quote("a\0b")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ShellQuoting.quoteFish("\0")).isInstanceOf(IllegalArgumentException.class);
    }
}
