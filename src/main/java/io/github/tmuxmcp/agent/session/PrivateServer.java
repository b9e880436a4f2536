package io.github.tmuxmcp.agent.session;

import io.github.tmuxmcp.agent.service.AgentSettings;
import io.github.tmuxmcp.agent.service.Texts;
import io.github.tmuxmcp.host.ProcessEntry;
import io.github.tmuxmcp.host.ProcessTable;
import io.github.tmuxmcp.shell.ShellQuoting;
import io.github.tmuxmcp.tmux.Server;
import io.github.tmuxmcp.tmux.Tmux;
import io.github.tmuxmcp.tmux.TmuxCommand;
import io.github.tmuxmcp.tmux.TmuxException;
import io.github.tmuxmcp.tmux.control.ControlConnection;
import io.github.tmuxmcp.tmux.process.ProcessTmux;
import io.github.tmuxmcp.tool.ToolFailure;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The tmux server that belongs to this process: started by the first call that needs it, gone with us.
 *
 * <p>One control client is attached to {@code _watchdog}; all commands go through it. The same start-up command attaches to a server
 * that lives and starts one that does not, so a lost client and a lost server are one case. A server that was replaced has another
 * {@link Identity}; sessions compare it and are made anew.
 *
 * <p>The watchdog is the server's first process and the folder is made after it, so that there is always somebody to clean up. Who starts or
 * ends the server holds {@code starting}; {@code live} is read by anyone.
 */
final class PrivateServer {
    private static final String WATCHDOG = "_watchdog";
    /** The end waits so long for a start under way; what it leaves is the watchdog's. */
    private static final Duration START_PATIENCE = Duration.ofMillis(150);
    /** For a server that was started, but never told its pid. */
    private static final Duration KILL_TIMEOUT = Duration.ofMillis(200);

    /** Which tmux server it is: ids start again in a new one. */
    record Identity(String pid, String startTime) {
        /** The same as {@code equals}, which the JVM spins in some 15 ms when a record's own is first called: in the middle of a call. */
        boolean is(@Nullable Identity other) {
            return other != null && pid.equals(other.pid) && startTime.equals(other.startTime);
        }
    }

    /** @param process null when the pid that tmux tells is not one that we see */
    private record Live(
            ControlConnection connection,
            Identity identity,
            @Nullable ProcessEntry process) {}

    private final AgentSettings settings;
    private final ProcessTable processes;
    private final ServerEnd end;
    private final long ownPid;
    private final LogFolder folder;
    private final ReentrantLock starting = new ReentrantLock();
    private final Map<Long, ProcessEntry> watchdogs = new HashMap<>();

    private volatile @Nullable Live live;
    private volatile @Nullable ServerLaunch launch;
    private volatile boolean closed;

    PrivateServer(AgentSettings settings, ProcessTable processes, long ownPid) {
        this.settings = settings;
        this.processes = processes;
        this.end = new ServerEnd(processes);
        this.ownPid = ownPid;
        this.folder = new LogFolder(settings.temporaryFolder().resolve(ServerLaunch.name(ownPid)));
    }

    /** Where logs and marker files are; there once the server has been started. */
    Path folder() {
        return folder.path();
    }

    /** What a person passes to tmux to reach this server, quoted for a shell; empty before its start. */
    String clientArguments() {
        ServerLaunch way = launch;
        return way == null ? "" : "-S " + ShellQuoting.quote(way.socket().path().toString());
    }

    /** Makes the folder again if a cleaner of temporary files took it away. */
    void restoreFolder() {
        if (!folder.exists()) {
            folder.create();
        }
    }

    /** The server as it is now, or null when none has been started or it is lost. */
    @Nullable
    Identity currentIdentity() {
        Live now = live;
        return now != null && now.connection().isAlive() ? now.identity() : null;
    }

    /** The connection if there is one that lives; never starts anything. */
    @Nullable
    Tmux connectionIfAlive() {
        Live now = live;
        return now != null && now.connection().isAlive() ? now.connection() : null;
    }

