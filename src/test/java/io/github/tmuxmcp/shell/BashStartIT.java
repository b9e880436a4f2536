package io.github.tmuxmcp.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** bash with start files of every temper. */
final class BashStartIT {
    private static ShellPane bash(String rc) throws IOException {
        return new ShellPane(ShellKind.BASH).with(".bashrc", rc + "\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "echo printed; sleep 2",
                "return 3",
                "case $- in *i*) return;; esac",
                "echo 'open",
                "if then",
                "set -e; true",
                "set -u",
                "set -x",
                "set -a",
                "set -o posix",
                "trap 'echo debug' DEBUG",
                "IFS=_0123456789",
                "shopt -u promptvars",
                "alias printf=false local=false builtin=false unset=false set=false bind=false '[[=false'",
                "PROMPT_COMMAND=true",
                "PROMPT_COMMAND='echo hook; true'",
                "PROMPT_COMMAND=(true 'echo hook')",
                "export PROMPT_COMMAND='true;'",
                "readonly PROMPT_COMMAND",
                "readonly PROMPT_COMMAND=true",
                "PROMPT_COMMAND='PS1=\"new $RANDOM > \"; true'",
                "export PS1='exported $ ' PS0='exported'",
                "readonly PS0=",
                "PS1='two\\nlines > '",
                "unset PS1",
                "TERM=dumb",
                "bind 'set editing-mode vi'",
                "bind 'set enable-bracketed-paste off'",
                "export LC_ALL=C",
                "[ -r /usr/share/bash-completion/bash_completion ] && . /usr/share/bash-completion/bash_completion",
                "__bp() { local s=$?; [[ -n ${in_prompt-} ]] || last=$BASH_COMMAND; return $s; }; trap __bp DEBUG; "
                        + "PROMPT_COMMAND='in_prompt=1;PS1=\"> \";in_prompt='",
            })
    void theStatusIsRightFromTheFirstCommandOn(String rc) throws IOException {
        try (ShellPane pane = bash(rc).start()) {
            assertThat(pane.run("(exit 23) || (exit 24) || ! true").status()).isEqualTo(1);
            ShellPane.Outcome outcome = pane.run("true && echo $((6 * 7)) | sed s/4/4/");
            assertThat(outcome.status()).isZero();
            assertThat(outcome.sequence()).isEqualTo(2);
            assertThat(ShellPane.plain(pane.raw())).doesNotContain("__mcp").doesNotContain("133;");
        }
    }

    @Test
    void theUsersFilesAreReadOnceAndTheirSettingsCount() throws IOException {
        try (ShellPane pane = bash("count=${count-}x; alias hello='echo hi'").start()) {
            assertThat(pane.run("hello $count $-").output()).startsWith("hi x").doesNotContain("H");
            assertThat(pane.run("shopt login_shell").output()).endsWith("off");
        }
    }

    @Test
    void outputOfAUsersHookIsNotOutputOfTheCommand() throws IOException {
        try (ShellPane pane = bash("PROMPT_COMMAND='echo hook'").start()) {
            assertThat(pane.run("echo mine").output()).isEqualTo("mine");
        }
    }

    @Test
    void aUsersHookThatSucceedsHidesNoFailureAndSeesIt() throws IOException {
        try (ShellPane pane =
                bash("h() { echo \"hook saw $?\"; true; }; PROMPT_COMMAND=h").start()) {
            assertThat(pane.run("(exit 9)").status()).isEqualTo(9);
            pane.awaitText("hook saw 9");
        }
    }

    @Test
    void aHookThatRewritesThePromptStillEndsInOurMarker() throws IOException {
        try (ShellPane pane = bash("PROMPT_COMMAND='PS1=\"fresh \\#> \"'").start()) {
            pane.run("true");
            assertThat(pane.prompt()).isEqualTo("fresh 2>");
        }
    }

    @Test
    void whatTheStartFilePrintsStandsBeforeTheFirstPrompt() throws IOException {
        try (ShellPane pane = bash("echo welcome").start()) {
            assertThat(pane.outcome(0)).isEqualTo(new ShellPane.Outcome(0, 0, 0, "welcome"));
        }
    }

    @Test
    void aStartFileThatExitsEndsTheShell() throws IOException {
        try (ShellPane pane = bash("exit 5")) {
            pane.launch();
            pane.awaitDead();
            assertThat(pane.deadStatus()).isEqualTo("5");
            assertThat(pane.ends()).isZero();
        }
    }

    @Test
    void aStartFileThatBecomesAnotherShellHasNoMarkers() throws IOException {
        try (ShellPane pane = bash("exec sh -c 'echo other; exec cat'")) {
            pane.launch();
            pane.awaitText("other");
            assertThat(pane.raw()).doesNotContain(ShellPane.NONCE);
        }
    }

    @Test
    void linesTypedBeforeTheShellIsReadyAreRun() throws IOException {
        try (ShellPane pane = bash("sleep 1")) {
            pane.launch();
            pane.enter("echo early");
            pane.awaitPrompt(1);
            assertThat(ShellPane.plain(pane.raw())).contains("\nearly");
        }
    }
}
