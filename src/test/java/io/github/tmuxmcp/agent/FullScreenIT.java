package io.github.tmuxmcp.agent;

import static io.github.tmuxmcp.agent.AgentHarness.assertFinished;
import static io.github.tmuxmcp.agent.AgentHarness.failure;
import static io.github.tmuxmcp.agent.AgentHarness.meta;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tmuxmcp.tool.TextResult;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Full-screen programs: the screen while they run, their output and code when they have ended. */
@Timeout(60)
final class FullScreenIT {
    private AgentHarness agent;

    @BeforeEach
    void start() {
        agent = AgentHarness.start();
    }

    @AfterEach
    void end() {
        agent.close();
    }

    private static void assertScreen(TextResult result, String program) {
        assertThat(result.text()).endsWith("[screen snapshot — full-screen program \"" + program + "\" is running]");
        assertThat(meta(result)).containsEntry("state", "screen");
    }

    @Test
    void lessIsShownDrivenAndLeft() throws Exception {
        TextResult first = agent.run("seq 1 500 | less");
        assertScreen(first, "less");
        assertThat(first.text()).startsWith("1\n2\n");
        assertThat(agent.keys("default", "G").text()).contains("500");
        assertFinished(agent.keys("default", "q"), 0, "(no new output)");
        assertFinished(agent.run("echo back"), 0, "back");
        assertThat(agent.lastFrame("default").text()).contains("500");
    }

    @Test
    void vimIsShownAndItsFileSaved() throws Exception {
        assertScreen(agent.run("vim -u NONE note.txt"), "vim");
        agent.keys("default", "i", "hello from vim", "Escape");
        assertThat(agent.screen("default").text()).contains("hello from vim", "[screen of session \"default\"");
        assertThat(meta(agent.keys("default", ":wq", "Enter")))
                .containsEntry("state", "finished")
                .containsEntry("exitCode", 0);
        assertFinished(agent.run("cat note.txt"), 0, "hello from vim");
    }

    @Test
    void aProgramThatHasEndedReportsItsOutputAndCode() throws Exception {
        assertFinished(agent.run("vim -u NONE -c q; echo x; (exit 6)"), 6, "x");
    }

    @Test
    void topRedrawsForEverAndReturnsAllTheSame() throws Exception {
        long begin = System.nanoTime();
        assertScreen(agent.run("top"), "top");
        assertThat((System.nanoTime() - begin) / 1_000_000).isLessThan(6_000);
        assertThat(meta(agent.keys("default", "q"))).containsEntry("state", "finished");
    }

    @Test
    void aProgramThatDoesNotReadReturnsAfterTheSettleTime() throws Exception {
        long begin = System.nanoTime();
        TextResult result = agent.run("watch -n 5 date");
        assertScreen(result, "watch");
        assertThat((System.nanoTime() - begin) / 1_000_000).isLessThan(8_000);
        agent.keys("default", "C-c");
        assertFinished(agent.run("echo back"), 0, "back");
    }

    @Test
    void aPatternIsNotMatchedOnThePaint() throws Exception {
        assertScreen(agent.run("default", "seq 1 500 | less", null, "2"), "less");
    }

    @Test
    void withoutAProgramThereIsNoLastFrame() throws Exception {
        agent.run("true");
        assertThat(failure(() -> agent.lastFrame("default"))).hasMessageContaining("no full-screen program has ended");
    }
}
