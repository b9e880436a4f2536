package io.github.tmuxmcp.cli;

import io.github.tmuxmcp.agent.service.AgentSettings;
import io.github.tmuxmcp.limits.ByteSize;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Turns the text of the settings into values, and refuses what is out of range, by name. */
final class SettingsReader {
    private static final int LONGEST_NUMBER = 12;
    private static final int LONGEST_SOCKET_PATH = 100;
    private static final ByteSize LEAST_LOG = new ByteSize(1L << 20);
    private static final ByteSize MOST_LOG = new ByteSize(16L << 30);

    private final Options options;

    SettingsReader(Options options) {
        this.options = options;
    }

    /**
     * Reads all settings of agent mode.
     *
     * @param options what was given
     * @param workingDirectory the process's own, absolute; relative paths are resolved against it
     * @throws UsageException at the first bad value
     */
    static AgentSettings agent(Options options, Path workingDirectory) throws UsageException {
        return new SettingsReader(options).read(workingDirectory);
    }

    private AgentSettings read(Path workingDirectory) throws UsageException {
        Map<String, String> environment = options.environment();
        int[] size = size();
        Set<String> keep = names(Setting.KEEP_ENVIRONMENT);
        return new AgentSettings(
                seconds(Setting.IDLE_TIMEOUT, 100, 3_600_000),
                seconds(Setting.MAX_TIMEOUT, 500, 3_600_000),
                Duration.ofMillis(whole(Setting.PROMPT_SETTLE, options.value(Setting.PROMPT_SETTLE), 0, 60_000)),
                size[0],
                size[1],
                whole(Setting.MAX_OUTPUT, options.value(Setting.MAX_OUTPUT), 100, 200_000),
                program(),
                userSocketName(),
                userSocketPath(workingDirectory),
                shell(),
                logSize(),
                keep,
                temporaryFolder(environment.get("TMPDIR"), workingDirectory),
                workingDirectory,
                CallerEnvironment.forPanes(environment, keep),
                present(environment.get("TMUX")),
                present(environment.get("TMUX_PANE")));
    }

    private Duration seconds(Setting setting, long leastMillis, long mostMillis) throws UsageException {
        String text = options.value(setting);
        if (text.length() > LONGEST_NUMBER || !isDecimal(text)) {
            throw options.refusal(setting);
        }
        BigDecimal millis = new BigDecimal(text).movePointRight(3);
        if (millis.compareTo(BigDecimal.valueOf(leastMillis)) < 0
                || millis.compareTo(BigDecimal.valueOf(mostMillis)) > 0) {
            throw options.refusal(setting);
        }
        return Duration.ofNanos(millis.movePointRight(6).longValue());
    }

    private int whole(Setting setting, String text, int least, int most) throws UsageException {
        if (text.isEmpty() || text.length() > 9 || !isDigits(text)) {
            throw options.refusal(setting);
        }
        int number = Integer.parseInt(text);
        if (number < least || number > most) {
            throw options.refusal(setting);
        }
        return number;
    }

    private int[] size() throws UsageException {
        String text = options.value(Setting.SIZE);
        int cross = text.indexOf('x');
        if (cross < 0) {
            throw options.refusal(Setting.SIZE);
        }
        return new int[] {
            whole(Setting.SIZE, text.substring(0, cross), 20, 500),
            whole(Setting.SIZE, text.substring(cross + 1), 5, 200)
        };
    }

    String program() throws UsageException {
        String text = options.value(Setting.TMUX_BINARY);
        if (text.isEmpty()) {
            throw options.refusal(Setting.TMUX_BINARY);
        }
        return text;
    }

    private @Nullable String userSocketName() throws UsageException {
        String text = options.given(Setting.USER_SOCKET);
        return text == null ? null : socketName(Setting.USER_SOCKET, text);
    }

    /** The name of a socket. */
    String socketName(Setting setting, String text) throws UsageException {
        if (text.isEmpty() || text.indexOf('/') >= 0) {
            throw options.refusal(setting);
        }
        return text;
    }

    private @Nullable Path userSocketPath(Path workingDirectory) throws UsageException {
        String text = options.given(Setting.USER_SOCKET_PATH);
        return text == null ? null : socketPath(Setting.USER_SOCKET_PATH, text, workingDirectory);
    }

    /** The path of a socket, absolute and short enough for the system. */
    Path socketPath(Setting setting, String text, Path workingDirectory) throws UsageException {
        if (text.isEmpty()) {
            throw options.refusal(setting);
        }
        Path path = path(setting, text, workingDirectory);
        if (path.toString().getBytes(StandardCharsets.UTF_8).length > LONGEST_SOCKET_PATH) {
            throw options.refusal(setting);
        }
        return path;
    }

    private String shell() throws UsageException {
        String text = options.value(Setting.SHELL);
        return switch (text) {
            case "bash", "zsh", "fish" -> text;
            default -> throw options.refusal(Setting.SHELL);
        };
    }

    private ByteSize logSize() throws UsageException {
        try {
            ByteSize size = ByteSize.parse(options.value(Setting.MAX_LOG));
            if (size.bytes() >= LEAST_LOG.bytes() && size.bytes() <= MOST_LOG.bytes()) {
                return size;
            }
        } catch (IllegalArgumentException | ArithmeticException notASize) {
            throw options.refusal(Setting.MAX_LOG);
        }
        throw options.refusal(Setting.MAX_LOG);
    }

    Set<String> names(Setting setting) throws UsageException {
        Set<String> names = new LinkedHashSet<>();
        int start = 0;
        String text = options.value(setting);
        for (int i = 0; i <= text.length(); i++) {
            if (i < text.length() && text.charAt(i) != ',' && text.charAt(i) != ' ') {
                continue;
            }
            if (i > start) {
                names.add(name(setting, text.substring(start, i)));
            }
            start = i + 1;
        }
        return names;
    }

    private String name(Setting setting, String text) throws UsageException {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean letter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
            if (!letter && (i == 0 || c < '0' || c > '9')) {
                throw options.refusal(setting);
            }
        }
        return text;
    }

    private Path path(Setting setting, String text, Path workingDirectory) throws UsageException {
        try {
            return workingDirectory.resolve(text).normalize();
        } catch (InvalidPathException notAPath) {
            throw options.refusal(setting);
        }
    }

    /** The folder that a variable names, where an empty one is none; {@code /tmp} where it names none. */
    static Path temporaryFolder(@Nullable String given, Path workingDirectory) {
        if (given == null || given.isEmpty()) {
            return Path.of("/tmp");
        }
        try {
            return workingDirectory.resolve(given).normalize();
        } catch (InvalidPathException notAPath) {
            return Path.of("/tmp");
        }
    }

    private static @Nullable String present(@Nullable String text) {
        return text == null || text.isEmpty() ? null : text;
    }

    /** Digits with at most one point, which has digits on both sides. */
    private static boolean isDecimal(String text) {
        int point = text.indexOf('.');
        return point < 0 ? isDigits(text) : isDigits(text.substring(0, point)) && isDigits(text.substring(point + 1));
    }

    private static boolean isDigits(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return !text.isEmpty();
    }
}
