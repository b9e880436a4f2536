package io.github.tmuxmcp.host;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The modes of a terminal that say who edits the line, see {@code termios(3)}.
 *
 * @param canonical the terminal collects whole lines ({@code icanon}); false: every key arrives at once
 * @param echo typed characters are shown by the terminal ({@code echo})
 * @param signals C-c and its like send signals ({@code isig})
 */
public record TerminalModes(boolean canonical, boolean echo, boolean signals) {
    private static final int MOST_BYTES = 1 << 16;

    /**
     * Asks {@code stty(1)} once.
     *
     * @param tty the terminal's device, tmux's {@code pane_tty}; only a path below {@code /dev/} is asked
     * @param timeout how long stty may take
     * @return empty when the terminal is gone, is not ours, or stty is missing or late
     */
    public static Optional<TerminalModes> read(String tty, Duration timeout) throws InterruptedException {
        if (!tty.startsWith("/dev/") || tty.indexOf(0) >= 0) {
            return Optional.empty();
        }
        return Command.output(command(System.getProperty("os.name", ""), tty), timeout, MOST_BYTES)
                .flatMap(bytes -> parse(new String(bytes, StandardCharsets.ISO_8859_1)));
    }

    /** GNU and busybox say -F, BSD and macOS say -f; macOS may have a GNU stty in PATH, so its own is named. */
    static List<String> command(String system, String tty) {
        String name = system.toLowerCase(Locale.ROOT);
        if (name.startsWith("mac")) {
            return List.of("/bin/stty", "-f", tty, "-a");
        }
        return List.of("stty", name.endsWith("bsd") ? "-f" : "-F", tty, "-a");
    }

    /**
     * Reads what {@code stty -a} printed: a mode that is off has a {@code -} in front. Empty when one of the three is
     * missing.
     */
    static Optional<TerminalModes> parse(String text) {
        Set<String> words = Set.copyOf(List.of(text.split("[\\s;:]+")));
        for (String mode : List.of("icanon", "echo", "isig")) {
            if (!words.contains(mode) && !words.contains("-" + mode)) {
                return Optional.empty();
            }
        }
        return Optional.of(new TerminalModes(words.contains("icanon"), words.contains("echo"), words.contains("isig")));
    }
}
