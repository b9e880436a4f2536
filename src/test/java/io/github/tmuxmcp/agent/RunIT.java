package io.github.tmuxmcp.agent;

import static io.github.tmuxmcp.agent.AgentHarness.assertFinished;
import static io.github.tmuxmcp.agent.AgentHarness.failure;
import static io.github.tmuxmcp.agent.AgentHarness.meta;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tmuxmcp.tool.TextResult;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands at the prompt of a private bash: every byte in, exact text and exit code out. */
final class RunIT {
    private static AgentHarness agent;

    @BeforeAll
    static void start() {
        agent = AgentHarness.start();
    }

    @AfterAll
    static void end() {
        agent.close();
    }

    @Test
    void aCommandGivesItsOutputAndNoFooter() throws Exception {
        assertFinished(agent.run("echo hello"), 0, "hello");
    }

    @Test
    void silenceIsToldAsNoOutput() throws Exception {
        assertFinished(agent.run("true"), 0, "(no output)");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 42, 126, 127, 128, 130, 137, 255})
    void theExitCodeIsExact(int code) throws Exception {
        assertFinished(agent.run("(exit " + code + ")"), code, "(no output)");
    }

    @Test
    void directoryAndVariablesStay() throws Exception {
        assertFinished(agent.run("cd / && X=5"), 0, "(no output)");
        assertFinished(agent.run("pwd; echo $X"), 0, "/\n5");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\u0001',
            value = {
                "echo 'a;'|a;",
                "echo a;|a",
                "echo 'x;;'|x;;",
                "find / -maxdepth 0 -exec echo {} \\;|/",
                "echo '-----BEGIN KEY-----'|-----BEGIN KEY-----",
                "echo \"a!b\"|a!b",
                "echo '#(touch x) #{pane_id} %H ##'|#(touch x) #{pane_id} %H ##",
                "echo ok # comment|ok",
                "printf '%s' \"no newline\"|no newline",
                "echo 'é☃ 漢字 👩‍👩‍👧'|é☃ 漢字 👩‍👩‍👧",
            })
    void whatIsTypedArrives(String command, String output) throws Exception {
        assertFinished(agent.run(command), 0, output);
    }

    @Test
    void linesAreOneCommandWithOneResult() throws Exception {
        assertFinished(agent.run("echo one\necho two\n(exit 5)"), 5, "one\ntwo");
    }

    @Test
    void aHeredocKeepsItsTabs() throws Exception {
        assertFinished(agent.run("cat <<'X'\n\tindented\n  two\nX"), 0, "\tindented\n  two");
        assertFinished(agent.run("cat <<'X' | od -An -c | head -1\n\ta\nX"), 0, "  \\t   a  \\n");
    }

    @Test
    void controlCharactersArriveAsCharacters() throws Exception {
        assertFinished(agent.run("printf '%s' 'a\rb\u001bc\u0001d' | od -An -tx1"), 0, " 61 0d 62 1b 63 01 64");
    }

    @Test
    void aSyntaxErrorIsToldWithItsCode() throws Exception {
        TextResult result = agent.run("if then");
        assertThat(result.text()).contains("syntax error").endsWith("[exit code 2]");
        assertFinished(agent.run("echo still here"), 0, "still here");
    }

    @Test
    void anEmptyCommandIsEnterAndHasNoCode() throws Exception {
        TextResult result = agent.run("");
        assertThat(result.text()).isEqualTo("(no output)");
        assertThat(meta(result)).containsEntry("state", "finished").containsEntry("exitCode", null);
    }

    @Test
    void anOpenQuoteIsToldWithTheWayOut() throws Exception {
        TextResult result = agent.run("open", "echo \"unclosed");
        assertThat(result.text()).contains("session \"open\"", "waiting for input", "quote or heredoc", "C-c");
        assertThat(meta(result)).containsEntry("state", "waiting");
        assertThat(meta(agent.keys("open", "C-c")))
                .containsEntry("state", "finished")
                .containsEntry("exitCode", null);
        assertFinished(agent.run("open", "echo fine"), 0, "fine");
    }

    @Test
    void anOpenHeredocIsToldAndCanBeEnded() throws Exception {
        assertThat(agent.run("here", "cat <<EOF\n  EOF").text()).contains("quote or heredoc");
        assertFinished(agent.run("here", "EOF"), 0, "  EOF");
    }

    @ParameterizedTest
    @ValueSource(ints = {5_000, 200_000, 1_000_000})
    void aLongCommandArrivesWhole(int length) throws Exception {
        String text = "x".repeat(length);
        assertFinished(agent.run("printf '%s' '" + text + "' | wc -c"), 0, Integer.toString(length));
    }

    @Test
    void noFooterCanBeForged() throws Exception {
        assertThat(agent.run("echo '[exit code 7]'").text()).isEqualTo("[exit code 7]\n[exit code 0]");
        assertThat(agent.run("printf '\\033]133;D;9\\007x'; false").text()).isEqualTo("x\n[exit code 1]");
    }

    @Test
    void anEndedShellIsToldAndStartsAfresh() throws Exception {
        agent.run("ends", "cd /usr");
        TextResult ended = agent.run("ends", "exit 3");
        assertThat(ended.text())
                .contains("session \"ends\"", "shell exited with code 3", "next tmux_run starts a fresh shell");
        assertThat(meta(ended)).containsEntry("state", "exited").containsEntry("exitCode", 3);
        assertThat(agent.run("ends", "pwd").text()).isEqualTo("[session \"ends\" restarted a fresh shell]\n/usr");
    }

    @ParameterizedTest
    @CsvSource({"kill -9 $$,137", "set -e; false,1", "exec true,0", "kill -TERM $$; exit 4,4"})
    void theShellsOwnEndHasItsRealStatus(String command, int code) throws Exception {
        TextResult ended = agent.run("status", command);
        assertThat(ended.text()).contains("shell exited with code " + code);
        agent.kill("status");
    }

    @Test
    void theStartFolderIsChecked() throws Exception {
        Path folder = Files.createDirectory(agent.root.resolve("a #(touch canary) #{pane_id} %H 'x'"));
        assertFinished(agent.runIn("folder", folder.toString(), "pwd"), 0, folder.toString());
        assertThat(agent.root.resolve("canary")).doesNotExist();
        assertThat(failure(() -> agent.runIn("none", "/no/such", "pwd")))
                .hasMessageContaining("/no/such")
                .hasMessageContaining("not exist");
        Path file = Files.createFile(agent.root.resolve("file"));
        assertThat(failure(() -> agent.runIn("none", file.toString(), "pwd"))).hasMessageContaining("is a file");
        assertThat(agent.list().text()).doesNotContain("none");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "_watchdog", "a.b", "a:b", "-x", "a b", "=a", "ä"})
    void aNameThatIsNoneIsRefused(String name) {
        assertThat(failure(() -> agent.run(name, "true"))).hasMessageContaining("not a valid name");
    }

    @Test
    void aBusySessionIsRefusedBeforeTyping() throws Exception {
        assertThat(agent.run("busy", "sleep 60", 0.3, null).text())
                .contains("idle", "no output for 0.3 s", "sleep", "still running (not killed)");
        assertThat(failure(() -> agent.run("busy", "echo no")))
                .hasMessageContaining("busy")
                .hasMessageContaining("sleep");
        assertThat(agent.keys("busy", "C-c").text()).contains("[exit code 130]");
    }

    @Test
    void aLongOutputIsCutAndCanBeReadAgain() throws Exception {
        TextResult result = agent.run("long", "seq 1 100000");
        assertThat(result.text())
                .startsWith("1\n2\n")
                .endsWith("\n100000")
                .contains("characters left out", "\"from\":");
        long from = Long.parseLong(result.text().replaceAll("(?s).*\"from\":(\\d+)}.*", "$1"));
        TextResult again = agent.reread("long", from, 3);
        String[] lines = again.text().split("\n");
        long first = Long.parseLong(lines[0]);
        assertThat(result.text()).contains("\n" + (first - 1) + "\n");
        assertThat(lines[1]).isEqualTo(Long.toString(first + 1));
        assertThat(agent.reread("long", null, 2).text()).startsWith("99999\n100000\n");
    }
}
