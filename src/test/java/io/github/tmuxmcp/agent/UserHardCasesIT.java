package io.github.tmuxmcp.agent;

import static io.github.tmuxmcp.agent.AgentHarness.assertFinished;
import static io.github.tmuxmcp.agent.AgentHarness.failure;
import static io.github.tmuxmcp.agent.AgentHarness.meta;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tmuxmcp.tool.TextResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What tools that drive terminals are known to get wrong, in panes of the user's tmux. */
@Timeout(60)
final class UserHardCasesIT {
    private static UserHarness user;
    /** A pane with a shell for tests that leave it at its prompt. */
    private static String shared;

    @BeforeAll
    static void start() throws IOException {
        user = UserHarness.start();
        shared = user.bash();
    }

    @AfterAll
    static void end() throws IOException {
        user.close();
    }

    // ---- every byte arrives

    @ParameterizedTest
    @ValueSource(strings = {"a;", ";", "a;;", "\\;", "a\\;", "find . -exec ls {} \\;"})
    void aTrailingSemicolonArrives(String text) throws Exception {
        assertThatArrives(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-----BEGIN KEY-----", "-l", "--", "-"})
    void aLeadingDashArrives(String text) throws Exception {
        assertThatArrives(text);
    }

    private static void assertThatArrives(String text) throws Exception {
        user.exec(shared, "cat > got");
        user.exec(shared, text);
        user.keys(shared, text, "Enter");
        user.keys(shared, "C-d");
        assertThat(user.folder().resolve("got")).hasContent(text + "\n" + text);
    }

    @Test
    void severalLinesAreOnePasteForAProgramThatHasAskedForIt() throws Exception {
        PasteReader.writeTo(user.folder());
        String pane = user.bash();
        user.exec(pane, PasteReader.COMMAND);
        user.exec(pane, "one\ntwo\nthree", 0.5, null);
        user.keys(pane, "C-d");
        PasteReader.assertOnePaste(user.folder(), "one", "two", "three");
    }

    @Test
    void aLineThatTheTerminalWouldCutIsRefused() throws Exception {
        String pane = user.bash();
        user.exec(pane, "cat > long");
        String line = "a".repeat(5_000);
        assertThat(failure(() -> user.exec(pane, line))).hasMessageContaining("nothing was sent");
        assertThat(failure(() -> user.keys(pane, line, "Enter"))).hasMessageContaining("4095");
        user.exec(pane, "short");
        user.keys(pane, "C-d");
        assertThat(user.folder().resolve("long")).hasContent("short");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\u0001',
            value = {
                "bash --norc --noprofile|python3 -c \"print('Hello!')\"|Hello!",
                "bash --norc --noprofile|echo \"a!b\"|a!b",
                "bash --norc --noprofile|echo \"wow!!\" !x|wow!! !x",
                "zsh -f|python3 -c \"print('Hello!')\"|Hello!",
                "zsh -f|echo \"a!b\"|a!b",
                "zsh -f|echo \"wow!!\" !x|wow!! !x",
            })
    void anExclamationMarkIsOne(String shell, String command, String output) throws Exception {
        String pane = user.shell(shell);
        user.exec(pane, "echo before");
        assertFinished(user.exec(pane, command), 0, output);
    }

    @Test
    void aCharacterThatComesByteByByteIsOne() throws Exception {
        String pane = user.bash();
        assertFinished(
                user.exec(pane, "printf '\\342'; sleep 0.1; printf '\\211'; sleep 0.1; printf '\\244\\n'"), 0, "≤");
    }

    // ---- results belong to their command

    @ParameterizedTest
    @ValueSource(strings = {"cat <<EOF\n  EOF", "echo \"unclosed", "echo 'unclosed", "cat <<'A B'\nA"})
    void whatIsStillOpenIsToldWithTheWayOut(String text) throws Exception {
        String pane = user.bash();
        TextResult open = user.keys(pane, text, "Enter");
        assertThat(open.text()).contains("pane " + pane, "waiting for input", "quote or heredoc", "C-c");
        assertThat(meta(open)).containsEntry("state", "waiting");
        user.keys(pane, "C-c");
        TextResult whole = user.exec(pane, text);
        assertThat(meta(whole)).containsEntry("state", "finished");
        assertFinished(user.exec(pane, "echo fine"), 0, "fine");
    }

    @Test
    void aStrictShellThatEndsIsTold() throws Exception {
        String pane = user.bash();
        assertFinished(user.exec(pane, "set -euo pipefail"), 0, "(no output)");
        assertThat(user.exec(pane, "false").text()).contains("pane " + pane, "exited with code", "the pane is gone");
        assertThat(failure(() -> user.exec(pane, "echo ok")).kind()).isEqualTo("not_found");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "PROMPT_COMMAND='seen; true'",
                "PROMPT_COMMAND=(seen true)",
                "PROMPT_COMMAND=(seen '(exit 7)')",
            })
    void theUsersPromptHookSeesTheStatusAndHidesItFromNobody(String line) throws Exception {
        Path seen = user.folder().resolve("seen");
        Files.deleteIfExists(seen);
        String pane = user.bash();
        user.exec(pane, "seen() { echo $? >> seen; }; " + line);
        Awaitility.await().until(() -> Files.exists(seen) && Files.size(seen) > 0);
        assertFinished(user.exec(pane, "false"), 1, "(no output)");
        assertFinished(user.exec(pane, "(exit 42)"), 42, "(no output)");
        Awaitility.await()
                .untilAsserted(() -> assertThat(Files.readString(seen)).isEqualTo("0\n1\n42\n"));
    }

    @Test
    void aClientInsideOfTmuxDrivesEveryPaneButItsOwn() throws Exception {
        String own = user.bash();
        String other = user.bash();
        String tmux = user.tmux("display-message", "-p", "-t", own, "#{socket_path},#{pid},0");
        try (AgentServices inside = user.agent.servicesInside(tmux, own)) {
            assertFinished(
                    TmuxPaneExec.TOOL
                            .handler()
                            .handle(
                                    inside,
                                    new TmuxPaneExec.Input(other, "echo hello", null, null, null),
                                    AgentHarness.call()),
                    0,
                    "hello");
            assertThat(failure(() -> TmuxPaneExec.TOOL
                                    .handler()
                                    .handle(
                                            inside,
                                            new TmuxPaneExec.Input(own, "echo hello", null, null, null),
                                            AgentHarness.call()))
                            .kind())
                    .isEqualTo("own_pane");
            for (TmuxKillTarget.Kind kind : TmuxKillTarget.Kind.values()) {
                assertThat(failure(() -> TmuxKillTarget.TOOL
                                        .handler()
                                        .handle(inside, new TmuxKillTarget.Input(own, kind), AgentHarness.call()))
                                .kind())
                        .isEqualTo("own_pane");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"echo boom >&2; sleep 0.3; exit 5", "exec sh -c 'echo boom; sleep 0.3; kill -9 $$'"})
    void aCommandThatEndsItsPaneLeavesItsText(String command) throws Exception {
        TextResult ended = user.newWindow("main", null, null, null, command);
        assertThat(ended.text()).contains("]\nboom\n").endsWith("exited with code unknown; the pane is gone]");
        assertThat(meta(ended)).containsEntry("state", "exited").containsEntry("exitCode", null);
    }

    @Test
    void windowsThatAreMadeAtOnceLoseNoWord() throws Exception {
        List<TextResult> results = RunningCall.atOnce(IntStream.rangeClosed(1, 4)
                .<Callable<TextResult>>mapToObj(n -> () -> user.newWindow("main", "w" + n, null, null, "echo word" + n))
                .toList());
        for (int n = 1; n <= 4; n++) {
            assertThat(results.get(n - 1).text()).endsWith("]\nword" + n);
        }
    }

    @Test
    void callsAtOnceWaitForAShellThatStartsSlowly() throws Exception {
        Path start = Files.writeString(user.agent.home.resolve(".bash_profile"), "sleep 1; PS1='$ '\n");
        String pane =
                (String) meta(user.newWindow("main", null, null, null, null)).get("pane");
        for (TextResult result : RunningCall.atOnce(IntStream.range(0, 4)
                .<Callable<TextResult>>mapToObj(n -> () -> user.exec(pane, "echo ok"))
                .toList())) {
            assertFinished(result, 0, "ok");
        }
        Files.delete(start);
    }

    @Test
    void whatIsNoShellInANewPaneGetsTheLineAsItIs() throws Exception {
        user.tmux("set-option", "-t", "main", "default-command", "cat");
        String pane =
                (String) meta(user.newWindow("main", null, null, null, null)).get("pane");
        user.tmux("set-option", "-u", "-t", "main", "default-command");
        assertThat(user.exec(pane, "line").text()).startsWith("line\n").contains("cat", "waiting for input");
    }

    // ---- what a wait sees

    @Test
    void theEchoOfTypedKeysIsNotMatched() throws Exception {
        String pane = user.bash();
        long begin = System.nanoTime();
        TextResult result = user.keysUntil(pane, "TERMINE", "sleep 1; echo TERMINE", "Enter");
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
        assertThat(result.text()).startsWith("TERMINE");
    }

    @Test
    void theEchoOfAnAnswerIsNotMatched() throws Exception {
        String pane = user.bash();
        user.exec(pane, "sh -c 'read x; sleep 1; echo \"got $x\"; exec sleep 60'");
        long begin = System.nanoTime();
        TextResult result = user.keysUntil(pane, "TERMINE", "TERMINE", "Enter");
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
        assertThat(result.text()).startsWith("got TERMINE\n").contains("matched /TERMINE/");
    }

    @ParameterizedTest
    @ValueSource(strings = {"printf 'collecting ... '", "echo 'Compiling:'", "printf 'Password: '", "printf '>>> '"})
    void textThatLooksLikeAPromptIsNone(String prints) throws Exception {
        TextResult result = user.exec(shared, prints + "; sleep 1", 10.0, null);
        assertThat(meta(result))
                .as(result.text())
                .containsEntry("state", "finished")
                .containsEntry("exitCode", 0);
    }

    @Test
    void aLineOnTheRowOfTheCursorIsMatched() throws Exception {
        String pane = user.bash();
        user.exec(pane, "sh -c 'stty -echo; read x; echo READY; exec sleep 60'");
        assertThat(user.keysUntil(pane, "^READY$", "Enter").text())
                .startsWith("READY\n")
                .contains("matched /^READY$/");
        String behind = user.bash();
        user.exec(behind, "(sleep 0.7; echo READY) & sleep 60", 0.1, null);
        assertThat(user.keysUntil(behind, "READY", "Space").text()).contains("READY", "matched /READY/");
    }

    @Test
    void aPatternIsNotMatchedOnThePaint() throws Exception {
        String pane = user.bash();
        TextResult less = user.exec(pane, "seq 500 | less", null, "2");
        assertThat(less.text()).endsWith("[screen snapshot — full-screen program \"less\" is running]");
        assertThat(user.keysUntil(pane, "2", "j").text()).contains("[screen snapshot");
        user.keys(pane, "q");
        assertFinished(user.exec(pane, "echo x"), 0, "x");
    }

    @Test
    void whatAProgramPrintsWithoutPauseIsCapturedInWholeLinesWithoutAGap() throws Exception {
        String pane = user.bash();
        assertThat(meta(user.exec(pane, "i=0; while :; do echo line-$((i++))-end; done", null, "line-[1-9]\\d{3}-")))
                .containsEntry("state", "matched");
        for (int i = 0; i < 5; i++) {
            List<Integer> numbers = user.capture(pane, 200)
                    .text()
                    .lines()
                    .filter(line -> line.matches("line-\\d+-end"))
                    .map(line -> Integer.valueOf(line.replaceAll("\\D", "")))
                    .toList();
            assertThat(numbers).hasSizeGreaterThan(200);
            assertThat(numbers)
                    .containsExactlyElementsOf(IntStream.range(0, numbers.size())
                            .mapToObj(n -> numbers.get(0) + n)
                            .toList());
        }
        user.keys(pane, "C-c");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "seq 100000; echo READY; sleep 60",
                "clear; echo READY; sleep 60",
                "printf '\\033[H\\033[2J'; echo READY; sleep 60",
            })
    void aMatchIsFoundThoughTheBeginningOfTheOutputIsGone(String command) throws Exception {
        String pane = user.bash();
        for (String again : List.of("once", "again")) {
            TextResult result = user.exec(pane, command, 5.0, "^READY$");
            assertThat(meta(result)).as(again).containsEntry("state", "matched");
            user.keys(pane, "C-c");
            user.exec(pane, "clear");
        }
    }

    @Test
    void whatTheScreenShowedBeforeIsNotMatched() throws Exception {
        String pane = user.bash();
        user.exec(pane, "echo READY");
        assertThat(meta(user.exec(pane, "printf '\\033[A\\033[2K\\r'; sleep 60", 0.6, "READY")))
                .containsEntry("state", "idle");
    }

    // ---- names and listings

    @Test
    void aNameIsNeverTakenForALongerOne() throws Exception {
        user.tmux("new-session", "-d", "-s", "build-10", "cat");
        for (String target : List.of("build-1", "build-1:", "build-1:0", "build-1:0.0", "build-1*", "=build-10")) {
            assertThat(failure(() -> user.exec(target, "exit"))).as(target).isNotNull();
            assertThat(failure(() -> user.keys(target, "C-d"))).as(target).isNotNull();
            assertThat(failure(() -> user.split(target, null, null, null, null)))
                    .as(target)
                    .isNotNull();
            assertThat(failure(() -> user.newWindow(target, null, null, null, null)))
                    .as(target)
                    .isNotNull();
            assertThat(failure(() -> user.ls(target))).as(target).isNotNull();
            assertThat(failure(() -> user.kill(target, TmuxKillTarget.Kind.SESSION)))
                    .as(target)
                    .isNotNull();
        }
        assertThat(user.tmux("list-panes", "-s", "-t", "=build-10").lines()).hasSize(1);
        user.kill("build-10", null);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a|b", "a  b", "a'b\"c", "a\u241eb", "a#{pid}b", "a%Hb", "app-v1.0:x"})
    void aNameTitleAndFolderAreShownAsTheyAre(String text) throws Exception {
        Path folder = Files.createDirectories(user.folder().resolve("named").resolve(text));
        TextResult made = user.newWindow("main", text, folder.toString(), null, null);
        String pane = (String) meta(made).get("pane");
        assertThat(made.text()).contains(" \"" + text + "\") — pane ");
        assertThat(user.tmux("display-message", "-p", "-t", pane, "#{window_name}"))
                .isEqualTo(text);
        user.tmux("select-pane", "-t", pane, "-T", "title " + text.replace("#", "##"));
        assertThat(user.ls(null).text().lines())
                .anyMatch(line -> line.matches("  window @\\d+  main:\\d+ \"\\Q" + text + "\\E\""))
                .anyMatch(line -> line.startsWith("    pane " + pane + "* main:")
                        && line.contains("  cwd=" + folder + "  ")
                        && line.endsWith("  \"title " + text + "\""));
        user.kill(pane, TmuxKillTarget.Kind.PANE);
    }

    @ParameterizedTest
    @CsvSource({"'a\tb', a\\u0009b", "'a\nsession forged', a\\u000asession forged"})
    void aControlCharacterOfAFoldersNameIsShownAsOne(String name, String shown) throws Exception {
        Path folder = Files.createDirectory(user.folder().resolve(name));
        String pane = user.tmux("new-window", "-d", "-P", "-F", "#{pane_id}", "-c", folder.toString(), "sleep", "60");
        assertThat(user.ls(null).text().lines())
                .anyMatch(line -> line.startsWith("    pane " + pane) && line.contains("/" + shown + "  "))
                .noneMatch(line -> line.startsWith("session forged"));
        user.kill(pane, TmuxKillTarget.Kind.PANE);
    }

    @Test
    void aPaneThatIsGoneIsToldAsGone() throws Exception {
        String pane = user.bash();
        user.exec(pane, "true");
        user.tmux("kill-pane", "-t", pane);
        assertThat(failure(() -> user.exec(pane, "true")).kind()).isEqualTo("not_found");
        assertThat(failure(() -> user.keys(pane, "x")).kind()).isEqualTo("not_found");
        assertThat(failure(() -> user.capture(pane, null)).kind()).isEqualTo("not_found");
        assertThat(failure(() -> user.kill(pane, null)).kind()).isEqualTo("not_found");
    }

    @Test
    void aVariableThatTheSessionTookAwayIsNotInItsPanes() throws Exception {
        user.tmux("set-environment", "-g", "FOO", "global");
        user.tmux("set-environment", "-r", "-t", "main", "FOO");
        String question = "echo \"<${FOO-none}>\"";
        assertThat(user.newWindow("main", null, null, null, question).text()).endsWith("]\n<none>");
        assertThat(user.split("main:0", null, null, null, question).text()).endsWith("]\n<none>");
        user.tmux("set-environment", "-t", "main", "FOO", "session");
        assertThat(user.newWindow("main", null, null, null, question).text()).endsWith("]\n<session>");
    }

    @ParameterizedTest
    @ValueSource(strings = {"rwxrwxrwx", "rwxr-xrwx"})
    void aSocketFolderThatOthersMayEnterIsNamed(String permissions) throws Exception {
        try (UserHarness other = UserHarness.start()) {
            Path folder = Path.of(other.tmux("display-message", "-p", "#{socket_path}"))
                    .getParent();
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(permissions));
            try {
                assertThat(failure(() -> other.ls(null)))
                        .hasMessageContaining(folder.toString())
                        .hasMessageContaining("permissions");
                assertThat(failure(() -> other.exec("main", "true"))).hasMessageContaining("permissions");
            } finally {
                Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
            }
        }
    }

    // ---- long waits

    @Test
    void aCallReturnsBeforeItsClientGivesUpAndIsNotRunTwice() throws Exception {
        try (UserHarness hurried = UserHarness.start(ImpatientClient.CLOCK)) {
            String pane = hurried.bash();
            TextResult result = exec(hurried, pane, new ImpatientClient(false), "echo started; sleep 75", 100.0);
            assertThat(result.text())
                    .startsWith("started\n")
                    .contains("pane " + pane, "still running", "after 55 s", "tmux_pane_capture");
            assertThat(meta(result)).containsEntry("state", "cap");
            assertThat(failure(() -> hurried.exec(pane, "echo started; sleep 75")))
                    .hasMessageContaining("busy");
            ImpatientClient told = new ImpatientClient(true);
            TmuxPaneSendKeys.TOOL
                    .handler()
                    .handle(
                            hurried.agent.services,
                            new TmuxPaneSendKeys.Input(pane, List.of("Space"), 18.0, "never", null),
                            told);
            assertThat(told.progress()).isSorted().hasSizeBetween(2, 4);
        }
    }

    private static TextResult exec(UserHarness user, String pane, ImpatientClient client, String command, double idle)
            throws InterruptedException {
        return TmuxPaneExec.TOOL
                .handler()
                .handle(user.agent.services, new TmuxPaneExec.Input(pane, command, idle, null, null), client);
    }

    @Test
    void aCancelledCallFreesItsPaneAndItsCommandGoesOn() throws Exception {
        String pane = user.bash();
        RunningCall call = RunningCall.of(() -> user.exec(pane, "sleep 1; echo survived; (exit 6)"));
        Awaitility.await()
                .until(() -> user.tmux("display-message", "-p", "-t", pane, "#{pane_current_command}")
                        .equals("sleep"));
        call.cancel();
        user.awaitText(pane, "\nsurvived");
        user.awaitText(pane, "__mcp:6");
        assertThat(user.exec(pane, "echo next").text()).isEqualTo("[previous command ended: exit code 6]\nnext");
    }

    @Test
    void cancelledKeysFreeTheirPane() throws Exception {
        String pane = user.bash();
        user.exec(pane, "sleep 60", 0.1, null);
        RunningCall call = RunningCall.of(() -> user.keysUntil(pane, "never", "typed"));
        user.awaitText(pane, "typed");
        call.cancel();
        user.keys(pane, "C-c");
        assertFinished(user.exec(pane, "echo next"), 0, "next");
    }

    @Test
    void aCallThatIsCancelledInItsTurnTypesNothing() throws Exception {
        String pane = user.bash();
        RunningCall first = RunningCall.of(() -> user.exec(pane, "sleep 1; echo first"));
        Awaitility.await()
                .until(() -> user.tmux("display-message", "-p", "-t", pane, "#{pane_current_command}")
                        .equals("sleep"));
        RunningCall second = RunningCall.of(() -> user.exec(pane, "touch canary-turn"));
        RunningCall third = RunningCall.of(() -> user.exec(pane, "echo third"));
        second.cancel();
        assertFinished(first.result(), 0, "first");
        assertFinished(third.result(), 0, "third");
        assertThat(user.folder().resolve("canary-turn")).doesNotExist();
    }

    @Test
    void aHalfTypedLineOutlivesACancelledCall() throws Exception {
        String pane = user.bash();
        assertFinished(user.exec(pane, "true"), 0, "(no output)");
        user.tmux("send-keys", "-t", pane, "-l", "echo half done");
        user.awaitText(pane, "half done");
        RunningCall call = RunningCall.of(() -> user.exec(pane, "sleep 1; echo ours"));
        Awaitility.await()
                .until(() -> user.tmux("display-message", "-p", "-t", pane, "#{pane_current_command}")
                        .equals("sleep"));
        call.cancel();
        user.awaitText(pane, "__mcp:0");
        assertThat(user.exec(pane, "echo next").text())
                .contains("half-typed line")
                .endsWith("\nnext");
    }
}
