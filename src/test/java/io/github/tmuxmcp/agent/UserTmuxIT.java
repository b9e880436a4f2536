package io.github.tmuxmcp.agent;

import static io.github.tmuxmcp.agent.AgentHarness.assertFinished;
import static io.github.tmuxmcp.agent.AgentHarness.failure;
import static io.github.tmuxmcp.agent.AgentHarness.meta;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tmuxmcp.tool.TextResult;
import io.github.tmuxmcp.tool.ToolFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Sessions, windows and panes of the user's: what is there, making some, ending some, and leaving the rest alone. */
@Timeout(60)
final class UserTmuxIT {
    private UserHarness user;

    @BeforeEach
    void start() throws IOException {
        user = UserHarness.start();
    }

    @AfterEach
    void end() throws IOException {
        user.close();
    }

    // ---- what is there

    @Test
    void theTreeNamesEverything() throws Exception {
        user.tmux("rename-window", "-t", "main:0", "edit");
        user.tmux("new-window", "-d", "-t", "main:", "-n", "two", "sleep", "999");
        user.tmux("split-window", "-d", "-t", "main:1", "sleep", "998");
        String tree = user.ls(null).text();
        assertThat(tree.lines().toList())
                .startsWith(
                        "session main  (2 windows)",
                        "  window @0  main:0 \"edit\"  (current)",
                        "    pane %0* main:0.0  fg=sleep  cwd=" + user.folder() + "  200x50",
                        "  window @1  main:1 \"two\"")
                .anyMatch(line -> line.startsWith("    pane %2  main:1.1  fg=sleep"));
        assertThat(tree.substring(tree.lastIndexOf('\n') + 1))
                .startsWith("[server tmux at ")
                .contains("/default, pid ");
        assertThat(user.ls("main").text()).isEqualTo(tree);
        assertThat(failure(() -> user.ls("mai")).kind()).isEqualTo("not_found");
    }

    @Test
    void aTitleAProgramHasSetIsShownWithoutItsControls() throws Exception {
        user.tmux("select-pane", "-t", "%0", "-T", "build \u202e ##(touch canary)");
        assertThat(user.ls(null).text()).contains("\"build ").doesNotContain("\u202e");
        assertThat(user.folder().resolve("canary")).doesNotExist();
    }

    @Test
    void aPaneIsShownWithItsScrollback() throws Exception {
        String pane = user.bash();
        user.exec(pane, "seq 1 100");
        TextResult shown = user.capture(pane, null);
        assertThat(shown.text()).contains("\n100\n").doesNotContain("\n10\n");
        assertThat(user.capture(pane, 100).text()).contains("\n10\n");
        assertThat(shown.text()).matches("(?s).*\\[pane " + pane + " in main:1 — fg: bash, \\d+ lines of scrollback]");
        assertThat(meta(shown)).containsEntry("pane", pane).containsEntry("foreground", "bash");
        assertThat(user.capture("main:0", null).text()).startsWith("(empty pane)\n[pane %0 in main:0");
    }

    // ---- targets

    @Test
    void aTargetNamesExactlyOneThing() throws Exception {
        user.tmux("new-session", "-d", "-s", "build-10", "-n", "win", "sleep", "997");
        user.tmux("new-window", "-d", "-t", "build-10:", "-n", "same", "sleep", "996");
        user.tmux("new-window", "-d", "-t", "build-10:", "-n", "same", "sleep", "995");
        String pane = user.tmux("display-message", "-p", "-t", "build-10:0", "#{pane_id}");
        String window = user.tmux("display-message", "-p", "-t", "build-10:0", "#{window_id}");
        String session = user.tmux("display-message", "-p", "-t", "build-10:0", "#{session_id}");
        for (String target : List.of(
                pane, window, session, "build-10", "build-10:0", "build-10:win", "build-10:0.0", "build-10:win.0")) {
            assertThat(meta(user.capture(target, null))).as(target).containsEntry("pane", pane);
        }
        for (String target : List.of(
                "build-1",
                "build",
                "build-10:w",
                "build-10:9",
                "build-10:0.9",
                "build*",
                "=build-10",
                "build-10:same",
                "%999",
                "@999",
                "$999",
                "",
                " ",
                "-t",
                "{last}",
                "!",
                "build-10:",
                ":0",
                "build-10:0.0;kill-server",
                "#{session_name}")) {
            assertThat(failure(() -> user.capture(target, null))).as(target).isNotNull();
            assertThat(failure(() -> user.kill(target, null))).as(target).isNotNull();
        }
        assertThat(user.tmux("list-panes", "-a", "-F", "#{pane_id}").lines()).hasSize(4);
    }

