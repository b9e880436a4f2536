package io.github.tmuxmcp.agent.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tmuxmcp.host.ProcessTable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A pipeline with a process in the place of the tmux server. */
@Timeout(30)
final class LogPipelineIT {
    @Test
    void onlyAServerThatSleepsOrHasEndedIsIdle() throws Exception {
        Process server = new ProcessBuilder("sleep", "1000").start();
        try {
            LogPipeline pipeline = new LogPipeline(ProcessTable.system(), server.pid(), "none");
            Awaitility.await().until(pipeline::idle);
            signal("STOP", server);
            Awaitility.await().until(() -> !pipeline.idle());
            signal("CONT", server);
            Awaitility.await().until(pipeline::idle);
        } finally {
            server.destroyForcibly().waitFor();
        }
        assertThat(new LogPipeline(ProcessTable.system(), server.pid(), "none").idle())
                .isTrue();
    }

    private static void signal(String name, Process process) throws Exception {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .start()
                .waitFor();
    }
}
