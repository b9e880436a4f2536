package io.github.tmuxmcp.agent.session;

import io.github.tmuxmcp.agent.service.AgentSettings;
import io.github.tmuxmcp.host.HostInfo;
import io.github.tmuxmcp.host.Watchdog;
import io.github.tmuxmcp.shell.ShellQuoting;
import io.github.tmuxmcp.tmux.Server;
import io.github.tmuxmcp.tmux.TmuxCommand;
import io.github.tmuxmcp.tmux.TmuxException;
import io.github.tmuxmcp.tmux.control.ControlConnection;
import io.github.tmuxmcp.tmux.process.CleanStart;
import io.github.tmuxmcp.tool.ToolFailure;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the private tmux server is started and reached: decided once, since its sessions, its watchdog and its end all need the same socket.
 *
 * @param cleanStart the words before a tmux that may start the server
 * @param watchdog the script of the server's first process
 */
record ServerLaunch(
        AgentSettings settings, Server server, PrivateSocket socket, List<String> cleanStart, String watchdog) {
    private static final Duration COMMAND_TIMEOUT = Duration.ofSeconds(10);

    /** The name of socket and folder. */
    static String name(long ownPid) {
        return "tmux-mcp-" + ownPid;
    }

    /** The file from which the watchdog learns of panes that it has not seen itself. */
    static Path notes(Path folder) {
        return folder.resolve("panes");
    }

    /**
     * Decides; starts nothing and makes nothing, but for the folder when the socket must be in it.
     *
     * @throws ToolFailure when the folder's or the socket's place cannot be used
     * @throws TmuxException when tmux is missing or too old
     */
    static ServerLaunch prepare(AgentSettings settings, long ownPid, LogFolder folder) throws InterruptedException {
        List<String> cleanStart = CleanStart.of(settings.tmuxBinary(), settings.environment());
        folder.claim();
        try {
            PrivateSocket socket = PrivateSocket.choose(name(ownPid), folder.path(), settings.environment());
            if (socket.path().startsWith(folder.path())) {
                folder.create();
            }
            Server server = new Server(settings.tmuxBinary(), socket.arguments(), true);
            String watchdog = watchdogScript(ownPid, socket, folder.path());
            return new ServerLaunch(settings, server, socket, cleanStart, watchdog);
        } catch (IOException e) {
            throw new ToolFailure(
                    "tmux_failed",
                    "no folder for the private tmux socket can be used ("
                            + e.getClass().getSimpleName() + ")");
        }
    }

    /** When we die without a word: the tmux server, every job of every pane, the socket and the logs. */
    private static String watchdogScript(long ownPid, PrivateSocket socket, Path folder) {
        List<String> onDeath = new ArrayList<>(
                List.of(Watchdog.panesNotedIn(ShellQuoting.quote(notes(folder).toString())), Watchdog.END_SERVER));
        onDeath.addAll(socket.deletion());
        onDeath.add("rm -rf " + ShellQuoting.quote(folder.toString()));
        return Watchdog.script(ownPid, HostInfo.startStamp(ownPid), onDeath);
    }

    /** The socket, if other servers of ours have theirs beside it. */
    @Nullable
    Path sharedSocket() {
        return socket.arguments().get(0).equals("-L") ? socket.path() : null;
    }

    /** Attaches to the server, which is started when there is none, and to its watchdog's session, which is made when there is none. */
    ControlConnection open(String watchdogSession) throws InterruptedException {
        TmuxCommand attach = TmuxCommand.of("new-session")
                .flag("-A")
                .option("-s", watchdogSession)
                .option("-n", watchdogSession)
                .expanded("-c", "/")
                .option("-x", Integer.toString(settings.columns()))
                .option("-y", Integer.toString(settings.rows()))
                .option("-f", "no-output,ignore-size")
                .argument("sh")
                .argument("-c")
                .argument(watchdog);
        List<String> command = new ArrayList<>(cleanStart);
        command.addAll(server.controlArgv(attach));
        return ControlConnection.open(new ControlConnection.Start(command, settings.environment(), COMMAND_TIMEOUT));
    }
}
