package io.github.tmuxmcp.agent;

import static io.github.tmuxmcp.agent.AgentHarness.assertFinished;
import static io.github.tmuxmcp.agent.AgentHarness.failure;
import static io.github.tmuxmcp.agent.AgentHarness.meta;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tmuxmcp.tool.TextResult;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Command lines in panes of the user's: the right output and the right code, whatever shell and whatever line. */
@Timeout(90)
final class PaneExecIT {
    private static UserHarness user;

    @BeforeAll
    static void start() throws IOException {
        user = UserHarness.start();
    }

    @AfterAll
    static void end() throws IOException {
        user.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bash --norc --noprofile",
                "zsh -f",
                "sh",
                "dash",
                "busybox ash",
                "ksh",
                "mksh",
                "fish --no-config",
            })
    void everyShellGivesOutputAndCode(String command) throws Exception {
        String pane = user.shell(command);
        boolean fish = command.startsWith("fish");
        assertFinished(user.exec(pane, "true"), 0, "(no output)");
        assertFinished(user.exec(pane, "sh -c 'exit 7'"), 7, "(no output)");
        assertFinished(user.exec(pane, "echo one; echo two;"), 0, "one\ntwo");
        assertFinished(user.exec(pane, "echo a # comment"), 0, "a");
        assertFinished(user.exec(pane, "echo 'it''s'; sh -c 'exit 3'"), 3, fish ? "its" : "its");
        assertFinished(user.exec(pane, "echo \"it's\" '\"'"), 0, "it's \"");
        assertFinished(user.exec(pane, "echo 'a!b !! $x ; #{x} %H'"), 0, "a!b !! $x ; #{x} %H");
        assertFinished(user.exec(pane, "echo first\necho second\nsh -c 'exit 4'"), 4, "first\nsecond");
        assertFinished(user.exec(pane, "clear; echo cleared"), 0, "cleared");
        assertFinished(user.exec(pane, "echo " + "z".repeat(450)), 0, "z".repeat(450));
        assertFinished(user.exec(pane, "sleep 0.3; false"), 1, "(no output)");
        assertFinished(user.exec(pane, "cd /; pwd"), 0, "/");
        assertFinished(user.exec(pane, "pwd"), 0, "/");
        if (!fish) {
            assertFinished(user.exec(pane, "cat <<'END'\n$a `b`\n\tc\nEND\n(exit 5)"), 5, "$a `b`\n        c");
            assertFinished(user.exec(pane, "false"), 1, "(no output)");
            assertFinished(user.exec(pane, "echo $?"), 0, "1");
            assertFinished(user.exec(pane, "if true; then echo yes; fi"), 0, "yes");
        }
        TextResult open = user.exec(pane, "echo \"open");
        assertThat(meta(open)).containsEntry("state", "finished");
        assertThat((Integer) meta(open).get("exitCode")).isNotZero();
        assertFinished(user.exec(pane, "echo still here"), 0, "still here");
        assertThat(user.exec(pane, "exit 3").text()).contains("pane " + pane, "exited with code", "gone");
    }

    /** Where the echo ends on a row's last cell, terminals and editors differ about the row behind it. */
    @ParameterizedTest
    @ValueSource(strings = {"bash --norc --noprofile", "zsh -f", "ksh", "fish --no-config"})
    void anEchoOfAnyLengthIsNoOutputAndHidesNone(String command) throws Exception {
        String pane = user.shell(command);
        user.tmux("resize-window", "-t", pane, "-x", "40");
        for (int length = 1; length <= 45; length++) {
            String text = "x".repeat(length);
            assertFinished(user.exec(pane, "echo " + text), 0, text);
            if (length % 5 == 0) {
                assertFinished(user.exec(pane, "sh -c 'exit " + length + "'"), length, "(no output)");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"bash --norc --noprofile", "zsh -f", "dash", "mksh", "busybox ash", "ksh"})
    void anAnswerToAReadGetsNoStatusLine(String command) throws Exception {
        String pane = user.shell(command);
        assertThat(meta(user.exec(pane, "read x; echo \"<$x>\"; (exit 6)"))).containsEntry("state", "waiting");
        assertFinished(user.exec(pane, "bob; true"), 6, "<bob; true>");
        assertFinished(user.exec(pane, "echo next"), 0, "next");
    }

    @Test
    void aPasswordPromptGetsThePasswordAlone() throws Exception {
        String pane = user.bash();
        TextResult asked = user.exec(pane, "read -s -p 'Password: ' x; echo; echo \"${#x}\"");
        assertThat(meta(asked)).containsEntry("state", "waiting").containsEntry("evidence", "input-noecho");
        assertFinished(user.exec(pane, "secret"), 0, "\n6".strip());
    }

    @ParameterizedTest
    @ValueSource(strings = {"bash --norc --noprofile", "zsh -f", "fish --no-config"})
    void aHalfTypedLineIsSetAsideAndComesBack(String command) throws Exception {
        String pane = user.shell(command);
        assertFinished(user.exec(pane, "true"), 0, "(no output)");
        user.tmux("send-keys", "-t", pane, "-l", "echo half done");
        user.awaitText(pane, "half done");
        assertFinished(user.exec(pane, "echo ours"), 0, "ours");
        Awaitility.await().until(() -> lastLine(pane).endsWith("echo half done"));
    }

    @ParameterizedTest
    @CsvSource({
        "bash --norc --noprofile, echo half, Home",
        "bash --norc --noprofile, echo half, Left",
        "bash --norc --noprofile, l, ''",
        "bash --norc --noprofile, é, ''",
        "bash --norc --noprofile, echo half, C-a C-f",
        "zsh -f, echo half, C-a",
        "zsh -f, l, ''",
        "zsh -f, echo half, C-b",
        "fish --no-config, echo half, C-a",
        "fish --no-config, 7, ''",
    })
    void halfALineComesBackWholeWhereverTheCursorWas(String command, String half, String keys) throws Exception {
        String pane = user.shell(command);
        for (String before : List.of("first", "again")) {
            user.tmux("send-keys", "-t", pane, "-l", half);
            for (String key : words(keys)) {
                user.tmux("send-keys", "-t", pane, key);
            }
            user.awaitText(pane, half);
            assertFinished(user.exec(pane, "echo " + before), 0, before);
            Awaitility.await().until(() -> lastLine(pane).stripTrailing().endsWith(half));
            user.tmux("send-keys", "-t", pane, "C-c");
            Awaitility.await().until(() -> !lastLine(pane).stripTrailing().endsWith(half));
        }
    }

    @Test
    void whatFishSuggestsBehindTheCursorIsNobodysLine() throws Exception {
        String pane = user.shell("fish --no-config");
        assertFinished(user.exec(pane, "function suggested_to_all; end"), 0, "(no output)");
        user.tmux("send-keys", "-t", pane, "-l", "suggested_to");
        user.awaitText(pane, "suggested_to_all");
        assertFinished(user.exec(pane, "echo ours"), 0, "ours");
    }

    @ParameterizedTest
    @ValueSource(strings = {"bash --norc --noprofile", "zsh -f", "fish --no-config"})
    void aBlankAtThePromptIsNobodysLine(String command) throws Exception {
        String pane = user.shell(command);
        user.tmux("send-keys", "-t", pane, "-l", " ");
        assertFinished(user.exec(pane, "echo one"), 0, "one");
        user.tmux("send-keys", "-t", pane, "-l", " ");
        assertFinished(user.exec(pane, "echo two"), 0, "two");
    }

    @ParameterizedTest
    @CsvSource({
        "bash --norc --noprofile, set -o vi, ''",
        "bash --norc --noprofile, set -o vi, Escape",
        "bash --norc --noprofile, set -o vi, Escape 0",
        "zsh -f, bindkey -v, ''",
        "zsh -f, bindkey -v, Escape",
        "zsh -f, bindkey -v, Escape 0",
    })
    void halfALineInAViModeStaysAsItIs(String command, String mode, String keys) throws Exception {
        String pane = user.shell(command);
        assertFinished(user.exec(pane, mode), 0, "(no output)");
        user.tmux("send-keys", "-t", pane, "-l", "rm -i half");
        user.awaitText(pane, "rm -i half");
        for (String key : words(keys)) {
            String column = user.tmux("display-message", "-p", "-t", pane, "#{cursor_x}");
            user.tmux("send-keys", "-t", pane, key);
            Awaitility.await("the cursor has moved")
                    .until(() -> !user.tmux("display-message", "-p", "-t", pane, "#{cursor_x}")
                            .equals(column));
        }
        assertThat(failure(() -> user.exec(pane, "echo date xyz")).kind()).isEqualTo("half_line");
        assertThat(lastLine(pane)).endsWith("rm -i half");
    }

    private static List<String> words(String text) {
        return text.isEmpty() ? List.of() : List.of(text.split(" ", -1));
    }

    private static String lastLine(String pane) throws IOException {
        String shown = user.shown(pane);
        return shown.substring(shown.lastIndexOf('\n') + 1);
    }

    @Test
    void aHalfTypedLineThatCannotBeSetAsideIsRefused() throws Exception {
        String pane = user.shell("dash");
        user.tmux("send-keys", "-t", pane, "-l", "echo half");
        user.awaitText(pane, "half");
        assertThat(failure(() -> user.exec(pane, "echo ours")).kind()).isEqualTo("half_line");
        assertThat(user.shown(pane)).endsWith("echo half");
    }

    @Test
    void anEditorThatDoesNotInsertIsToldAndNothingRuns() throws Exception {
        String pane = user.bash();
        assertFinished(user.exec(pane, "set -o vi"), 0, "(no output)");
        user.tmux("send-keys", "-t", pane, "Escape");
        Awaitility.await().pollDelay(java.time.Duration.ofMillis(700)).until(() -> true);
        assertThat(failure(() -> user.exec(pane, "touch canary")).kind()).isEqualTo("half_line");
        assertThat(user.folder().resolve("canary")).doesNotExist();
    }

    @Test
    void copyModeIsRefusedByName() throws Exception {
        String pane = user.bash();
        user.tmux("copy-mode", "-t", pane);
        assertThat(failure(() -> user.exec(pane, "echo x")).message()).contains("copy-mode", "nothing was typed");
        assertThat(failure(() -> user.keys(pane, "x")).message()).contains("copy-mode");
        user.keys(pane, "q");
        assertFinished(user.exec(pane, "echo x"), 0, "x");
    }

    @Test
    void whatRunsAndDoesNotReadIsBusy() throws Exception {
        String pane = user.bash();
        assertThat(meta(user.exec(pane, "sleep 20", 0.5, null))).containsEntry("state", "idle");
        assertThat(failure(() -> user.exec(pane, "echo x")).message()).contains("busy", "sleep", "nothing was typed");
        TextResult stopped = user.keys(pane, "C-c");
        assertThat(meta(stopped).get("state")).isEqualTo("waiting");
        assertFinished(user.exec(pane, "echo x"), 0, "x");
    }

    @Test
    void aCommandThatEndsLaterIsToldByTheNextCall() throws Exception {
        String pane = user.bash();
        assertThat(user.exec(pane, "sleep 1; sh -c 'exit 9'", 0.4, null).text())
                .contains("no output for 0.4 s", "sleep");
        user.awaitText(pane, "__mcp:9");
        assertThat(user.exec(pane, "echo x").text()).isEqualTo("[previous command ended: exit code 9]\nx");
    }

    @Test
    void aLateCodeIsToldAlsoWhenItsRowHasScrolledAway() throws Exception {
        String pane = user.bash();
        user.exec(pane, "sleep 0.6; sh -c 'exit 9'", 0.2, null);
        user.awaitText(pane, "__mcp:9");
        user.keys(pane, "PS1='other$ '; seq 200", "Enter");
        assertThat(user.exec(pane, "sh -c 'exit 4'").text())
                .isEqualTo("[previous command ended: exit code 9]\n(no output)\n[exit code 4]");
    }

    @Test
    void aFullHistoryStillGivesTheRightOutput() throws Exception {
        String pane = user.bash();
        assertFinished(user.exec(pane, "seq 1 3000 | tail -1"), 0, "3000");
        TextResult flood = user.exec(pane, "seq 1 5000");
        assertThat(flood.text())
                .startsWith("[the beginning of the output is no longer")
                .contains("\n5000");
        assertFinished(user.exec(pane, "seq 1 40"), 0, numbers(1, 40));
        assertFinished(user.exec(pane, "seq 1 300"), 0, numbers(1, 300));
    }

    private static String numbers(int from, int to) {
        return String.join(
                "\n",
                IntStream.rangeClosed(from, to).mapToObj(Integer::toString).toList());
    }

    @ParameterizedTest
    @CsvSource({"bash --norc --noprofile,20000", "zsh -f,20000", "fish --no-config,20000"})
    void aLongLineArrives(String command, int length) throws Exception {
        String pane = user.shell(command);
        String x = "x".repeat(length);
        assertFinished(user.exec(pane, "printf %s " + x + " | wc -c"), 0, Integer.toString(length));
    }

    @ParameterizedTest
    @ValueSource(strings = {"dash", "mksh", "busybox ash"})
    void aLineThatTheShellCannotTakeIsRefusedBeforeItIsTyped(String command) throws Exception {
        String pane = user.shell(command);
        assertThat(failure(() -> user.exec(pane, "echo " + "x".repeat(20_000))).message())
                .contains("nothing was typed", "bytes");
        assertFinished(user.exec(pane, "echo ok"), 0, "ok");
    }

    @Test
    void callsAtOnceOnOnePaneEachHaveTheirOwnResult() throws Exception {
        String pane = user.bash();
        List<RunningCall> calls = IntStream.range(0, 6)
                .mapToObj(n -> RunningCall.of(() -> user.exec(pane, "sleep 0.1; echo r" + n)))
                .toList();
        for (int n = 0; n < calls.size(); n++) {
            assertFinished(calls.get(n).result(), 0, "r" + n);
        }
    }

    @Test
    void outputOfTheBackgroundAtThePromptDisturbsNothing() throws Exception {
        String pane = user.bash();
        assertFinished(
                user.exec(pane, "(sleep 0.3; echo behind) & true"),
                0,
                user.exec(pane, "true").text().isEmpty() ? "" : "[1] " + jobPid(pane));
        user.awaitText(pane, "behind");
        assertFinished(user.exec(pane, "echo x"), 0, "x");
    }

    private static String jobPid(String pane) throws IOException {
        String shown = user.shown(pane);
        int at = shown.indexOf("[1] ") + 4;
        return shown.substring(at, shown.indexOf('\n', at));
    }

    @Test
    void aReplIsDrivenLineByLine() throws Exception {
        String pane = user.bash();
        assertThat(user.exec(pane, "python3 -q").text()).startsWith(">>>").contains("python3", "waiting for input");
        assertThat(user.exec(pane, "6*7").text()).startsWith("42\n>>>");
        TextResult end = user.exec(pane, "exit()");
        assertFinished(end, 0, "(no output)");
    }

    @Test
    void waitForIsMatchedOnTheOutputAlone() throws Exception {
        String pane = user.bash();
        TextResult matched = user.exec(pane, "echo start; sleep 0.4; echo READY; sleep 20", 10.0, "READY");
        assertThat(matched.text()).startsWith("start\nREADY\n").contains("matched /READY/");
        user.keys(pane, "C-c");
        assertFinished(user.exec(pane, "sleep 0.3; echo TERMINE", null, "TERMINE"), 0, "TERMINE");
    }

    @Test
    void aFullScreenProgramIsShownAsItsScreen() throws Exception {
        String pane = user.bash();
        Files.writeString(user.folder().resolve("page"), "line\n".repeat(300));
        TextResult less = user.exec(pane, "less page");
        assertThat(less.text()).contains("line\n", "[screen snapshot — full-screen program \"less\" is running]");
        TextResult quit = user.keys(pane, "q");
        assertThat(meta(quit)).containsEntry("state", "finished").containsEntry("exitCode", 0);
    }

    @Test
    void noLineOfOursIsInTheHistoryWhereABlankKeepsItOut() throws Exception {
        String pane = user.bash();
        assertFinished(user.exec(pane, "HISTCONTROL=ignorespace"), 0, "(no output)");
        assertFinished(user.exec(pane, "echo ours"), 0, "ours");
        assertThat(user.exec(pane, "history").text()).doesNotContain("ours");
    }

    @Test
    void aPaneWhoseProcessEndsIsGoneAndSaysWhatItShowed() throws Exception {
        String pane = user.bash();
        TextResult end = user.exec(pane, "echo last; sleep 0.3; exit 5");
        assertThat(end.text()).startsWith("last\n").contains("exited with code unknown", "the pane is gone");
        assertThat(meta(end)).containsEntry("state", "exited").containsEntry("exitCode", null);
        String kept = user.bash();
        user.tmux("set-option", "-p", "-t", kept, "remain-on-exit", "on");
        assertThat(user.exec(kept, "exit 5").text()).contains("exited with code 5");
    }

    @Test
    void longOutputIsCutInTheMiddleAndSaysWhereTheRestIs() throws Exception {
        String pane = user.bash();
        TextResult cut = user.exec(pane, "for i in $(seq 300); do printf '%0199d\\n' $i; done");
        assertThat(cut.text())
                .startsWith("0".repeat(198) + "1\n")
                .contains("characters left out", "tmux_pane_capture {\"target\":\"" + pane + "\"")
                .endsWith("300");
        assertThat(meta(cut)).containsEntry("state", "finished").containsEntry("exitCode", 0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"bash --norc --noprofile", "zsh -f", "dash"})
    void ourLineNeitherEndsAStrictShellNorShowsUnderItsTrace(String command) throws Exception {
        String pane = user.shell(command);
        assertFinished(user.exec(pane, "set -e"), 0, "(no output)");
        assertFinished(user.exec(pane, "false && true"), 1, "(no output)");
        assertFinished(user.exec(pane, "set +e; set -x"), 0, "(no output)");
        assertThat(user.exec(pane, "echo traced").text()).endsWith("traced").doesNotContain("__mcp");
    }

    @ParameterizedTest
    @ValueSource(strings = {"bash --norc --noprofile", "zsh -f", "dash"})
    void anOpenConstructGetsTheRestOfItself(String command) throws Exception {
        String pane = user.shell(command);
        TextResult open = user.keys(pane, "for i in 1 2; do", "Enter");
        assertThat(open.text()).contains("waiting for input", "still open", "C-c");
        assertThat(user.exec(pane, "echo loop").text()).contains("still open");
        assertThat(user.exec(pane, "done").text()).startsWith("loop\nloop\n");
        assertThat(user.shown(pane)).doesNotContain("__mcp");
        assertFinished(user.exec(pane, "echo x"), 0, "x");
    }

    @Test
    void aSingleKeyThatTheShellItselfAsksForIsAnswered() throws Exception {
        String pane = user.bash();
        user.keys(pane, "read -n 1 -p 'Sure? ' a; echo \"<$a>\"", "Enter");
        assertThat(failure(() -> user.exec(pane, "yes")).kind()).isEqualTo("single_key");
        assertThat(user.exec(pane, "y").text()).startsWith("<y>").doesNotContain("__mcp");
        user.keys(pane, "read -s -n 1 a; echo \"<$a>\"", "Enter");
        assertThat(user.exec(pane, "z").text()).startsWith("<z>").doesNotContain("__mcp");
    }

    @ParameterizedTest
    @ValueSource(strings = {"zsh -f", "fish --no-config"})
    void aHalfTypedLineOfSeveralRowsIsRefusedAndNoneOfItRuns(String command) throws Exception {
        String pane = user.shell(command);
        assertFinished(user.exec(pane, "true"), 0, "(no output)");
        user.tmux("send-keys", "-t", pane, "touch canary-rows", "M-Enter", "echo second");
        user.awaitText(pane, "echo second");
        assertThat(failure(() -> user.exec(pane, "echo ours")).kind()).isEqualTo("half_line");
        assertThat(user.folder().resolve("canary-rows")).doesNotExist();
    }

    @Test
    void anOpenHeredocAtAPromptLikeThatOfContinuationsGetsItsRest() throws Exception {
        String pane = user.bash();
        assertFinished(user.exec(pane, "PS1='> '"), 0, "(no output)");
        user.tmux("send-keys", "-t", pane, "clear", "Enter");
        user.tmux("send-keys", "-t", pane, "cat <<END", "Enter");
        Awaitility.await().until(() -> user.shown(pane).strip().endsWith(">"));
        assertThat(user.exec(pane, "text").text()).doesNotContain("__mcp");
        assertThat(user.exec(pane, "END").text()).contains("text").doesNotContain("__mcp");
        assertFinished(user.exec(pane, "echo next"), 0, "next");
    }

    @Test
    void aProcessThatIsReplacedHasEnded() throws Exception {
        String pane = user.bash();
        RunningCall running = RunningCall.of(() -> user.exec(pane, "echo seen; sleep 100"));
        user.awaitText(pane, "\nseen");
        user.tmux("respawn-pane", "-k", "-t", pane, "sleep 1000");
        assertThat(meta(running.result())).containsEntry("state", "exited");
        assertThat(running.result().text()).contains("exited with code unknown", "another process has taken the pane");
    }

    @Test
    void aLineThatEndsAnEditorShowsNothingOfBefore() throws Exception {
        String pane = user.bash();
        assertFinished(user.exec(pane, "echo older"), 0, "older");
        assertThat(meta(user.exec(pane, "vim -u NONE; echo done"))).containsEntry("state", "screen");
        assertFinished(user.exec(pane, ":q"), 0, "done");
    }

    @ParameterizedTest
    @ValueSource(strings = {"copy-mode", "clock-mode"})
    void theKeyThatARefusalNamesLeavesTheMode(String mode) throws Exception {
        String pane = user.bash();
        user.tmux(mode, "-t", pane);
        assertThat(failure(() -> user.exec(pane, "echo ours"))).hasMessageContaining(mode);
        user.keys(pane, "q");
        assertFinished(user.exec(pane, "echo ours"), 0, "ours");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"bash --norc --noprofile", "zsh -f", "dash", "mksh", "ksh", "busybox ash", "fish --no-config"})
    void controlCharactersOfACommandAreNoKeys(String command) throws Exception {
        String pane = user.shell(command);
        String text = "a\tb\003c\004d\177e\033[2Jf\025g";
        assertFinished(
                user.exec(pane, "printf %s '" + text + "' | od -An -tx1"),
                0,
                " 61 09 62 03 63 04 64 7f 65 1b 5b 32 4a 66 15 67");
        assertFinished(user.exec(pane, "echo next"), 0, "next");
    }

    @Test
    void anAliasInTheWayOfOurLineIsNone() throws Exception {
        String pane = user.bash();
        assertFinished(user.exec(pane, "alias eval='echo EV' printf='echo PF'"), 0, "(no output)");
        assertFinished(user.exec(pane, "sh -c 'exit 10'"), 10, "(no output)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"dev> ", "> ", ">>> ", "$", "a b c # "})
    void anyPromptIsAPrompt(String prompt) throws Exception {
        String pane = user.bash();
        user.exec(pane, "PS1='" + prompt + "'");
        assertFinished(user.exec(pane, "sh -c 'exit 3'"), 3, "(no output)");
        assertFinished(user.exec(pane, "echo x"), 0, "x");
    }

    @Test
    void aNestedShellGivesCodesFromItsFirstCommandOn() throws Exception {
        String pane = user.bash();
        assertThat(meta(user.exec(pane, "zsh -f"))).containsEntry("state", "waiting");
        assertFinished(user.exec(pane, "(exit 6)"), 6, "(no output)");
        user.exec(pane, "exit 4");
        assertFinished(user.exec(pane, "echo outer"), 0, "outer");
    }

    @Test
    void aSlowPromptIsAwaitedBehindACommand() throws Exception {
        String pane = user.bash();
        user.exec(pane, "PROMPT_COMMAND='sleep 0.8'");
        assertFinished(user.exec(pane, "echo a"), 0, "a");
        assertFinished(user.exec(pane, "echo b"), 0, "b");
    }

    @Test
    void inFishAFailedCommandKeepsItsMessageAndItsStatus() throws Exception {
        String pane = user.shell("fish --no-config");
        assertThat(user.exec(pane, "ls *.nope").text())
                .contains("No matches for wildcard")
                .doesNotContain("__mcp");
        user.exec(pane, "sh -c 'exit 5'");
        assertFinished(user.exec(pane, "echo $status"), 0, "5");
    }
}
