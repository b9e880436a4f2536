package io.github.tmuxmcp.agent.session;

import io.github.tmuxmcp.host.ProcessEntry;
import io.github.tmuxmcp.host.ProcessTable;
import org.jspecify.annotations.Nullable;

/**
 * The way of a pane's bytes into its log: the tmux server reads the terminal, the writer behind {@code pipe-pane} fills the files. Only when
 * both sleep has everything arrived that the pane's programs have printed; on a loaded machine the log can lag by megabytes, and a shell that
 * waits at its prompt must not be taken for a program that asks something.
 */
final class LogPipeline {
    private final ProcessTable processes;
    private final long server;
    private final String writerArgument;
    private long writer = -1;

    /** @param writerArgument the last word of the writer's command line */
    LogPipeline(ProcessTable processes, long server, String writerArgument) {
        this.processes = processes;
        this.server = server;
        this.writerArgument = writerArgument;
    }

    /** Whether server and writer have nothing left to do; true as well where the system does not tell. */
    boolean idle() {
        return sleeps(processes.find(server)) && sleeps(processes.find(writer()));
    }

    /** Whether the writer that was there has gone, so that nothing arrives any more. */
    boolean broken() {
        return writer > 0 && processes.find(writer) == null;
    }

    /** A stopped one has work that it cannot do; of one that has ended nothing more will come. */
    private static boolean sleeps(@Nullable ProcessEntry process) {
        return process == null || process.isDead() || process.state() == 'S' || process.state() == 'I';
    }

    private long writer() {
        if (writer < 0) {
            writer = ProcessHandle.of(server).stream()
                    .flatMap(ProcessHandle::children)
                    .filter(child -> child.info().commandLine().orElse("").endsWith(" " + writerArgument))
                    .mapToLong(ProcessHandle::pid)
                    .findFirst()
                    .orElse(0);
        }
        return writer;
    }
}
