package io.github.tmuxmcp.cli;

import io.github.tmuxmcp.agent.service.AgentSettings;
import io.github.tmuxmcp.libtmux.service.LibtmuxSettings;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.channels.FileChannel;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;

/**
 * The program's entry.
 *
 * <p>The usual start, a mode and nothing else, goes straight to the server: the option parser costs 50 ms, because its
 * classes are too old for a class-data archive.
 */
public final class Main {
    private static final int LAST_WITH_VFORK = 25;

    private Main() {}

    public static void main(String[] arguments) {
        int exitCode;
        if (arguments.length == 2 && arguments[0].equals("--mode") && arguments[1].equals("agent")) {
            exitCode = serveAgent(new Options(Map.of(), System.getenv()));
        } else if (arguments.length == 2 && arguments[0].equals("--mode") && arguments[1].equals("libtmux")) {
            exitCode = serveLibtmux(Map.of(), System.getenv(), System.err);
        } else {
            exitCode = new CommandLineParser(System.getenv(), System.out, System.err).run(arguments);
        }
        System.exit(exitCode);
    }

    /**
     * Reads all settings of agent mode, and makes the log file that was asked for.
     *
     * @throws UsageException at the first bad value
     */
    static AgentSettings settings(Options options, Path workingDirectory) throws UsageException {
        AgentSettings settings = SettingsReader.agent(options, workingDirectory);
        makeLogFile(options, workingDirectory);
        return settings;
    }

    private static void makeLogFile(Options options, Path workingDirectory) throws UsageException {
        String logFile = options.given(Setting.LOG_FILE);
        if (logFile != null) {
            try {
                FaultLog.make(workingDirectory.resolve(logFile));
            } catch (IOException | InvalidPathException unusable) {
                throw options.refusal(Setting.LOG_FILE);
            }
        }
    }

    /**
     * Reads all settings of libtmux mode, likewise; nothing is asked of tmux.
     *
     * @throws UsageException at the first bad value
     */
    static LibtmuxSettings libtmuxSettings(Options options, Path workingDirectory) throws UsageException {
        LibtmuxSettings settings = LibtmuxSettingsReader.read(options, workingDirectory);
        makeLogFile(options, workingDirectory);
        return settings;
    }

    /** Reads all settings of libtmux mode; there is no server yet that they could be for. */
    static int serveLibtmux(Map<Setting, String> fromCommandLine, Map<String, String> environment, PrintStream err) {
        try {
            libtmuxSettings(
                    LibtmuxSettingsReader.options(fromCommandLine, environment),
                    Path.of("").toAbsolutePath());
        } catch (UsageException refused) {
            err.println("tmux-mcp: " + refused.getMessage());
            return refused.exitCode();
        }
        err.println("tmux-mcp: --mode libtmux is not there yet; --mode agent is");
        return UsageException.EXIT_CODE;
    }

    /** By default the JVM starts each process by way of a helper program, which takes as long as tmux itself. */
    private static void startProcessesDirectly() {
        if (System.getProperty("os.name", "").equals("Linux")
                && Runtime.version().feature() <= LAST_WITH_VFORK) {
            System.setProperty("jdk.lang.Process.launchMechanism", "VFORK");
        }
    }

    /** Runs agent mode; returns only when a setting is bad. */
    static int serveAgent(Options options) {
        startProcessesDirectly();
        Path workingDirectory = Path.of("").toAbsolutePath();
        AgentSettings settings;
        try {
            settings = settings(options, workingDirectory);
        } catch (UsageException refused) {
            System.err.println("tmux-mcp: " + refused.getMessage());
            return UsageException.EXIT_CODE;
        }
        FaultLog faults = new FaultLog(
                FaultLog.file(options.given(Setting.LOG_FILE), options.environment(), workingDirectory), System.err);
        // A channel, so that the end can close it under its reader.
        FileChannel input = new FileInputStream(FileDescriptor.in).getChannel();
        FileOutputStream output = new FileOutputStream(FileDescriptor.out);
        new ServerRun(new AgentMode(settings, faults), () -> {}, input, output, faults)
                .run(Version.current() + " serves agent mode on stdin and stdout");
        return 0;
    }
}
