package io.github.tmuxmcp.agent.service;

import io.github.tmuxmcp.host.TerminalModes;
import io.github.tmuxmcp.tmux.PaneId;
import io.github.tmuxmcp.tmux.TmuxCommand;
import io.github.tmuxmcp.tool.ToolFailure;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Text as {@code send-keys} carries it into a pane, every byte of it, and what a terminal does not take. */
public final class TypedText {
    /** Longest command, in characters. */
    private static final int MAX_COMMAND = 4 << 20;

    private static final HexFormat HEX = HexFormat.of();
    private static final int MOST_RUNS = 50_000;
    private static final int BYTES_PER_COMMAND = 2_000;
    private static final Duration STTY_TIMEOUT = Duration.ofSeconds(1);

    private TypedText() {}

    /**
     * Printable runs as they are, control characters between them as bytes; a text of very many runs as bytes altogether.
     *
     * @param longestRun characters of one command at the most
     */
    public static List<TmuxCommand> commands(PaneId pane, String text, int longestRun) {
        List<String> runs = runs(text, longestRun);
        if (runs.size() > MOST_RUNS) {
            return bytes(pane, text);
        }
        List<TmuxCommand> commands = new ArrayList<>(runs.size());
        for (String run : runs) {
            if (Character.isISOControl(run.charAt(0))) {
                commands.addAll(bytes(pane, run));
            } else {
                commands.add(TmuxCommand.of("send-keys").target(pane).flag("-l").argument(run));
            }
        }
        return commands;
    }

    private static List<String> runs(String text, int longestRun) {
        List<String> runs = new ArrayList<>();
        int start = 0;
        for (int i = 1; i <= text.length(); i++) {
            boolean ends = i == text.length()
                    || Character.isISOControl(text.charAt(i)) != Character.isISOControl(text.charAt(start))
                    || (i - start >= longestRun && !Character.isLowSurrogate(text.charAt(i)));
            if (ends) {
                runs.add(text.substring(start, i));
                start = i;
            }
        }
        return runs;
    }

    /** The text's bytes, in hexadecimal. */
    public static List<TmuxCommand> bytes(PaneId pane, String text) {
        List<TmuxCommand> commands = new ArrayList<>();
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        for (int from = 0; from < bytes.length; from += BYTES_PER_COMMAND) {
            TmuxCommand command = TmuxCommand.of("send-keys").target(pane).flag("-H");
            for (int i = from; i < Math.min(bytes.length, from + BYTES_PER_COMMAND); i++) {
                command = command.argument(HEX.toHexDigits(bytes[i]));
            }
            commands.add(command);
        }
        return commands;
    }

    /**
     * Refuses what cannot arrive before anything is sent: NUL, and a line that is longer than a terminal takes from a program that reads
     * line by line.
     *
     * @param lineEditor whether a line editor reads, which has no such limit
     */
    public static void check(String text, boolean lineEditor, String tty) throws InterruptedException {
        if (text.indexOf('\0') >= 0) {
            throw new ToolFailure(
                    "invalid_input", "the text holds a NUL character, which no terminal takes; remove it");
        }
        int limit = canonicalLimit();
        if (lineEditor || text.length() <= limit / 4 || longestLine(text) <= limit) {
            return;
        }
        boolean canonical = TerminalModes.read(tty, STTY_TIMEOUT)
                .map(TerminalModes::canonical)
                .orElse(false);
        if (canonical) {
            throw new ToolFailure(
                    "line_too_long",
                    "nothing was sent: a line of " + longestLine(text)
                            + " bytes, and the program in the foreground reads whole lines, of which "
                            + "the terminal keeps only " + limit
                            + " bytes. Send shorter lines, or put the text into a file");
        }
    }

    /** Refuses a command that is longer than any is taken. */
    public static void checkLength(String command) {
        if (command.length() > MAX_COMMAND) {
            throw new ToolFailure(
                    "invalid_input",
                    "command is " + command.length() + " characters long; at most " + MAX_COMMAND + " are taken");
        }
    }

    /** A command without the newlines at its end: the Enter behind it is one. */
    public static String withoutLastNewlines(String command) {
        int end = command.length();
        while (end > 0 && command.charAt(end - 1) == '\n') {
            end--;
        }
        return command.substring(0, end);
    }

    private static int canonicalLimit() {
        return System.getProperty("os.name", "").startsWith("Linux") ? 4_095 : 1_023;
    }

    private static int longestLine(String text) {
        int longest = 0;
        for (String line : text.split("[\n\r]", -1)) {
            longest = Math.max(longest, line.getBytes(StandardCharsets.UTF_8).length);
        }
        return longest;
    }
}
