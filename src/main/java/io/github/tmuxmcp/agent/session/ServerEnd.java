package io.github.tmuxmcp.agent.session;

import io.github.tmuxmcp.host.ProcessEntry;
import io.github.tmuxmcp.host.ProcessTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Ends a tmux server and all that its panes run, by signals alone: neither its socket nor a client is needed, and a server that is stopped
 * ends as well. A process is named by pid and start time, so that nobody else's is ever hit.
 */
final class ServerEnd {
    /** What a program that gets SIGHUP has to save its work. */
    private static final Duration GRACE = Duration.ofMillis(40);
    /** For processes that were killed to be gone. */
    private static final Duration KILLED = Duration.ofMillis(100);

    private static final long PAUSE = 1_000_000;

    private final ProcessTable processes;

    ServerEnd(ProcessTable processes) {
        this.processes = processes;
    }

    /**
     * Ends a server, its children and every process in a session that began in a pane. SIGTERM is what {@code kill-server} sends, too: tmux
     * closes the terminals, which sends SIGHUP to what runs there. Takes some 10 ms, and 40 more when something does not go.
     *
     * @param server may have ended
     * @param shells processes that were started in panes, which may have ended: their jobs may live
     * @param spared processes to leave alone
     * @param orderly false: SIGKILL at once, for a server that must not touch its socket any more
     * @param notes where the leaders of the panes' sessions are written before the first signal, for whoever must finish an end that is cut
     *     short; null for nowhere
     * @return the spared processes and what runs in their sessions
     */
    List<ProcessEntry> end(
            ProcessEntry server,
            Collection<ProcessEntry> shells,
            Collection<ProcessEntry> spared,
            boolean orderly,
            @Nullable Path notes) {
        ProcessEntry now = processes.find(server.pid());
        boolean lives = now != null && now.startTime() == server.startTime() && !now.isDead();
        Set<Long> sparedPids = new HashSet<>();
        spared.forEach(entry -> sparedPids.add(entry.pid()));
        List<ProcessEntry> everything = processes.all();
        Set<Long> leaders = leaders(shells);
        Set<Integer> terminals = new HashSet<>();
        List<ProcessEntry> victims = new ArrayList<>();
        for (ProcessEntry entry : everything) {
            if (lives && entry.parent() == server.pid() && !sparedPids.contains(entry.pid())) {
                victims.add(entry);
                leaders.add(entry.pid());
            }
            if (leaders.contains(entry.pid()) && entry.group() == entry.pid() && entry.terminal() != 0) {
                terminals.add(entry.terminal());
            }
        }
        for (ProcessEntry entry : everything) {
            if (isOf(entry, leaders, terminals) && !sparedPids.contains(entry.pid())) {
                victims.add(entry);
            }
        }
        if (notes != null) {
            note(notes, leaders);
        }
        if (lives) {
            signal(server, !orderly || (now != null && now.isStopped()));
            victims.add(server);
        }
        endProcesses(victims);
        // What was started while we looked is in the same sessions.
        everything = processes.all();
        kill(everything.stream()
                .filter(entry -> leaders.contains(entry.session()))
                .toList());
        return everything.stream()
                .filter(entry -> sparedPids.contains(entry.pid()) || sparedPids.contains(entry.session()))
                .toList();
    }

    private static void note(Path notes, Set<Long> leaders) {
        try {
            Files.writeString(notes, leaders.stream().map(String::valueOf).collect(Collectors.joining(" ", "", "\n")));
        } catch (IOException e) {
            // A folder that somebody has deleted; then nobody finishes for us.
        }
    }

    /** Ends processes that a pane has left: those that do not go by themselves within a moment are killed. */
    void endProcesses(Collection<ProcessEntry> left) {
        List<ProcessEntry> running = await(left, GRACE);
        running.forEach(entry -> signal(entry, true));
        await(running, KILLED);
    }

    /** Kills those of the processes that still live. */
    void kill(Collection<ProcessEntry> entries) {
        entries.forEach(entry -> signal(entry, true));
        await(entries, KILLED);
    }

    private static boolean isOf(ProcessEntry entry, Set<Long> leaders, Set<Integer> terminals) {
        return (entry.session() != 0 && leaders.contains(entry.session())) || terminals.contains(entry.terminal());
    }

    /** The shells' sessions; a pid that was given to another process since stands for none. */
    private Set<Long> leaders(Collection<ProcessEntry> shells) {
        Set<Long> leaders = new HashSet<>();
        for (ProcessEntry shell : shells) {
            ProcessEntry now = processes.find(shell.pid());
            if (now == null || now.startTime() == shell.startTime()) {
                leaders.add(shell.pid());
            }
        }
        return leaders;
    }

    private void signal(ProcessEntry entry, boolean kill) {
        if (!processes.isRunning(entry.pid(), entry.startTime())) {
            return;
        }
        ProcessHandle.of(entry.pid()).ifPresent(handle -> {
            if (kill) {
                handle.destroyForcibly();
            } else {
                handle.destroy();
            }
        });
    }

    /** Those that still run after the time. */
    private List<ProcessEntry> await(Collection<ProcessEntry> entries, Duration time) {
        long giveUp = System.nanoTime() + time.toNanos();
        List<ProcessEntry> running = running(entries);
        while (!running.isEmpty() && System.nanoTime() - giveUp < 0) {
            LockSupport.parkNanos(PAUSE);
            running = running(running);
        }
        return running;
    }

    private List<ProcessEntry> running(Collection<ProcessEntry> entries) {
        return entries.stream()
                .filter(entry -> processes.isRunning(entry.pid(), entry.startTime()))
                .toList();
    }
}
