package io.github.tmuxmcp.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What fish reports, and with which start files. */
final class FishMarkersIT {
    private static ShellPane fish(String config) throws IOException {
        return new ShellPane(ShellKind.FISH).with(".config/fish/config.fish", config + "\n");
    }

    @Test
    void statusesAreRight() throws IOException {
        try (ShellPane pane = fish("").start()) {
            for (int code : new int[] {0, 1, 2, 126, 127, 130, 255}) {
                assertThat(pane.run("sh -c 'exit " + code + "'").status()).isEqualTo(code);
            }
            assertThat(pane.run("true | false").status()).isEqualTo(1);
            assertThat(pane.run("sh -c 'kill -9 $$'").status()).isEqualTo(137);
            assertThat(pane.run("echo \"a!b\"").output()).isEqualTo("a!b");
            assertThat(pane.run("printf abc").output()).isEqualTo("abc");
        }
    }

    @Test
    void severalPastedLinesAreOneCommand() throws IOException {
        try (ShellPane pane = fish("").start()) {
            ShellPane.Outcome outcome = pane.run("echo one\nfalse\necho two\nsh -c 'exit 4'");
            assertThat(outcome).isEqualTo(new ShellPane.Outcome(4, 1, 1, "one\ntwo"));
        }
    }

    @Test
    void anEmptyLineRepeatsTheNumberWithoutAStart() throws IOException {
        try (ShellPane pane = fish("").start()) {
            pane.run("false");
            ShellPane.Outcome outcome = pane.run("");
            assertThat(outcome.ran()).isFalse();
            assertThat(outcome.sequence()).isEqualTo(1);
            assertThat(outcome.status()).isEqualTo(1);
        }
    }

    @Test
    void aSyntaxErrorIsAnEndWithoutAStart() throws IOException {
        try (ShellPane pane = fish("").start()) {
            ShellPane.Outcome outcome = pane.run(")");
            assertThat(outcome.ran()).isFalse();
            assertThat(outcome.status()).isEqualTo(1);
            assertThat(outcome.output()).contains("Unexpected ')'");
            assertThat(pane.run("sh -c 'exit 5'").status()).isEqualTo(5);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "echo printed; sleep 1",
                "return 3",
                "if then",
                "echo 'open",
                "function fish_prompt; echo 'mine> '; true; end",
                "function printf; end",
                "function fish_postexec --on-event fish_postexec; true; end",
                "function hook --on-event fish_prompt; true; end",
                "function other --on-event fish_prompt; printf '\\e]133;A\\a'; end; "
                        + "function more --on-event fish_postexec; printf '\\e]133;D;0\\a'; end",
                "set -g fish_history mine",
                "functions -e fish_prompt",
            })
    void theStatusIsRightFromTheFirstCommandOn(String config) throws IOException {
        try (ShellPane pane = fish(config).start()) {
            assertThat(pane.run("sh -c 'exit 23'").status()).isEqualTo(23);
            ShellPane.Outcome outcome = pane.run("sh -c 'echo 42'");
            assertThat(outcome.status()).isZero();
            assertThat(outcome.sequence()).isEqualTo(2);
            assertThat(outcome.output()).endsWith("42");
            assertThat(ShellPane.plain(pane.raw())).doesNotContain("__mcp").doesNotContain("133;");
        }
    }

    @Test
    void nothingOfOursShowsUnderFishTrace() throws IOException {
        try (ShellPane pane = fish("").start()) {
            pane.run("set -g fish_trace 1");
            pane.run("true");
            assertThat(pane.run("echo a").output()).isEqualTo("> echo a\na");
            assertThat(ShellPane.plain(pane.raw())).doesNotContain("__mcp");
        }
    }

    @Test
    void aPromptDefinedLaterIsFramedToo() throws IOException {
        try (ShellPane pane = fish("").start()) {
            pane.run("function fish_prompt; echo -n 'later> '; end");
            pane.run("true");
            assertThat(pane.prompt()).isEqualTo("later>");
        }
    }
}
