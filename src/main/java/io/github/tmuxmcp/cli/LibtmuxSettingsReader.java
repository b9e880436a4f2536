package io.github.tmuxmcp.cli;

import io.github.tmuxmcp.libtmux.LibtmuxTools;
import io.github.tmuxmcp.libtmux.service.CallerContext;
import io.github.tmuxmcp.libtmux.service.LibtmuxSettings;
import io.github.tmuxmcp.libtmux.service.ServerChoice;
import io.github.tmuxmcp.libtmux.service.Toolset;
import io.github.tmuxmcp.tool.Selection;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Turns the text of libtmux mode's settings into values, before tmux is touched. Here an empty variable is not an absent one: it selects
 * nothing, or it is refused.
 */
final class LibtmuxSettingsReader {
    /** Ends the start when a variable, or what a setting names, is bad. */
    static final int EXIT_CODE = 1;

    private static final List<String> RETIRED = List.of("LIBTMUX_SAFETY", "TMUX_MCP_SAFETY");
    /** What the JVM makes of bytes that are no UTF-8. */
    private static final char REPLACEMENT = '\uFFFD';

    private final Options options;
    private final SettingsReader shared;
    private final Path workingDirectory;

    private LibtmuxSettingsReader(Options options, Path workingDirectory) {
        this.options = options;
        this.shared = new SettingsReader(options);
        this.workingDirectory = workingDirectory;
    }

    /**
     * Reads all settings of libtmux mode.
     *
     * @param options what was given; a bad variable ends the start with {@link #EXIT_CODE}
     * @param workingDirectory the process's own, absolute; relative paths are resolved against it
     * @throws UsageException at the first bad value: with exit code 2 where the command line is wrong, otherwise 1
     */
    static LibtmuxSettings read(Options options, Path workingDirectory) throws UsageException {
        return new LibtmuxSettingsReader(options, workingDirectory).read();
    }

    /** The options of this mode. */
    static Options options(Map<Setting, String> fromCommandLine, Map<String, String> environment) {
        return new Options(fromCommandLine, environment, EXIT_CODE);
    }

    private LibtmuxSettings read() throws UsageException {
        refuseRetired();
        Map<String, String> environment = options.environment();
        return new LibtmuxSettings(
                shared.program(),
                server(),
                configuration(),
                selection(),
                environmentValues(),
                allowAttended(),
                CallerContext.of(options.raw(Setting.CALLER_TMUX), options.raw(Setting.CALLER_PANE)),
                SettingsReader.temporaryFolder(environment.get("TMUX_TMPDIR"), workingDirectory),
                SettingsReader.temporaryFolder(environment.get("TMPDIR"), workingDirectory),
                workingDirectory,
                forServers(CallerEnvironment.forPanes(environment, shared.names(Setting.KEEP_ENVIRONMENT))));
    }

    private void refuseRetired() throws UsageException {
        for (String variable : RETIRED) {
            if (options.environment().containsKey(variable)) {
                throw new UsageException(
                        variable + " is retired: unset it, and select toolsets with LIBTMUX_TOOLSETS (--toolsets)",
                        EXIT_CODE);
            }
        }
    }

    /** The command line's choice hides the environment's; of one origin there is one at the most. */
    private ServerChoice server() throws UsageException {
        boolean byPath = options.isOption(Setting.SOCKET);
        boolean byName = options.isOption(Setting.SOCKET_NAME);
        if (byPath && byName) {
            throw new UsageException("--socket and --socket-name are two servers; give one of them");
        }
        if (!byPath && !byName) {
            byPath = options.raw(Setting.SOCKET) != null;
            byName = options.raw(Setting.SOCKET_NAME) != null;
            if (byPath && byName) {
                throw new UsageException(
                        "LIBTMUX_SOCKET_PATH and LIBTMUX_SOCKET are two servers; unset one of them", EXIT_CODE);
            }
        }
        if (byPath) {
            return new ServerChoice.AtPath(shared.socketPath(Setting.SOCKET, text(Setting.SOCKET), workingDirectory));
        }
        return byName
                ? new ServerChoice.Named(shared.socketName(Setting.SOCKET_NAME, text(Setting.SOCKET_NAME)))
                : new ServerChoice.Dedicated();
    }

    private String text(Setting setting) {
        String text = options.raw(setting);
        return text == null ? "" : text;
    }

    private @Nullable Path configuration() throws UsageException {
        String text = options.raw(Setting.TMUX_CONFIG);
        if (text == null) {
            return null;
        }
        if (!text.startsWith("/")) {
            throw options.refusal(Setting.TMUX_CONFIG);
        }
        try {
            Path file = Path.of(text);
            if (Files.isReadable(file) && !Files.isDirectory(file)) {
                return file;
            }
        } catch (InvalidPathException notAPath) {
            throw options.refusal(Setting.TMUX_CONFIG);
        }
        throw new UsageException(
                options.origin(Setting.TMUX_CONFIG) + " is " + UsageException.shown(text)
                        + "; there is no such file that can be read",
                EXIT_CODE);
    }

    private Selection.Request selection() throws UsageException {
        return new Selection.Request(
                options.raw(Setting.TOOLSETS) == null ? null : names(Setting.TOOLSETS, Toolset.NAMES),
                names(Setting.TOOLS, LibtmuxTools.names()),
                names(Setting.EXCLUDE_TOOLS, LibtmuxTools.names()));
    }

    private Set<String> names(Setting setting, Collection<String> known) throws UsageException {
        try {
            return Selection.names(text(setting), known);
        } catch (IllegalArgumentException bad) {
            throw options.refusal(setting, String.valueOf(bad.getMessage()));
        }
    }

    private Set<String> environmentValues() throws UsageException {
        Set<String> names = new LinkedHashSet<>();
        String text = text(Setting.ENVIRONMENT_VALUES);
        if (text.isEmpty()) {
            return names;
        }
        for (String element : text.split(",", -1)) {
            String name = element.strip();
            if (name.isEmpty() || name.indexOf('=') >= 0 || name.indexOf(0) >= 0 || name.indexOf(REPLACEMENT) >= 0) {
                throw options.refusal(Setting.ENVIRONMENT_VALUES);
            }
            names.add(name);
        }
        if (names.size() > LibtmuxSettings.MOST_ENVIRONMENT_VALUES) {
            throw options.refusal(Setting.ENVIRONMENT_VALUES, names.size() + " names");
        }
        return names;
    }

    private boolean allowAttended() throws UsageException {
        String text = options.raw(Setting.ALLOW_ATTENDED);
        if (text == null || text.equals("0")) {
            return false;
        }
        if (text.equals("1")) {
            return true;
        }
        throw options.refusal(Setting.ALLOW_ATTENDED);
    }

    /** tmux's own variables would tell a new server where its starter ran. */
    private static Map<String, String> forServers(Map<String, String> environment) {
        Map<String, String> left = new LinkedHashMap<>(environment);
        left.keySet().removeIf(name -> name.startsWith("TMUX"));
        return left;
    }
}
