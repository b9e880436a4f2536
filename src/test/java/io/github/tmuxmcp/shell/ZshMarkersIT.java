package io.github.tmuxmcp.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What zsh reports, and with which start files. */
final class ZshMarkersIT {
    private static ShellPane zsh(String rc) throws IOException {
        return new ShellPane(ShellKind.ZSH).with(".zshrc", rc + "\n");
    }

    @Test
    void statusesAreRight() throws IOException {
        try (ShellPane pane = zsh("").start()) {
            for (int code : new int[] {0, 1, 2, 126, 127, 130, 137, 255}) {
                assertThat(pane.run("(exit " + code + ")").status()).isEqualTo(code);
            }
            assertThat(pane.run("true | false").status()).isEqualTo(1);
            assertThat(pane.run("sh -c 'kill -9 $$'").status()).isEqualTo(137);
            assertThat(pane.run("echo \"a!b\"").output()).isEqualTo("a!b");
        }
    }

    @Test
    void anUnfinishedLineGetsNoMark() throws IOException {
        try (ShellPane pane = zsh("").start()) {
            assertThat(pane.run("printf abc").output()).isEqualTo("abc");
        }
    }

    @Test
    void severalPastedLinesAreOneCommand() throws IOException {
        try (ShellPane pane = zsh("").start()) {
            ShellPane.Outcome outcome = pane.run("echo one\nfalse\ncat <<X\n\ta\tb\nX\n(exit 4)");
            assertThat(outcome).isEqualTo(new ShellPane.Outcome(4, 1, 1, "one\n\ta\tb"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "# only a comment", ")"})
    void whatRunsNothingRepeatsTheNumberWithoutAStart(String line) throws IOException {
        try (ShellPane pane = zsh("").start()) {
            pane.run("true");
            ShellPane.Outcome outcome = pane.run(line);
            assertThat(outcome.ran()).isFalse();
            assertThat(outcome.sequence()).isEqualTo(1);
            assertThat(outcome.status()).isEqualTo(line.equals(")") ? 1 : 0);
        }
    }

    @Test
    void anInterruptAtThePromptOrInAnOpenQuoteRunsNothing() throws IOException {
        try (ShellPane pane = zsh("").start()) {
            pane.paste("half a line");
            pane.keys("C-c");
            pane.awaitPrompt(1);
            pane.enter("echo 'open");
            pane.awaitText("quote>");
            pane.keys("C-c");
            pane.awaitPrompt(2);
            assertThat(pane.run("(exit 5)")).isEqualTo(new ShellPane.Outcome(5, 1, 1, ""));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "echo printed; sleep 1",
                "return 3",
                "if then",
                "echo 'open",
                "setopt no_unset",
                "setopt xtrace",
                "setopt ksh_arrays sh_word_split",
                "setopt no_rcs",
                "setopt prompt_subst no_prompt_cr",
                "setopt all_export",
                "precmd() { true }",
                "precmd() { echo hook; true }; precmd_functions=(precmd)",
                "precmd_functions=()",
                "h() { PROMPT=\"fresh $RANDOM> \" }; precmd_functions+=(h)",
                "export PROMPT='exported> '",
                "preexec() { echo about }",
                "alias print=false builtin=false local=false setopt=false emulate=false",
                "print() { false }; echo() { false }",
                "autoload -Uz bracketed-paste-magic; zle -N bracketed-paste bracketed-paste-magic",
                "TERM=dumb",
                "autoload -Uz compinit; compinit -D -u; autoload -Uz promptinit; promptinit; prompt adam1",
            })
    void theStatusIsRightFromTheFirstCommandOn(String rc) throws IOException {
        try (ShellPane pane = zsh(rc).start()) {
            assertThat(pane.run("(exit 23)").status()).isEqualTo(23);
            ShellPane.Outcome outcome = pane.run("true && sh -c 'echo 42'");
            assertThat(outcome.status()).isZero();
            assertThat(outcome.sequence()).isEqualTo(2);
            assertThat(outcome.output()).endsWith("42");
            assertThat(ShellPane.plain(pane.raw())).doesNotContain("__mcp").doesNotContain("133;");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "setopt xtrace",
                "precmd_functions=()",
                "precmd_functions=(true) preexec_functions=()",
                "unset precmd_functions preexec_functions",
                "PROMPT='> '",
                "precmd() { true }",
                "set -e; true",
                ". ~/.zshrc",
            })
    void theStatusStaysRightAfter(String setting) throws IOException {
        try (ShellPane pane = zsh("true").start()) {
            assertThat(pane.run(setting).status()).isZero();
            assertThat(pane.run("! true").status()).isEqualTo(1);
            assertThat(pane.run("true").sequence()).isEqualTo(3);
            assertThat(ShellPane.plain(pane.raw())).doesNotContain("__mcp_f").doesNotContain("133;");
        }
    }

    @Test
    void theUsersOwnFolderOfStartFilesCounts() throws IOException {
        try (ShellPane pane = new ShellPane(ShellKind.ZSH)
                .with(".zshenv", "ZDOTDIR=~/dot\n")
                .with("dot/.zshrc", "echo from dot\n")
                .start()) {
            assertThat(pane.run("echo $ZDOTDIR; sh -c 'echo [$ZDOTDIR]'").output())
                    .endsWith("/dot\n[]");
            pane.awaitText("from dot");
        }
    }

    @Test
    void withoutOneNoneIsLeftBehind() throws IOException {
        try (ShellPane pane = zsh("").start()) {
            assertThat(pane.run("echo ${ZDOTDIR-none}; sh -c 'echo ${ZDOTDIR-none}'")
                            .output())
                    .isEqualTo("none\nnone");
        }
    }

    @Test
    void aCallersFolderOfStartFilesIsPutBackAndExported() throws IOException {
        try (ShellPane pane = new ShellPane(ShellKind.ZSH)
                .environment("ZDOTDIR", "/nonexistent/it's")
                .start()) {
            assertThat(pane.run("sh -c 'echo $ZDOTDIR'").output()).isEqualTo("/nonexistent/it's");
        }
    }
}