    /**
     * The connection, made if need be.
     *
     * @throws ToolFailure when tmux is missing, too old, or does not start
     */
    Tmux connection() throws InterruptedException {
        Tmux there = connectionIfAlive();
        if (there != null && !closed) {
            return there;
        }
        starting.lockInterruptibly();
        try {
            if (closed) {
                throw new ToolFailure("shutting_down", "the server is shutting down");
            }
            Tmux current = connectionIfAlive();
            return current == null ? connect() : current;
        } catch (TmuxException e) {
            throw new ToolFailure("tmux_failed", Texts.cut(String.valueOf(e.getMessage())));
        } finally {
            starting.unlock();
        }
    }

    private Tmux connect() throws InterruptedException {
        Live lost = live;
        if (lost != null) {
            lost.connection().close();
        }
        ServerLaunch way = launch;
        boolean first = way == null;
        if (way == null) {
            way = ServerLaunch.prepare(settings, ownPid, folder);
            launch = way;
        }
        ControlConnection opened = way.open(WATCHDOG);
        Live now;
        try {
            now = describe(opened, ServerSettings.apply(opened, WATCHDOG));
        } catch (TmuxException | ToolFailure | InterruptedException e) {
            opened.close();
            throw e;
        }
        live = now;
        if (lost != null && lost.process() != null && !lost.identity().is(now.identity())) {
            replaced(lost.process(), now.process());
        }
        if (!folder.exists()) {
            createFolder(opened);
        }
        if (first) {
            new Leftovers(folder.path(), way.sharedSocket()).sweepInBackground();
        }
        return opened;
    }

    private void createFolder(ControlConnection opened) {
        try {
            folder.create();
        } catch (ToolFailure e) {
            // So that the next call tries again.
            opened.close();
            throw e;
        }
    }

    /** A pid that tmux tells is trusted when the watchdog, whose pid it tells as well, is its child here. */
    private Live describe(ControlConnection opened, ServerSettings.Facts facts) {
        ProcessEntry watchdog = processes.find(facts.watchdog());
        long pid = Long.parseLong(facts.identity().pid());
        if (watchdog == null || watchdog.parent() != pid) {
            return new Live(opened, facts.identity(), null);
        }
        watchdogs.putIfAbsent(watchdog.pid(), watchdog);
        return new Live(opened, facts.identity(), processes.find(pid));
    }

    /** Ends a server that we have lost: nobody will reach it any more. It must not get to remove the socket that has its successor's name. */
    private void replaced(ProcessEntry server, @Nullable ProcessEntry successor) {
        List<ProcessEntry> old = watchdogs.values().stream()
                .filter(known -> successor == null || known.startTime() < successor.startTime())
                .toList();
        end.kill(end.end(server, List.of(), old, false, null));
        old.forEach(watchdog -> watchdogs.remove(watchdog.pid()));
    }

    /** Ends processes that a pane has left: those that do not go by themselves within a moment are killed. */
    void endProcesses(List<ProcessEntry> left) {
        end.endProcesses(left);
    }

    /**
     * Ends the server, its panes' processes and the logs. Idempotent; takes some 20 ms, at most 300.
     *
     * @param shells the processes of the sessions' panes
     */
    void close(Collection<ProcessEntry> shells) {
        closed = true;
        boolean mine = false;
        try {
            mine = starting.tryLock(START_PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        try {
            ServerLaunch way = launch;
            if (way != null) {
                end(way, shells);
            }
        } finally {
            if (mine) {
                starting.unlock();
            }
        }
    }

    private void end(ServerLaunch way, Collection<ProcessEntry> shells) {
        Live last = live;
        List<ProcessEntry> own = List.copyOf(watchdogs.values());
        if (last != null) {
            // First of all: a client that is not read any more can hold up a server that ends.
            last.connection().close();
        }
        List<ProcessEntry> guards = own;
        if (last != null && last.process() != null) {
            guards = end.end(last.process(), shells, own, true, ServerLaunch.notes(folder.path()));
        } else {
            killServer(way.server());
        }
        try {
            way.socket().delete();
            folder.delete();
        } catch (IOException e) {
            // The watchdog tries again.
            return;
        }
        // The last, so that it finishes what is cut short here.
        end.kill(guards);
        own.forEach(watchdog -> watchdogs.remove(watchdog.pid()));
    }

    private void killServer(Server server) {
        try {
            new ProcessTmux(server, settings.environment(), KILL_TIMEOUT).run(TmuxCommand.of("kill-server"));
        } catch (TmuxException gone) {
            // No server is what was wanted; one that does not answer is the watchdog's.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
