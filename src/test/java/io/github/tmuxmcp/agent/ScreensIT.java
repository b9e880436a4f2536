package io.github.tmuxmcp.agent;

import static io.github.tmuxmcp.agent.AgentHarness.assertFinished;
import static io.github.tmuxmcp.agent.AgentHarness.meta;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tmuxmcp.tool.TextResult;
import java.io.File;
import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Full-screen programs of many kinds, in a private session and in a pane of the user's: their screen, leaving them, and the next command. */
@Timeout(60)
final class ScreensIT {
    private static UserHarness user;
    private static String pane;

    @BeforeAll
    static void start() throws IOException {
        user = UserHarness.start();
        pane = user.bash();
    }

    @AfterAll
    static void end() throws IOException {
        user.close();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            less /etc/services                | q
            man ls                            | q
            vim -u NONE -i NONE new-file      | Escape :q! Enter
            nano new-file                     | C-x
            top                               | q
            htop                              | q
            watch -n 1 date                   | C-c
            dialog --msgbox hello 10 30       | Enter
            mc                                | F10
            """)
    void isShownAndLeft(String command, String keys) throws Exception {
        String program = command.substring(0, (command + " ").indexOf(' '));
        assumeTrue(
                Arrays.stream(System.getenv("PATH").split(File.pathSeparator, -1))
                        .anyMatch(folder -> new File(folder, program).canExecute()),
                program + " is not here");
        String[] leave = keys.split(" ", -1);

        assertScreen(user.agent.run("default", command, 5.0, null));
        user.agent.keys("default", leave);
        assertFinished(user.agent.run("echo afterwards"), 0, "afterwards");

        assertScreen(user.exec(pane, command, 5.0, null));
        user.keys(pane, leave);
        assertFinished(user.exec(pane, "echo afterwards"), 0, "afterwards");
    }

    private static void assertScreen(TextResult result) {
        assertThat(meta(result)).as(result.text()).containsEntry("state", "screen");
        assertThat(result.text()).matches("(?s).*\\[screen snapshot — full-screen program \"[^\"]+\" is running]");
    }
}
