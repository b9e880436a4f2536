package io.github.tmuxmcp.agent.session;

import io.github.tmuxmcp.agent.service.AgentSettings;
import io.github.tmuxmcp.agent.service.Texts;
import io.github.tmuxmcp.host.ProcessEntry;
import io.github.tmuxmcp.host.ProcessTable;
import io.github.tmuxmcp.limits.Ticker;
import io.github.tmuxmcp.shell.ShellKind;
import io.github.tmuxmcp.shell.ShellStart;
import io.github.tmuxmcp.tmux.PaneId;
import io.github.tmuxmcp.tmux.Reply;
import io.github.tmuxmcp.tmux.Tmux;
import io.github.tmuxmcp.tmux.TmuxCommand;
import io.github.tmuxmcp.tool.ToolFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Starts the shells of one session, one after another: pane, marker files, log. Used by whoever has the session's turn. */
final class SessionShells {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int NONCE_BYTES = 12;
    private final String name;
    private final AgentSettings settings;
    private final PrivateServer server;
    private final SessionMemory memory;
    private final ProcessTable processes;
    private final Ticker ticker;
    private boolean startFiles;
    private int logs;
    private long logEnd;

    SessionShells(
            String name,
            AgentSettings settings,
            PrivateServer server,
            SessionMemory memory,
            ProcessTable processes,
            Ticker ticker) {
        this.name = name;
        this.settings = settings;
        this.server = server;
        this.memory = memory;
        this.processes = processes;
        this.ticker = ticker;
    }

    /** A new tmux session of that name, its pane and its log. */
    PrivateSession.Shell create(Tmux tmux, PrivateServer.Identity current, Path directory) throws InterruptedException {
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
        return adopt(PaneState.all(replies.get(1).textLines()).get(0), current, log, nonce, Instant.now());
    }

    /** A fresh shell in the pane of one that has ended; null when the pane is gone or its log cannot go on. */
    PrivateSession.@Nullable Shell respawn(Tmux tmux, PrivateSession.Shell old, Path directory)
            throws InterruptedException {
        PaneState dead = PaneState.of(tmux, old.pane());
        if (dead == null || !dead.piped()) {
            return null;
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
            return null;
        }
        if (!tmux.run(respawn).ok()) {
            return null;
        }
        PaneState state = PaneState.of(tmux, old.pane());
        if (state == null || !state.piped()) {
            return null;
        }
        return adopt(state, old.server(), old.stream().log(), nonce, old.created());
    }

    private PrivateSession.Shell adopt(
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
                settings.budget(),
                memory,
                ticker);
        LogPipeline pipeline = new LogPipeline(processes, Long.parseLong(identity.pid()), log.writerArgument());
        return new PrivateSession.Shell(
                identity, new PaneId(state.pane()), process, state.tty(), stream, pipeline, created);
    }

    private ShellStart.Launch prepare(String nonce) {
        ShellKind kind = ShellKind.named(settings.shell()).orElseThrow();
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
    PrivateSession.Shell pipeAgain(Tmux tmux, PrivateSession.Shell current) throws InterruptedException {
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
        return new PrivateSession.Shell(
                current.server(),
                current.pane(),
                current.process(),
                current.tty(),
                stream,
                pipeline,
                current.created());
    }

    /** Closes the log of a shell that is gone; its offsets are not used again. */
    void closeLog(PrivateSession.Shell old) {
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

    /** The shell has printed a marker, so it has read its marker files, which hold the nonce. */
    void startFilesRead() {
        if (startFiles) {
            startFiles = false;
            ShellStart.discard(server.folder(), name);
        }
    }
}
