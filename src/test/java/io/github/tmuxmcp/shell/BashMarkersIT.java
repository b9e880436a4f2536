package io.github.tmuxmcp.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What bash reports for what is typed at its prompt. */
final class BashMarkersIT {
    private static ShellPane bash() throws IOException {
        return new ShellPane(ShellKind.BASH).start();
    }

    @Test
    void eachEndBelongsToItsStartByNumber() throws IOException {
        try (ShellPane pane = bash()) {
            for (int i = 1; i <= 5; i++) {
                ShellPane.Outcome outcome = pane.run("(exit " + i + ")");
                assertThat(outcome.status()).isEqualTo(i);
                assertThat(outcome.sequence()).isEqualTo(i);
                assertThat(outcome.started()).isEqualTo(i);
            }
        }
    }

    @Test
    void everyExitCodeIsReported() throws IOException {
        try (ShellPane pane = bash()) {
            for (int code = 0; code <= 255; code++) {
                assertThat(pane.run("(exit " + code + ")").status()).isEqualTo(code);
            }
        }
    }

    @Test
    void signalsPipelinesAndUnknownCommands() throws IOException {
        try (ShellPane pane = bash()) {
            assertThat(pane.run("sh -c 'kill -9 $$'").status()).isEqualTo(137);
            assertThat(pane.run("sh -c 'kill -INT $$'").status()).isEqualTo(130);
            assertThat(pane.run("true | false").status()).isEqualTo(1);
            assertThat(pane.run("false | true").status()).isZero();
            assertThat(pane.run("no-such-command-here").status()).isEqualTo(127);
            assertThat(pane.run("${nothing?is unset}").status()).isEqualTo(1);
        }
    }

    @Test
    void theOutputStartsAtTheStartMarkerAndNeedNotEndInANewline() throws IOException {
        try (ShellPane pane = bash()) {
            assertThat(pane.run("printf abc").output()).isEqualTo("abc");
            assertThat(pane.run("echo \"a!b\"").output()).isEqualTo("a!b");
        }
    }

    @Test
    void severalPastedLinesEndOnceWithTheLastStatus() throws IOException {
        try (ShellPane pane = bash()) {
            ShellPane.Outcome outcome = pane.run("echo one\nfalse\necho two\n(exit 4)");
            assertThat(outcome.status()).isEqualTo(4);
            assertThat(outcome.started()).isEqualTo(1);
            assertThat(outcome.sequence()).isEqualTo(4);
            assertThat(pane.count(Marker.Kind.COMMAND_END)).isEqualTo(2);
        }
    }

    @Test
    void aHeredocKeepsItsTabs() throws IOException {
        try (ShellPane pane = bash()) {
            assertThat(pane.run("cat <<X\n\ta\tb\nX").output()).contains("a\tb");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "# only a comment", ")"})
    void whatRunsNothingRepeatsTheNumberWithoutAStart(String line) throws IOException {
        try (ShellPane pane = bash()) {
            pane.run("true");
            ShellPane.Outcome outcome = pane.run(line);
            assertThat(outcome.ran()).isFalse();
            assertThat(outcome.sequence()).isEqualTo(1);
            assertThat(outcome.status()).isEqualTo(line.equals(")") ? 2 : 0);
            assertThat(pane.run("(exit 7)")).isEqualTo(new ShellPane.Outcome(7, 2, 2, ""));
        }
    }

    @Test
    void anInterruptAtThePromptOrInAnOpenQuoteRunsNothing() throws IOException {
        try (ShellPane pane = bash()) {
            pane.paste("half a line");
            pane.keys("C-c");
            pane.awaitPrompt(1);
            pane.enter("echo 'open");
            pane.awaitText(">");
            assertThat(pane.ends()).isEqualTo(2);
            pane.keys("C-c");
            pane.awaitPrompt(2);
            assertThat(pane.run("(exit 5)")).isEqualTo(new ShellPane.Outcome(5, 1, 1, ""));
        }
    }

    @Test
    void aRedrawnPromptGivesNoEnd() throws IOException {
        try (ShellPane pane = bash()) {
            long prompts = pane.count(Marker.Kind.PROMPT_END);
            pane.keys("C-l");
            pane.awaitPrompt(0);
            await().until(() -> pane.count(Marker.Kind.PROMPT_END) > prompts);
            assertThat(pane.ends()).isEqualTo(1);
        }
    }

    @Test
    void errexitEndsTheShellWithoutAnEnd() throws IOException {
        try (ShellPane pane = bash()) {
            pane.run("set -euo pipefail");
            assertThat(pane.run("! true").status()).isEqualTo(1);
            assertThat(pane.run("echo ok").output()).isEqualTo("ok");
            long ends = pane.ends();
            pane.enter("false");
            pane.awaitDead();
            assertThat(pane.deadStatus()).isEqualTo("1");
            assertThat(pane.ends()).isEqualTo(ends);
        }
    }

