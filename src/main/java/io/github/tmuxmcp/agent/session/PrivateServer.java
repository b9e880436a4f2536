package io.github.tmuxmcp.agent.session;

import io.github.tmuxmcp.agent.service.AgentSettings;
import io.github.tmuxmcp.agent.service.Texts;
import io.github.tmuxmcp.host.HostInfo;
import io.github.tmuxmcp.host.ProcessEntry;
import io.github.tmuxmcp.host.ProcessTable;
import io.github.tmuxmcp.host.Watchdog;
import io.github.tmuxmcp.shell.ShellQuoting;
import io.github.tmuxmcp.tmux.Reply;
import io.github.tmuxmcp.tmux.Server;
import io.github.tmuxmcp.tmux.Tmux;
import io.github.tmuxmcp.tmux.TmuxCommand;
import io.github.tmuxmcp.tmux.TmuxException;
import io.github.tmuxmcp.tmux.TmuxVersion;
import io.github.tmuxmcp.tmux.control.ControlConnection;
import io.github.tmuxmcp.tmux.format.Format;
import io.github.tmuxmcp.tmux.process.ProcessTmux;
import io.github.tmuxmcp.tool.ToolFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The tmux server that belongs to this process: started by the first call that needs it, gone with us.
 *
 * <p>One control client is attached to {@code _watchdog}; all commands go through it. The same start-up command attaches to a server
 * that lives and starts one that does not, so a lost client and a lost server are one case. A server that was replaced has another
 * {@link Identity}; sessions compare it and are made anew.
 */
final class PrivateServer implements AutoCloseable {
    private static final String WATCHDOG = "_watchdog";
    private static final Duration COMMAND_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration KILL_TIMEOUT = Duration.ofSeconds(2);
    /** What a program that gets SIGHUP has to save its work. */
    private static final Duration GRACE = Duration.ofMillis(40);

    private static final int HISTORY_LINES = 50_000;
    /** Longest path that a socket address holds, less a margin for the name. */
    private static final int LONGEST_SOCKET_PATH = 100;

    /** Every process on the terminal of a pane that is not the watchdog's own, also one that ignores SIGHUP. */
    private static final String KILL_JOBS = """
            ttys=$(%s list-panes -a -F '#{?#{==:#{session_name},_watchdog},,#{pane_tty}}')
            ps -A -o pid= -o tty= | while read -r pid tty; do
              for t in $ttys; do [ "/dev/$tty" = "$t" ] && kill -9 "$pid"; done
            done""";

    private static final Format IDENTITY = Format.fields("pid", "start_time", "version");
    private static final Format PANES = Format.fields("session_name", "pane_pid");

    /** Which tmux server it is: ids start again in a new one. */
    record Identity(String pid, String startTime) {}

    private final AgentSettings settings;
    private final ProcessTable processes;
    private final long ownPid;
    private final String name;
    private final Path folder;

    private @Nullable ControlConnection connection;
    private @Nullable Identity identity;
    private @Nullable Server server;
    private boolean closed;

    PrivateServer(AgentSettings settings, ProcessTable processes, long ownPid) {
        this.settings = settings;
        this.processes = processes;
        this.ownPid = ownPid;
        this.name = "tmux-mcp-" + ownPid;
        this.folder = settings.temporaryFolder().resolve(name);
    }

    /** Where logs and marker files are; there once the server has been started. */
    Path folder() {
        return folder;
    }

    /** The server as it is now, or null when none has been started or it is lost. */
    synchronized @Nullable Identity currentIdentity() {
        return connection != null && connection.isAlive() ? identity : null;
    }

    /** The connection if there is one that lives; never starts anything. */
    synchronized @Nullable Tmux connectionIfAlive() {
        return connection != null && connection.isAlive() ? connection : null;
    }

    /**
     * The connection, made if need be.
     *
     * @throws ToolFailure when tmux is missing, too old, or does not start
     */
    synchronized Tmux connection() throws InterruptedException {
        if (closed) {
            throw new ToolFailure("shutting_down", "the server is shutting down");
        }
        ControlConnection current = connection;
        if (current != null && current.isAlive()) {
            return current;
        }
        try {
            return connect();
        } catch (TmuxException e) {
            throw new ToolFailure("tmux_failed", Texts.cut(String.valueOf(e.getMessage())));
        }
    }