    @Test
    void aPaneThatIsListedMoreThanOnceIsOnePane() throws Exception {
        user.tmux("new-session", "-d", "-s", "work", "-n", "both", "sleep 1000");
        String inactive = user.tmux("display-message", "-p", "-t", "work:", "#{pane_id}");
        user.tmux("split-window", "-t", "work:", "sleep 1000");
        user.tmux("new-session", "-d", "-s", "grouped", "-t", "work");
        user.tmux("link-window", "-s", "work:both", "-t", "work:9");
        assertThat(user.capture(inactive, null).text()).contains("pane " + inactive);
        assertThat(user.capture("work:both", null).text()).contains("[pane ");
        assertThat(user.kill(inactive, null).text()).contains(inactive);
        assertThat(user.tmux("list-panes", "-a")).doesNotContain(inactive + " ");
    }

    @ParameterizedTest
    @MethodSource("io.github.tmuxmcp.agent.Canary#values")
    void noValueOfAnArgumentIsRunOrExpanded(String value) throws Exception {
        String pane = user.bash();
        user.exec(pane, "PS1='$ '; cd " + user.folder());
        int windows = user.tmux("list-windows", "-a").lines().toList().size();
        List<ToolFailure> refused = new ArrayList<>();
        refused.add(failure(() -> user.ls(value)));
        refused.add(failure(() -> user.capture(value, null)));
        refused.add(failure(() -> user.exec(value, "true")));
        refused.add(failure(() -> user.keys(value, "x")));
        refused.add(failure(() -> user.newWindow(value, null, null, null, null)));
        refused.add(failure(() -> user.split(value, null, null, null, null)));
        refused.add(failure(() -> user.kill(value, null)));
        refused.add(failure(() -> user.newWindow("main", "n", value + "/none", null, null)));
        refused.add(failure(() -> user.split(pane, null, null, value + "/none", null)));
        refused.add(failure(() -> user.newSession("other", value + "/none", null, null)));
        assertThat(refused).doesNotContainNull();
        int made = 0;
        if (failure(() -> user.newWindow("main", value, null, null, null)) == null) {
            made++;
            assertThat(user.tmux("list-windows", "-a", "-F", "#{window_name}").lines())
                    .contains(value);
        }
        if (failure(() -> user.newSession(value, null, value, null)) == null) {
            made++;
            assertThat(user.tmux("list-sessions", "-F", "#{session_name}").lines())
                    .contains(value);
        }
        user.keys(pane, 0.3, value.replace("\n", " "));
        user.keys(pane, 0.3, "C-u");
        failure(() -> user.exec(pane, "true", 5.0, value));
        failure(() -> user.keysUntil(pane, value, "C-u"));
        assertThat(user.exec(pane, "printf '%s\\n' '" + value.replace("'", "'\\''") + "'")
                        .text())
                .isEqualTo(value);
        assertThat(user.tmux("list-windows", "-a").lines().toList()).hasSize(windows + made);
        Canary.assertAbsent(user.folder());
    }

    // ---- making

    @Test
    void aSessionIsMadeAndRunsACommand() throws Exception {
        Files.createDirectory(user.folder().resolve("with space"));
        TextResult made = user.newSession("build", user.folder() + "/with space", "w", "pwd; sh -c 'exit 3'");
        assertThat(made.text())
                .matches(
                        "(?s)\\[created session \"build\" on the user's tmux server — pane %\\d+; attach with: tmux attach -t build]\n"
                                + user.folder() + "/with space\n\\[exit code 3]");
        assertThat(user.tmux(
                        "display-message", "-p", "-t", "=build:", "#{window_name} #{window_width}x#{window_height}"))
                .isEqualTo("w 200x50");
        assertThat(failure(() -> user.newSession("build", null, null, null)).kind())
                .isEqualTo("exists");
        for (String name : List.of("", "a.b", "a:b", "-a", "a\nb")) {
            assertThat(failure(() -> user.newSession(name, null, null, null)))
                    .as(name)
                    .isNotNull();
        }
        assertThat(failure(() -> user.newSession("x", "/nowhere", null, null)).message())
                .contains("does not exist");
    }

    @Test
    void theFirstSessionStartsTheServerWithTheUsersConfiguration() throws Exception {
        try (UserHarness other = UserHarness.bare()) {
            Files.writeString(other.agent.home.resolve(".tmux.conf"), "set -g @mine yes\n");
            assertThat(other.ls(null).text()).startsWith("(no tmux server runs at tmux");
            assertThat(failure(() -> other.exec("x", "true")).message()).contains("no tmux server of the user's runs");
            assertThat(other.newSession("first", null, null, "echo made").text())
                    .endsWith("\nmade");
            assertThat(other.tmux("show-options", "-gv", "@mine")).isEqualTo("yes");
        }
    }

    @Test
    void aShellThatStartsSlowlyIsAwaited() throws Exception {
        Files.writeString(user.agent.home.resolve(".bashrc"), "sleep 1; PS1='$ '\n");
        Files.writeString(user.agent.home.resolve(".bash_profile"), ". ~/.bashrc\n");
        assertThat(user.newSession("slow", null, null, "echo up").text()).endsWith("]\nup");
    }