    @Test
    void nothingOfOursShowsUnderXtrace() throws IOException {
        try (ShellPane pane = bash()) {
            pane.run("set -x");
            assertThat(pane.run("false")).isEqualTo(new ShellPane.Outcome(1, 2, 2, "+ false"));
            assertThat(pane.run("echo $?").output()).isEqualTo("+ echo 1\n1");
            assertThat(ShellPane.plain(pane.raw())).doesNotContain("__mcp_").doesNotContain("133;");
        }
    }

    @Test
    void statusLastArgumentAndPipeStatusesAreLeftAlone() throws IOException {
        try (ShellPane pane = bash()) {
            pane.run("(exit 9)");
            assertThat(pane.run("echo $?").output()).isEqualTo("9");
            pane.run("echo some thing");
            assertThat(pane.run("echo $_").output()).isEqualTo("thing");
            pane.run("true | (exit 3) | false");
            assertThat(pane.run("echo ${PIPESTATUS[@]}").output()).isEqualTo("0 3 1");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "set -u",
                "set -f",
                "set -C",
                "set -a",
                "set -T -E",
                "set -o posix",
                "IFS=0123456789mcp=",
                "shopt -s extdebug nocasematch extglob failglob nullglob",
                "shopt -u promptvars",
                "printf() { echo mine; }; local() { echo mine; }; export() { echo mine; }; set() { echo mine; }",
                "builtin() { echo mine; }",
                "alias printf='echo mine' builtin='echo mine' local='echo mine' :='echo mine'",
                "trap 'echo debug' DEBUG; trap 'echo err' ERR; trap 'echo return' RETURN",
                "shopt -s extdebug; trap '[[ $BASH_COMMAND != __mcp* ]]' DEBUG",
                "unset PROMPT_COMMAND",
                "PROMPT_COMMAND=",
                "PROMPT_COMMAND=true",
                "PROMPT_COMMAND=(true true)",
                "PROMPT_COMMAND+=(true)",
                "PROMPT_COMMAND+=';true'",
                "PROMPT_COMMAND=\"true; $PROMPT_COMMAND\"",
                "readonly PROMPT_COMMAND",
                "PS1='$ '",
                "readonly PS1",
                "PROMPT_COMMAND='PS1=\"$ \"'",
                "PS0='user '",
                "exec 3>&1 >/dev/null; exec >&3",
                "HISTSIZE=0; set +o history",
                "TMOUT=100; MAILCHECK=1",
                "set -- a b; cd /; umask 777; umask 022",
            })
    void theStatusStaysRightAfter(String setting) throws IOException {
        try (ShellPane pane = bash()) {
            assertThat(pane.run(setting).status()).as("of itself").isZero();
            for (int round = 1; round <= 3; round++) {
                ShellPane.Outcome failed = pane.run("(exit 23)");
                assertThat(failed.status()).isEqualTo(23);
                assertThat(failed.started()).isEqualTo(failed.sequence());
                assertThat(pane.run(":").status()).isZero();
            }
            assertThat(ShellPane.plain(pane.raw())).doesNotContain("__mcp_").doesNotContain("133;");
        }
    }

    @Test
    void aLineThatTakesBothHookAndPromptAwayLosesItsOwnEndOnly() throws IOException {
        try (ShellPane pane = bash()) {
            pane.enter("unset PROMPT_COMMAND PS1; echo gone");
            pane.awaitText("\ngone");
            assertThat(pane.run("(exit 3)")).isEqualTo(new ShellPane.Outcome(3, 2, 2, ""));
            assertThat(pane.run("(exit 4)").status()).isEqualTo(4);
        }
    }

    @Test
    void aDebugTrapSeesNothingOfOursOnTheScreen() throws IOException {
        try (ShellPane pane = bash()) {
            pane.run("trap 'echo \"> $BASH_COMMAND\"' DEBUG");
            assertThat(pane.run("echo a").output()).isEqualTo("> echo a\na");
            assertThat(ShellPane.plain(pane.raw())).doesNotContain("__mcp_");
        }
    }

    @Test
    void aUsersPs0StandsBeforeTheOutput() throws IOException {
        try (ShellPane pane = bash()) {
            pane.run("PS0='[started]'");
            pane.run("true");
            assertThat(pane.run("echo a").output()).isEqualTo("a");
            assertThat(pane.raw()).contains("[started]\u001b]133;C");
        }
    }
}