    private Tmux connect() throws InterruptedException {
        if (connection != null) {
            connection.close();
            connection = null;
        }
        Server target = server;
        if (target == null) {
            LogFolder.create(folder);
            target = new Server(settings.tmuxBinary(), socketArguments(), true);
            server = target;
        } else if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            LogFolder.create(folder);
        }
        TmuxCommand attach = TmuxCommand.of("new-session")
                .flag("-A")
                .option("-s", WATCHDOG)
                .option("-n", WATCHDOG)
                .expanded("-c", "/")
                .option("-x", Integer.toString(settings.columns()))
                .option("-y", Integer.toString(settings.rows()))
                .option("-f", "no-output,ignore-size")
                .argument("sh")
                .argument("-c")
                .argument(watchdogScript(target));
        List<String> command = target.controlArgv(attach);
        ControlConnection opened = open(command);
        boolean configured = false;
        try {
            configure(opened);
            configured = true;
        } finally {
            if (!configured) {
                opened.close();
            }
        }
        connection = opened;
        return opened;
    }

    /** A tmux that starts tells its version later; one that does not is asked, since it may be too old for what it was given. */
    private ControlConnection open(List<String> command) throws InterruptedException {
        try {
            return ControlConnection.open(
                    new ControlConnection.Start(command, settings.environment(), COMMAND_TIMEOUT));
        } catch (TmuxException failed) {
            TmuxVersion.of(settings.tmuxBinary());
            throw failed;
        }
    }

    /** All in one round trip. window-size manual is set per window: as a global option it crashes tmux 3.3a at the next new-session. */
    private void configure(Tmux tmux) throws InterruptedException {
        List<TmuxCommand> commands = new ArrayList<>();
        commands.add(TmuxCommand.of("display-message").flag("-p").argument(IDENTITY));
        Map<String, String> global = Map.ofEntries(
                Map.entry("history-limit", Integer.toString(HISTORY_LINES)),
                Map.entry("status", "off"),
                Map.entry("remain-on-exit", "on"),
                Map.entry("default-terminal", defaultTerminal()),
                Map.entry("allow-rename", "off"),
                Map.entry("automatic-rename", "off"),
                Map.entry("set-titles", "off"),
                Map.entry("mouse", "off"),
                Map.entry("detach-on-destroy", "off"),
                Map.entry("destroy-unattached", "off"),
                Map.entry("update-environment", ""),
                Map.entry("bell-action", "none"),
                Map.entry("monitor-activity", "off"));
        global.forEach((option, value) -> commands.add(
                TmuxCommand.of("set-option").flag("-g").argument(option).argument(value)));
        commands.add(TmuxCommand.of("set-option")
                .flag("-s")
                .argument("exit-unattached")
                .argument("off"));
        commands.add(
                TmuxCommand.of("set-option").flag("-s").argument("escape-time").argument("10"));
        List<Reply> replies = tmux.runAll(commands);
        for (Reply reply : replies) {
            if (!reply.ok()) {
                throw new ToolFailure(
                        "tmux_failed", "tmux refused a setting of the private server: " + Texts.cut(reply.errorText()));
            }
        }
        List<String> fields = IDENTITY.split(replies.get(0).text());
        TmuxVersion.parse(fields.get(2)).requireSupported();
        identity = new Identity(fields.get(0), fields.get(1));
    }

    private String defaultTerminal() {
        return List.of(
                                "/etc/terminfo",
                                "/lib/terminfo",
                                "/usr/share/terminfo",
                                "/usr/local/share/terminfo",
                                "/opt/homebrew/share/terminfo")
                        .stream()
                        .anyMatch(root -> Files.exists(Path.of(root, "t", "tmux-256color"))
                                || Files.exists(Path.of(root, "74", "tmux-256color")))
                ? "tmux-256color"
                : "screen-256color";
    }

    /** A name in tmux's own socket folder; a path in our private one when that folder is not safe to use or the path is too long. */
    private List<String> socketArguments() {
        return defaultSocketFolderIsUsable()
                ? List.of("-L", name)
                : List.of("-S", folder.resolve("tmux.sock").toString());
    }

    private boolean defaultSocketFolderIsUsable() {
        Path socketFolder = defaultSocketFolder();
        if (socketFolder.toString().length() + name.length() > LONGEST_SOCKET_PATH) {
            return false;
        }
        try {
            if (!Files.exists(socketFolder, LinkOption.NOFOLLOW_LINKS)) {
                return true;
            }
            return Files.isDirectory(socketFolder, LinkOption.NOFOLLOW_LINKS)
                    && Files.getOwner(socketFolder).equals(Files.getOwner(folder))
                    && Files.getPosixFilePermissions(socketFolder).stream().noneMatch(PrivateServer::isForOthers);
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean isForOthers(PosixFilePermission permission) {
        return switch (permission) {
            case OTHERS_READ, OTHERS_WRITE, OTHERS_EXECUTE -> true;
            case OWNER_READ, OWNER_WRITE, OWNER_EXECUTE, GROUP_READ, GROUP_WRITE, GROUP_EXECUTE -> false;
        };
    }

    private Path defaultSocketFolder() {
        String configured = settings.environment().getOrDefault("TMUX_TMPDIR", "");
        Path root =
                !configured.isEmpty() && Files.isDirectory(Path.of(configured)) ? Path.of(configured) : Path.of("/tmp");
        return root.resolve("tmux-" + userId());
    }

    private Object userId() {
        try {
            return Files.getAttribute(folder, "unix:uid");
        } catch (IOException | UnsupportedOperationException e) {
            return "unknown";
        }
    }

    /** When we die without a word: every job of every pane, then the logs, then the tmux server itself. */
    private String watchdogScript(Server target) {
        String tmux = String.join(
                " ", target.prefix().stream().map(ShellQuoting::quote).toList());
        return Watchdog.script(
                ownPid,
                HostInfo.startStamp(ownPid),
                List.of(
                        KILL_JOBS.formatted(tmux),
                        "rm -rf " + ShellQuoting.quote(folder.toString()),
                        tmux + " kill-server"));
    }

    /** Ends processes that a pane has left: those that do not go by themselves within a moment are killed. */
    void endProcesses(List<ProcessEntry> left) {
        long giveUp = System.nanoTime() + GRACE.toNanos();
        List<ProcessEntry> running = running(left);
        while (!running.isEmpty() && System.nanoTime() - giveUp < 0) {
            LockSupport.parkNanos(GRACE.toNanos() / 20);
            running = running(running);
        }
        for (ProcessEntry entry : running) {
            ProcessHandle.of(entry.pid()).ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    private List<ProcessEntry> running(List<ProcessEntry> entries) {
        return entries.stream()
                .filter(entry -> processes.isRunning(entry.pid(), entry.startTime()))
                .toList();
    }

    /** Ends the server, its panes' processes and the logs. Idempotent; takes some 20 ms. */
    @Override
    public void close() {
        ControlConnection open;
        Server target;
        Identity known;
        synchronized (this) {
            closed = true;
            open = connection;
            known = currentIdentity();
            target = server;
            connection = null;
        }
        if (target == null) {
            return;
        }
        Set<Long> shells = new HashSet<>();
        for (List<String> row : panes(open)) {
            long pid = Long.parseLong(row.get(1));
            if (row.get(0).equals(WATCHDOG)) {
                // It would ignore SIGHUP and outlive the server for a moment.
                ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
            } else {
                shells.add(pid);
            }
        }
        // One walk for all of them: a walk takes milliseconds, and the client may not wait long.
        List<ProcessEntry> left = new ArrayList<>(shells.isEmpty() ? List.of() : processes.ofTerminals(shells));
        // A server whose socket was deleted does not hear kill-server.
        ProcessEntry itself = known == null ? null : processes.find(Long.parseLong(known.pid()));
        if (itself != null) {
            left.add(itself);
        }
        if (open != null) {
            open.close();
        }
        try {
            new ProcessTmux(target, settings.environment(), KILL_TIMEOUT).run(TmuxCommand.of("kill-server"));
        } catch (TmuxException gone) {
            // No server is what was wanted.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        endProcesses(left);
        try {
            LogFolder.delete(folder);
            deleteSocket(target);
        } catch (IOException e) {
            // The watchdog tries again while it lives; nothing more can be done here.
        }
    }

    private static List<List<String>> panes(@Nullable Tmux tmux) {
        if (tmux == null) {
            return List.of();
        }
        try {
            Reply reply = tmux.run(TmuxCommand.of("list-panes").flag("-a").template("-F", PANES));
            return reply.ok() ? PANES.rows(reply.textLines()) : List.of();
        } catch (TmuxException e) {
            return List.of();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return List.of();
        }
    }

    private void deleteSocket(Server target) throws IOException {
        if (target.socketArguments().contains("-L")) {
            Files.deleteIfExists(defaultSocketFolder().resolve(name));
        }
    }
}
