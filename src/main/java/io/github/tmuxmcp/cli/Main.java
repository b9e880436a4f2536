package io.github.tmuxmcp.cli;

import io.github.tmuxmcp.agent.service.AgentSettings;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Map;

/**
 * The program's entry.
 *
 * <p>The usual start, {@code --mode agent} and nothing else, goes straight to the server: the option parser costs 50 ms, because its
 * classes are too old for a class-data archive.
 */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        int exitCode;
        if (arguments.length == 2 && arguments[0].equals("--mode") && arguments[1].equals("agent")) {
            exitCode = serveAgent(new Options(Map.of(), System.getenv()));
        } else {
            exitCode = new CommandLineParser(System.getenv(), System.out, System.err).run(arguments);
        }
        System.exit(exitCode);
    }

    /** Runs agent mode; returns only when a setting is bad. */
    static int serveAgent(Options options) {
        Path workingDirectory = Path.of("").toAbsolutePath();
        FaultLog faults = new FaultLog(
                FaultLog.file(options.given(Setting.LOG_FILE), options.environment(), workingDirectory), System.err);
        AgentSettings settings;
        try {
            settings = SettingsReader.agent(options, workingDirectory);
        } catch (UsageException refused) {
            System.err.println("tmux-mcp: " + refused.getMessage());
            return UsageException.EXIT_CODE;
        }
        // A channel, so that the end can close it under its reader.
        FileChannel input = new FileInputStream(FileDescriptor.in).getChannel();
        FileOutputStream output = new FileOutputStream(FileDescriptor.out);
        new ServerRun(new AgentMode(settings, faults), () -> {}, input, output, faults)
                .run(Version.current() + " serves agent mode on stdin and stdout");
        return 0;
    }
}
