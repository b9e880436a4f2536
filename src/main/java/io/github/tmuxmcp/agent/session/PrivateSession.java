package io.github.tmuxmcp.agent.session;

import io.github.tmuxmcp.agent.service.AgentSettings;
import io.github.tmuxmcp.agent.service.Texts;
import io.github.tmuxmcp.host.ProcessEntry;
import io.github.tmuxmcp.host.ProcessTable;
import io.github.tmuxmcp.limits.Ticker;
import io.github.tmuxmcp.shell.ShellKind;
import io.github.tmuxmcp.shell.ShellStart;
import io.github.tmuxmcp.terminal.TextBudget;
import io.github.tmuxmcp.tmux.PaneId;
import io.github.tmuxmcp.tmux.Reply;
import io.github.tmuxmcp.tmux.Tmux;
import io.github.tmuxmcp.tmux.TmuxCommand;
import io.github.tmuxmcp.tmux.TmuxException;
import io.github.tmuxmcp.tool.ToolFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int NONCE_BYTES = 12;
    /** Keys that leave a mode of tmux's, and so may be typed while one is on. */
    private static final Set<String> LEAVES_MODE = Set.of("q", "Escape", "C-c", "Enter");

    private final String name;
    private final AgentSettings settings;
    private final PrivateServer server;
    private final SessionMemory memory;
    private final ProcessTable processes;
    private final Ticker ticker;
    private final ReentrantLock turn = new ReentrantLock(true);

    private volatile boolean killed;
    private volatile @Nullable Shell shell;
    private Path directory;
    private boolean keysAtPrompt;
    private SessionStream.@Nullable Position unanswered;
    private boolean startFiles;
    private boolean endTold;
    private List<String> farewell = List.of();
    private int logs;
    private long logEnd;

    /** A shell in its pane; another one takes its place when it is restarted. */
    record Shell(
            PrivateServer.Identity server,
            PaneId pane,
            ProcessEntry process,
            String tty,
            SessionStream stream,
            LogPipeline pipeline,
            Instant created) {}

    PrivateSession(
            String name,
            Path directory,
            AgentSettings settings,
            PrivateServer server,
            SessionMemory memory,
            ProcessTable processes,
            Ticker ticker) {
        this.name = name;
        this.directory = directory;
        this.settings = settings;
        this.server = server;
        this.memory = memory;
        this.processes = processes;
        this.ticker = ticker;
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
        if (!isAlive(current) || !current.server().equals(server.currentIdentity())) {
            throw new ToolFailure(
                    "session_ended",
                    "the shell of session \"" + name
                            + "\" has ended, so no keys were sent; tmux_run starts a fresh one");
        }
        return current;
    }

    /**
     * Refuses input that a mode of tmux's would swallow.
     *
     * @param keys what is to be typed; one key that leaves the mode is let through
     */
    void refuseInMode(Tmux tmux, List<String> keys) throws InterruptedException {
        PaneState state = state(tmux, openShell().pane());
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
                ? CommandFile.loaderLine(command, shellKind(), server.folder(), name)
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
        if (old != null && old.server().equals(current) && isAlive(old)) {
            PaneState state = state(tmux, old.pane());
            if (state != null && !state.dead()) {
                if (!state.piped()) {
                    pipeAgain(tmux, old);
                }
                return Opened.THERE;
            }
        }
        if (old == null) {
            create(tmux, current);
            return Opened.CREATED;
        }
        farewell = farewell(old);
        if (!Files.isDirectory(directory)) {
            directory = settings.workingDirectory();
        }
        server.endProcesses(processes.ofTerminal(old.process().pid()));
        if (!old.server().equals(current) || !respawn(tmux, old)) {
            closeLog(old);
            create(tmux, current);
        }
        return Opened.RESTARTED;
    }

    /** What a shell that ended between two calls has left: its status and what it printed last. */
    private List<String> farewell(Shell old) throws InterruptedException {
        if (endTold) {
            endTold = false;
            return List.of();
        }
        List<String> lines = new ArrayList<>();
        Integer status = old.server().equals(server.currentIdentity()) ? exitCode(old) : null;
        if (status != null) {
            lines.add("[previous shell exited with code " + status + "]");
        }
        try {
            old.stream().catchUp(Long.MAX_VALUE);
        } catch (IOException lost) {
            return lines;
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
            PaneState state = state(tmux, current.pane());
            path = state == null ? "" : state.path();
        }
        if (!path.isEmpty() && path.chars().noneMatch(Character::isISOControl)) {
            directory = Path.of(path);
        }
    }

    private void create(Tmux tmux, PrivateServer.Identity current) throws InterruptedException {
        String nonce = nonce();
        ShellStart.Launch launch = prepare(nonce);
        SessionLog log = new SessionLog(
                server.folder(), logPrefix(), logEnd, settings.maxLog().bytes());
        String target = "=" + name + ":";
        TmuxCommand create = TmuxCommand.of("new-session")
                .flag("-d")
                .option("-s", name)
                .option("-n", name)
                .option("-x", Integer.toString(settings.columns()))
                .option("-y", Integer.toString(settings.rows()))
                .expanded("-c", directory.toString())
                .flag("-P")
                .template("-F", PaneState.FORMAT);
        for (Map.Entry<String, String> variable : launch.environment().entrySet()) {
            create = create.option("-e", variable.getKey() + "=" + variable.getValue());
        }
        for (String word : launch.command()) {
            create = create.argument(word);
        }
        List<Reply> replies = tmux.runAll(List.of(
                TmuxCommand.of("kill-session").option("-t", "=" + name),
                create,
                TmuxCommand.of("pipe-pane").flag("-O").option("-t", target).expandedArgument(log.writerCommand()),
                TmuxCommand.of("set-option")
                        .flag("-w")
                        .option("-t", target)
                        .argument("window-size")
                        .argument("manual"),
                // Somebody who watches another session would lend this one the size of his terminal.
                TmuxCommand.of("resize-window")
                        .option("-t", target)
                        .option("-x", Integer.toString(settings.columns()))
                        .option("-y", Integer.toString(settings.rows()))));
        for (Reply reply : replies.subList(1, replies.size())) {
            if (!reply.ok()) {
                throw new ToolFailure(
                        "tmux_failed", "tmux could not create the session: " + Texts.cut(reply.errorText()));
            }
        }
        logs++;
        adopt(PaneState.all(replies.get(1).textLines()).get(0), current, log, nonce, Instant.now());
    }

    /** False when the pane is gone or its log cannot go on; then the session is made anew. */
    private boolean respawn(Tmux tmux, Shell old) throws InterruptedException {
        PaneState dead = state(tmux, old.pane());
        if (dead == null || !dead.piped()) {
            return false;
        }
        String nonce = nonce();
        ShellStart.Launch launch = prepare(nonce);
        TmuxCommand respawn =
                TmuxCommand.of("respawn-pane").flag("-k").target(old.pane()).expanded("-c", directory.toString());
        for (Map.Entry<String, String> variable : launch.environment().entrySet()) {
            respawn = respawn.option("-e", variable.getKey() + "=" + variable.getValue());
        }
        for (String word : launch.command()) {
            respawn = respawn.argument(word);
        }
        try {
            // Now, or the old stream would take the new shell's first markers.
            old.stream().catchUp(Long.MAX_VALUE);
        } catch (IOException e) {
            return false;
        }
        if (!tmux.run(respawn).ok()) {
            return false;
        }
        PaneState state = state(tmux, old.pane());
        if (state == null || !state.piped()) {
            return false;
        }
        adopt(state, old.server(), old.stream().log(), nonce, old.created());
        return true;
    }

    private void adopt(
            PaneState state, PrivateServer.Identity identity, SessionLog log, String nonce, Instant created) {
        ProcessEntry process = processes.find(state.pid());
        if (process == null) {
            process = new ProcessEntry(state.pid(), 0, 0, 0, 0, 0, 'X', -1, "");
        }
        SessionStream stream = new SessionStream(
                log,
                nonce.getBytes(StandardCharsets.US_ASCII),
                settings.columns(),
                settings.rows(),
                TextBudgets.forOutput(settings.maxOutput()),
                memory,
                ticker);
        LogPipeline pipeline = new LogPipeline(processes, Long.parseLong(identity.pid()), log.writerArgument());
        replace(new Shell(identity, new PaneId(state.pane()), process, state.tty(), stream, pipeline, created));
    }

    private void replace(Shell next) {
        Shell old = shell;
        shell = next;
        if (old != null) {
            old.stream().giveBackMemory();
        }
    }

    private ShellStart.Launch prepare(String nonce) {
        ShellKind kind = shellKind();
        String executable = Executables.find(kind.command(), settings.environment())
                .orElseThrow(
                        () -> new ToolFailure(
                                "shell_missing",
                                kind.command()
                                        + " is not on PATH; install it, or choose another private shell with TMUX_MCP_SHELL (bash, zsh, fish)"));
        try {
            server.restoreFolder();
            ShellStart.discard(server.folder(), name);
            startFiles = true;
            return ShellStart.prepare(kind, executable, server.folder(), name, nonce, settings.environment());
        } catch (IOException e) {
            throw new ToolFailure(
                    "tmux_failed",
                    "the shell's start file cannot be written to " + server.folder()
                            + "; is the disk full, or the folder gone?");
        }
    }

    private static String nonce() {
        byte[] bytes = new byte[NONCE_BYTES];
        RANDOM.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /** A lost log's files are gone, but its offsets must not come again. */
    private String logPrefix() {
        return logs == 0 ? name + ".log" : name + ".log-" + logs;
    }

    /** The log's writer has gone, as on a full disk or by somebody's pipe-pane: a new log follows, and what came between is lost. */
    private void pipeAgain(Tmux tmux, Shell current) throws InterruptedException {
        server.restoreFolder();
        closeLog(current);
        SessionLog log = new SessionLog(
                server.folder(), logPrefix(), logEnd, settings.maxLog().bytes());
        Reply reply = tmux.run(
                TmuxCommand.of("pipe-pane").flag("-O").target(current.pane()).expandedArgument(log.writerCommand()));
        if (!reply.ok()) {
            throw new ToolFailure(
                    "tmux_failed", "the session's log cannot be written: " + Texts.cut(reply.errorText()));
        }
        logs++;
        SessionStream stream = current.stream().goingOnIn(log);
        LogPipeline pipeline =
                new LogPipeline(processes, Long.parseLong(current.server().pid()), log.writerArgument());
        replace(new Shell(
                current.server(),
                current.pane(),
                current.process(),
                current.tty(),
                stream,
                pipeline,
                current.created()));
    }

    private void closeLog(Shell old) {
        synchronized (old.stream()) {
            try {
                old.stream().catchUp(Long.MAX_VALUE);
            } catch (IOException e) {
                // What cannot be read any more is lost with the log.
            }
            logEnd = old.stream().log().position();
            old.stream().log().close();
        }
    }

    /** What tmux tells of the pane now; null when it is gone. */
    @Nullable
    PaneState state(Tmux tmux, PaneId pane) throws InterruptedException {
        Reply reply = tmux.run(TmuxCommand.of("list-panes").target(pane).template("-F", PaneState.FORMAT));
        if (!reply.ok()) {
            return null;
        }
        return PaneState.all(reply.textLines()).stream()
                .filter(state -> state.pane().equals(pane.value()))
                .findFirst()
                .orElse(null);
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
            PaneState state = state(tmux, ended.pane());
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
     * Something was typed at the shell's prompt and its call may have left before the shell answered: the next call must not take the old prompt for a new
     * one.
     *
     * @param before the stream just before typing; null when all has been answered
     */
    void unanswered(SessionStream.@Nullable Position before) {
        unanswered = before;
    }

    /** Whether the shell has said something to what was typed last: a command started or a prompt came. */
    boolean isAnswered(SessionStream.Position now) {
        SessionStream.Position before = unanswered;
        return before == null || now.started() > before.started() || now.ends() > before.ends();
    }

    /** Says whether half a line of ours may stand at the prompt: keys were typed there that submitted nothing. */
    void mayHoldHalfLine(boolean mayHold) {
        keysAtPrompt = mayHold;
    }

    /** Whether half a line of ours stands at the prompt. */
    boolean holdsHalfLine() {
        Shell current = shell;
        return keysAtPrompt
                && current != null
                && !current.stream().editingLine().isBlank();
    }

    /** The shell has printed a marker, so it has read its marker files, which hold the nonce. */
    void startFilesRead() {
        if (startFiles) {
            startFiles = false;
            ShellStart.discard(server.folder(), name);
        }
    }

    /**
     * Ends the session, its jobs and its log; a call that waits is told. Idempotent.
     *
     * @throws TmuxException TIMED_OUT when the jobs have ended, but tmux does not answer
     */
    void kill() throws InterruptedException {
        killed = true;
        Shell current = shell;
        if (current == null) {
            return;
        }
        Tmux tmux = server.connectionIfAlive();
        List<ProcessEntry> jobs = processes.ofTerminal(current.process().pid());
        try {
            if (tmux != null && current.server().equals(server.currentIdentity())) {
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
            CommandFile.delete(server.folder(), name);
            synchronized (current.stream()) {
                current.stream().log().close();
                current.stream().giveBackMemory();
            }
        }
    }

    /** The output's budget: the first part and the last part of what a result may hold. */
    private static final class TextBudgets {
        private static final double HEAD_SHARE = 8_000.0 / 30_000;

        private TextBudgets() {}

        static TextBudget forOutput(int maxOutput) {
            int head = (int) Math.round(maxOutput * HEAD_SHARE);
            return new TextBudget(head, maxOutput - head);
        }
    }
}