    @Test
    void windowsAndPanesAreMadeBesideWhatIsThere() throws Exception {
        TextResult window = user.newWindow("main", "w2", null, null, "echo in window");
        assertThat(window.text()).matches("\\[created window @\\d+ \\(main:1 \"w2\"\\) — pane %\\d+]\nin window");
        assertThat(user.tmux("display-message", "-p", "-t", "main", "#{window_index}"))
                .isEqualTo("0");
        TextResult split = user.split("main:1", TmuxSplitPane.Direction.RIGHT, 25, null, "echo in pane");
        assertThat(split.text()).matches("\\[split pane %\\d+ → new pane %\\d+ \\(right\\)]\nin pane");
        assertThat(user.tmux("list-panes", "-t", "main:1", "-F", "#{pane_width}")
                        .lines())
                .containsExactly("149", "50");
        assertThat(user.split("%0", null, null, null, null).text()).contains("(below)");
        user.newWindow("main", "w3", null, true, null);
        assertThat(user.tmux("display-message", "-p", "-t", "main", "#{window_name}"))
                .isEqualTo("w3");
    }

    // ---- ending

    @Test
    void onlyWhatIsNamedEnds() throws Exception {
        user.tmux("new-session", "-d", "-s", "work", "sleep", "900");
        user.tmux("split-window", "-d", "-t", "work:0", "sleep", "901");
        user.tmux("new-window", "-d", "-t", "work:", "-n", "w", "sleep", "902");
        assertThat(user.kill("work:0.1", null).text()).matches("\\[killed pane %\\d+]");
        assertThat(user.tmux("list-panes", "-s", "-t", "work", "-F", "#{pane_index}")
                        .lines())
                .hasSize(2);
        assertThat(user.kill("work:w", null).text()).isEqualTo("[killed window work:1]");
        assertThat(user.kill("%0", TmuxKillTarget.Kind.WINDOW).text()).isEqualTo("[killed window main:0]");
        assertThat(user.kill("work", null).text()).isEqualTo("[killed session work]");
    }

    // ---- leaving alone

    @Test
    void theServerIsAsItWasBefore() throws Exception {
        user.tmux("set-buffer", "-b", "mine", "kept");
        String pane = user.bash();
        List<String> before = state();
        user.ls(null);
        user.capture(pane, 10);
        assertFinished(user.exec(pane, "echo x"), 0, "x");
        assertFinished(user.exec(pane, "echo '" + "y".repeat(15_000) + "' | wc -c"), 0, "15001");
        user.exec(pane, "python3 -q");
        user.exec(pane, "if True:\n  print('a')\n\n");
        assertFinished(user.exec(pane, "exit()"), 0, "(no output)");
        user.keys(pane, "echo", "Space", "k", "Enter");
        user.newSession("made", null, null, "echo made");
        user.newWindow("made", null, null, null, "echo made");
        user.split("made", null, null, null, "echo made");
        user.kill("made", null);
        List<String> after = state();
        for (int i = 0; i < before.size(); i++) {
            assertThat(after.get(i)).isEqualTo(before.get(i));
        }
    }

    private List<String> state() throws IOException {
        List<String> all = new ArrayList<>();
        for (String[] question : new String[][] {
            {"show-options", "-s"},
            {"show-options", "-g"},
            {"show-options", "-wg"},
            {"show-options", "-t", "main"},
            {"show-options", "-w", "-t", "main:0"},
            {"show-hooks", "-g"},
            {"list-keys"},
            {"show-environment", "-g"},
            {"show-environment", "-t", "main"},
            {"list-buffers", "-F", "#{buffer_name} #{buffer_size}"},
            {"list-clients"},
            {"list-panes", "-a", "-F", "#{pane_id} #{pane_pipe} #{pane_in_mode}"},
        }) {
            all.add(String.join(" ", question) + "\n" + user.tmux(question));
        }
        return all;
    }

    @Test
    void keysThatWouldGoAstrayAreRefused() throws Exception {
        String pane = user.bash();
        user.tmux("select-pane", "-d", "-t", pane);
        assertThat(failure(() -> user.exec(pane, "true")).kind()).isEqualTo("input_off");
        user.tmux("select-pane", "-e", "-t", pane);
        user.tmux("set-option", "-w", "-t", pane, "synchronize-panes", "on");
        assertThat(failure(() -> user.keys(pane, "x")).kind()).isEqualTo("synchronized");
        user.tmux("set-option", "-w", "-u", "-t", pane, "synchronize-panes");
        user.tmux("set-option", "-p", "-t", pane, "remain-on-exit", "on");
        user.exec(pane, "exit 4");
        Awaitility.await()
                .until(() -> user.tmux("display-message", "-p", "-t", pane, "#{pane_dead}")
                        .equals("1"));
        assertThat(failure(() -> user.exec(pane, "true")).message()).contains("is dead");
    }
}
