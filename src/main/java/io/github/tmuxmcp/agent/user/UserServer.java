package io.github.tmuxmcp.agent.user;

import io.github.tmuxmcp.agent.service.AgentSettings;
import io.github.tmuxmcp.agent.service.Texts;
import io.github.tmuxmcp.host.ProcessTable;
import io.github.tmuxmcp.tmux.Reply;
import io.github.tmuxmcp.tmux.Server;
import io.github.tmuxmcp.tmux.TmuxCommand;
import io.github.tmuxmcp.tmux.TmuxException;
import io.github.tmuxmcp.tmux.process.CleanStart;
import io.github.tmuxmcp.tmux.process.ProcessTmux;
import io.github.tmuxmcp.tool.ToolFailure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The user's tmux server: which one it is, and how it is asked. Safe for use by many threads at once. */
final class UserServer {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final AgentSettings settings;
    private final ProcessTable processes;
    private final Server server;
    private final ProcessTmux tmux;

    UserServer(AgentSettings settings, ProcessTable processes) {
        this.settings = settings;
        this.processes = processes;
        this.server = new Server(settings.tmuxBinary(), socketArguments(settings), false);
        this.tmux = new ProcessTmux(server, settings.environment(), TIMEOUT);
    }

    /** By path, by name, by the caller's {@code $TMUX}, or by tmux's own default. */
    private static List<String> socketArguments(AgentSettings settings) {
        Path path = settings.userSocketPath();
        if (path != null) {
            return List.of("-S", path.toString());
        }
        String name = settings.userSocketName();
        if (name != null) {
            return List.of("-L", name);
        }
        String caller = callerSocket(settings.callerTmux());
        return caller.isEmpty() ? List.of() : List.of("-S", caller);
    }

    /** {@code $TMUX} is the socket's path, the server's pid and a session's number, separated by commas; the path may hold some, too. */
    private static String callerSocket(@Nullable String callerTmux) {
        if (callerTmux == null) {
            return "";
        }
        int last = callerTmux.lastIndexOf(',');
        int middle = last < 1 ? -1 : callerTmux.lastIndexOf(',', last - 1);
        return callerTmux.substring(0, middle > 0 ? middle : callerTmux.length());
    }

    AgentSettings settings() {
        return settings;
    }

    ProcessTable processes() {
        return processes;
    }

    /** How a person would name it: {@code tmux -L work}. */
    String spelling() {
        return server.socketArguments().isEmpty() ? "tmux" : "tmux " + String.join(" ", server.socketArguments());
    }

    /**
     * Asks by one process.
     *
     * @return what all the commands printed; not ok when tmux refused one, and carried out none after it
     * @throws TmuxException as {@link ProcessTmux#run}
     */
    Reply ask(List<TmuxCommand> commands) throws InterruptedException {
        return tmux.runTogether(commands);
    }

    /** Asks about a pane that has just been there; null when the whole server has gone since, as it does with its last pane. */
    @Nullable
    Reply askUnlessGone(List<TmuxCommand> commands) throws InterruptedException {
        try {
            return ask(commands);
        } catch (TmuxException e) {
            if (e.kind() == TmuxException.Kind.NO_SERVER || e.kind() == TmuxException.Kind.SERVER_GONE) {
                return null;
            }
            throw e;
        }
    }

    /** Asks, where a refusal is a failure. */
    Reply askOrFail(List<TmuxCommand> commands) throws InterruptedException {
        Reply reply = ask(commands);
        if (!reply.ok()) {
            throw new ToolFailure("tmux_failed", "tmux refused: " + Texts.cut(reply.errorText()));
        }
        return reply;
    }

    /** tmux removes what stands in its socket's place, whatever it is. */
    private void refuseOtherFile() {
        if (server.socketArguments().size() != 2
                || !server.socketArguments().get(0).equals("-S")) {
            return;
        }
        Path path = Path.of(server.socketArguments().get(1));
        boolean other = Files.exists(path) && (Files.isRegularFile(path) || Files.isDirectory(path));
        if (other) {
            throw new ToolFailure(
                    "tmux_failed",
                    "the socket path " + Texts.quoted(path.toString())
                            + " of the user's tmux is a file or a folder and no socket; set TMUX_MCP_USER_SOCKET_PATH to another path");
        }
    }

    /** Asks a command that may start the server: it gets none of the signal settings of this process. */
    Reply askStarting(TmuxCommand command) throws InterruptedException {
        refuseOtherFile();
        List<String> words = CleanStart.of(settings.tmuxBinary(), settings.environment());
        return new ProcessTmux(server, settings.environment(), TIMEOUT, words).runTogether(List.of(command));
    }
}
