package io.github.tmuxmcp.agent.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PromptTextTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "$ ",
                "user@host:~$ ",
                "# ",
                "host% ",
                ">>> ",
                "> ",
                "... ",
                "❯ ",
                "➜  ",
                "Name: ",
                "Sure? ",
                "[y/N]",
                "Continue? [Y/n] ",
                "(yes/no)? ",
                "Are you sure you want to continue connecting (yes/no/[fingerprint])? ",
                "Password:",
                "password for bob: ",
                "[sudo] password for bob: ",
                "Enter passphrase for key '/k': ",
                "PIN: ",
                "OTP",
                "(END)",
                "--More--",
                "--More--(42%)",
                "mysql> ",
                "irb(main):001:0> ",
                "(gdb) $"
            })
    void whatAsksLooksLikeAPrompt(String line) {
        assertThat(PromptText.looksLikePrompt(line)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "\t",
                "done",
                "Compiling",
                "Shipping assets",
                "Spinning up",
                "an opinion",
                "typings found",
                "adoption of it",
                "100 files",
                "https://example.org/a",
                "[exit code 0]",
                "y/n is what it asks"
            })
    void whatTellsDoesNot(String line) {
        assertThat(PromptText.looksLikePrompt(line)).isFalse();
    }

    @Test
    void aLongLineIsLookedAtFromItsEndAndQuickly() {
        long start = System.nanoTime();
        assertThat(PromptText.looksLikePrompt("password ".repeat(200_000))).isTrue();
        assertThat(PromptText.looksLikePrompt(" ".repeat(1_000_000) + "x")).isFalse();
        assertThat(PromptText.looksLikePrompt("x".repeat(1_000_000) + "$ ")).isTrue();
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(1));
    }
}
