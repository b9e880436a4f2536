package io.github.tmuxmcp.agent.session;

import io.github.tmuxmcp.agent.service.AgentSettings;
import io.github.tmuxmcp.host.ProcessEntry;
import io.github.tmuxmcp.host.ProcessTable;
import io.github.tmuxmcp.limits.Ticker;
import io.github.tmuxmcp.shell.ShellKind;
import io.github.tmuxmcp.shell.ShellStart;
import io.github.tmuxmcp.tmux.PaneId;
import io.github.tmuxmcp.tmux.Tmux;
import io.github.tmuxmcp.tmux.TmuxCommand;
import io.github.tmuxmcp.tmux.TmuxException;
import io.github.tmuxmcp.tool.ToolFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One private session: a name, a tmux session of that name with one pane, the pane's log and what was read from it.
 *
 * <p>A call takes the session's turn ({@link #takeTurn}) and holds it until it has its result; {@link #kill} needs no turn. Between
 * {@link #open} and the end of the turn the pane's fields change only in {@code open}.
 */
final class PrivateSession {
    /** Keys that leave a mode of tmux's, and so may be typed while one is on. */
    private static final Set<String> LEAVES_MODE = Set.of("q", "Escape", "C-c", "Enter");

    private final String name;
    private final AgentSettings settings;
    private final PrivateServer server;
    private final ProcessTable processes;
    private final ReentrantLock turn = new ReentrantLock(true);

    private final SessionShells shells;
    private final PromptMemory prompt = new PromptMemory();
    private final RemoteShells remoteShells = new RemoteShells();

    private final CountDownLatch cleaned = new CountDownLatch(1);
    private @Nullable PrivateSession predecessor;
    private volatile boolean killed;
    private volatile @Nullable Shell shell;
    private Path directory;
    private long commandFiles;
    private boolean endTold;
    private List<String> farewell = List.of();

    /** A shell in its pane; another one takes its place when it is restarted. */
    record Shell(
            PrivateServer.Identity server,
            PaneId pane,
            ProcessEntry process,
            String tty,
            SessionStream stream,
            LogPipeline pipeline,
            Instant created) {}

    /** @param predecessor one of the same name that was killed a moment ago; null for none */
    PrivateSession(
            String name,
            Path directory,
            AgentSettings settings,
            PrivateServer server,
            SessionMemory memory,
            ProcessTable processes,
            Ticker ticker,
            @Nullable PrivateSession predecessor) {
        this.predecessor = predecessor;
        this.name = name;
        this.directory = directory;
        this.settings = settings;
        this.server = server;
        this.processes = processes;
        this.shells = new SessionShells(name, settings, server, memory, processes, ticker);
    }

    String name() {
        return name;
    }

    /** Waits for the calls that came before; first come, first served. */
    void takeTurn() throws InterruptedException {
        turn.lockInterruptibly();
    }

    void endTurn() {
        turn.unlock();
    }

    boolean isKilled() {
        return killed;
    }

    /** The shell of the last {@link #open}, or null before the first. */
    @Nullable
    Shell shell() {
        return shell;
    }

    /**
     * The shell of this session, dead or alive.
     *
     * @throws ToolFailure when the session has been killed, or its first shell never started
     */
    Shell openShell() {
        Shell current = shell;
        if (current == null || killed) {
            throw PrivateSessions.unknown(name);
        }
        return current;
    }

    /**
     * The shell of this session, which lives.
     *
     * @throws ToolFailure when it does not
     */
    Shell liveShell() {
        Shell current = openShell();
        if (!isAlive(current) || !current.server().is(server.currentIdentity())) {
            throw new ToolFailure(
                    "session_ended",
                    "the shell of session \"" + name
                            + "\" has ended, so no keys were sent; tmux_run starts a fresh one");
        }
        return current;
    }

    /**
     * Refuses input that a mode of tmux's, or a pane whose input is off, would swallow.
     *
     * @param keys what is to be typed; one key that leaves the mode is let through
     */
    void refuseSwallowed(Tmux tmux, List<String> keys) throws InterruptedException {
        PaneState state = PaneState.of(tmux, openShell().pane());
        if (state != null && state.inputOff()) {
            throw new ToolFailure(
                    "input_off",
                    "session \"" + name
                            + "\": somebody has switched the input of its pane off, so nothing was typed. It is on again after "
                            + "tmux " + server.clientArguments() + " select-pane -e -t " + name
                            + "; or use another session");
        }
        if (state == null || state.mode().isEmpty() || (keys.size() == 1 && LEAVES_MODE.contains(keys.get(0)))) {
            return;
        }
        throw new ToolFailure(
                "mode",
                "session \"" + name + "\" is in " + state.mode()
                        + ", which would swallow the input; nothing was typed. Leave the mode with "
                        + "tmux_send_keys [\"q\"]");
    }

    /** The line to type for a command: itself, or one that sources it from a file. */
    String commandLine(String command) {
        return CommandFile.needed(command, shellKind(), openShell().stream().bracketedPaste())
                ? CommandFile.loaderLine(command, shellKind(), server.folder(), name, ++commandFiles)
                : command;
    }

    /** The kind of the private shells. */
    ShellKind shellKind() {
        return ShellKind.named(settings.shell()).orElseThrow();
    }

    /** Whether nothing but the shell itself has the session's terminal: no job that could still print. */
    boolean isAlone(Shell candidate) {
        return processes.ofTerminal(candidate.process().pid()).size() <= 1;
    }

    /** Whether the pane's process lives in the server that lives. */
    boolean isAlive(Shell candidate) {
        return processes.isRunning(
                candidate.process().pid(), candidate.process().startTime());
    }

    /** The shell has printed a marker, so it has read its marker files, which hold the nonce. */
    void startFilesRead() {
        shells.startFilesRead();
    }

    /** What was left at the prompt. */
    PromptMemory prompt() {
        return prompt;
    }

    /** What is known of the shells beyond an ssh or the like. */
    RemoteShells remoteShells() {
        return remoteShells;
    }

    /** What {@link #open} found. */
    enum Opened {
        /** The shell was there. */
        THERE,
        /** This is the session's first shell. */
        CREATED,
        /** The shell had ended or was lost; there is a fresh one. */
        RESTARTED
    }

    /** Makes sure that there is a shell that lives. The caller has the turn. */
    Opened open() throws InterruptedException {
        Tmux tmux = server.connection();
        PrivateServer.Identity current = server.currentIdentity();
        Shell old = shell;
        if (current == null) {
            throw new ToolFailure("tmux_failed", "the private tmux server ended while it was being used; try again");
        }
        if (old != null && old.server().is(current) && isAlive(old)) {
            PaneState state = PaneState.of(tmux, old.pane());
            if (state != null && !state.dead()) {
                if (!state.piped()) {
                    replace(shells.pipeAgain(tmux, old));
                }
                return Opened.THERE;
            }
        }
        if (old == null) {
            awaitPredecessor();
            shell = shells.create(tmux, current, directory);
            endIfKilled();
            return Opened.CREATED;
        }
        farewell = farewell(old);
        if (!Files.isDirectory(directory)) {
            directory = settings.workingDirectory();
        }
        server.endProcesses(processes.ofTerminal(old.process().pid()));
        Shell fresh = old.server().is(current) ? shells.respawn(tmux, old, directory) : null;
        if (fresh == null) {
            shells.closeLog(old);
            fresh = shells.create(tmux, current, directory);
        }
        prompt.forget();
        replace(fresh);
        endIfKilled();
        return Opened.RESTARTED;
    }

    /** Files and the tmux session have the same names: those of one that was killed have to go first. */
    private void awaitPredecessor() throws InterruptedException {
        PrivateSession before = predecessor;
        if (before == null) {
            return;
        }
        before.cleaned.await();
        // A call of its that was just starting its shell ends that as well.
        before.takeTurn();
        before.endTurn();
        predecessor = null;
    }

    /** Another shell, or another stream of the same one, takes the old one's place. */
    private void replace(Shell next) {
        Shell old = shell;
        shell = next;
        if (old != null) {
            old.stream().giveBackMemory();
        }
    }

    /** {@link #kill} may have come while there was no shell yet to be ended. */
    private void endIfKilled() throws InterruptedException {
        if (killed) {
            kill();
        }
    }

    /** What a shell that ended between two calls has left: its status and what it printed last. */
    private List<String> farewell(Shell old) throws InterruptedException {
        if (endTold) {
            endTold = false;
            return List.of();
        }
        List<String> lines = new ArrayList<>();
        try {
            old.stream().catchUp(Long.MAX_VALUE);
        } catch (IOException lost) {
            return lines;
        }
        if (old.stream().zone() != SessionStream.Zone.RUNNING) {
            // Nothing of ours ran there; somebody ended an idle shell.
            return lines;
        }
        Integer status = old.server().is(server.currentIdentity()) ? exitCode(old) : null;
        if (status != null) {
            lines.add("[previous shell exited with code " + status + "]");
        }
        String earlier = old.stream().earlierOutput(name);
        if (earlier != null) {
            lines.add(earlier);
        }
        return lines;
    }

    /** The lines about the shell that the last {@link #open} replaced; empty when its end was told before. */
    List<String> farewell() {
        return farewell;
    }

    /** A result has told that the shell ended. */
    void endTold() {
        endTold = true;
    }

    /** Keeps in mind where the shell is, for the one that takes its place: nobody can tell once it has ended. */
    void rememberDirectory() throws InterruptedException {
        Shell current = shell;
        Tmux tmux = server.connectionIfAlive();
        if (current == null || tmux == null || killed) {
            return;
        }
        String path = ProcessFolder.of(current.process().pid());
        if (path == null) {
            PaneState state = PaneState.of(tmux, current.pane());
            path = state == null ? "" : state.path();
        }
        if (!path.isEmpty() && path.chars().noneMatch(Character::isISOControl)) {
            directory = Path.of(path);
        }
    }

    /**
     * The status that the ended shell left, waiting up to half a second for tmux to reap it. Now and then tmux 3.3a misses a child's
     * end and leaves it a zombie until the next child ends, so another one is made to end.
     *
     * @return null when tmux cannot tell, or the pane is gone
     */
    @Nullable
    Integer exitCode(Shell ended) throws InterruptedException {
        for (int attempt = 0; attempt < 100; attempt++) {
            Tmux tmux = server.connectionIfAlive();
            if (tmux == null) {
                return null;
            }
            PaneState state = PaneState.of(tmux, ended.pane());
            if (state == null || state.exitCode() != null) {
                return state == null ? null : state.exitCode();
            }
            if (attempt % 10 == 4) {
                tmux.run(TmuxCommand.of("run-shell").flag("-b").argument("true"));
            }
            TimeUnit.MILLISECONDS.sleep(5);
        }
        return null;
    }

    /**
     * Ends the session, its jobs and its log; a call that waits is told. Idempotent.
     *
     * @throws TmuxException TIMED_OUT when the jobs have ended, but tmux does not answer
     */
    void kill() throws InterruptedException {
        killed = true;
        try {
            end(shell);
        } finally {
            cleaned.countDown();
        }
    }

    private void end(@Nullable Shell current) throws InterruptedException {
        if (current == null) {
            return;
        }
        Tmux tmux = server.connectionIfAlive();
        List<ProcessEntry> jobs = processes.ofTerminal(current.process().pid());
        try {
            if (tmux != null && current.server().is(server.currentIdentity())) {
                tmux.run(TmuxCommand.of("kill-session").option("-t", "=" + name));
            }
        } catch (TmuxException e) {
            // A server that is gone has taken the session with it.
            if (e.kind() == TmuxException.Kind.TIMED_OUT) {
                throw e;
            }
        } finally {
            server.endProcesses(jobs);
            ShellStart.discard(server.folder(), name);
            CommandFile.delete(server.folder(), name, commandFiles);
            synchronized (current.stream()) {
                current.stream().log().close();
                current.stream().giveBackMemory();
            }
        }
    }
}
