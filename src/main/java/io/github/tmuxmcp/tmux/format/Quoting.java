package io.github.tmuxmcp.tmux.format;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The one class that turns a command's plain words into what tmux reads: argv, or a line of control mode (tmux(1) COMMAND PARSING AND
 * EXECUTION). Whatever the words hold, tmux sees exactly these words, as one command.
 *
 * <p>Pure functions. They take words that {@link #whyUnsendable} has no reason against.
 */
public final class Quoting {
    /** tmux sends its argv to the server in one message of 16,384 bytes and refuses more as "command too long". */
    public static final int MAX_ARGV_BYTES = 16_000;

    /** The longest control-mode line, line end included. */
    public static final int MAX_LINE_BYTES = 16 << 20;

    /** The commands whose format arguments also go through strftime, so that a percent sign has to be doubled. */
    private static final Set<String> EXPAND_TIME = Set.of("display-message", "display", "pipe-pane", "pipep");

    private Quoting() {}

    /** Why tmux cannot be given this value, as "holds …" continues; null when it can. */
    public static @Nullable String whyUnsendable(String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == 0) {
                return "a NUL character";
            }
            if (Character.isHighSurrogate(c)
                    && i + 1 < value.length()
                    && Character.isLowSurrogate(value.charAt(i + 1))) {
                i++;
            } else if (Character.isSurrogate(c)) {
                return "half of a surrogate pair";
            }
        }
        return null;
    }

    /**
     * Writes a literal so that tmux's expansion of it as a format gives back the literal. A number sign is doubled, except in a run
     * before {@code [}: tmux keeps such a run as it is, for the styles of a status line.
     *
     * @param command the command that it is an argument of; some expand the time as well
     */
    public static String literalInFormat(String command, String literal) {
        boolean time = EXPAND_TIME.contains(command);
        StringBuilder format = new StringBuilder(literal.length() + 8);
        for (int i = 0; i < literal.length(); i++) {
            char c = literal.charAt(i);
            if (c == '%' && time) {
                format.append("%%");
                continue;
            }
            if (c != '#') {
                format.append(c);
                continue;
            }
            int end = i;
            while (end < literal.length() && literal.charAt(end) == '#') {
                end++;
            }
            boolean style = end < literal.length() && literal.charAt(end) == '[';
            format.append("#".repeat((end - i) * (style ? 1 : 2)));
            i = end - 1;
        }
        return format.toString();
    }

    /** The words of a flag with its value: one word when the value could be taken for a flag itself. */
    public static List<String> option(String flag, String value) {
        return value.startsWith("-") ? List.of(flag + value) : List.of(flag, value);
    }

    /** All words of a command, with {@code --} before an argument that could be taken for a flag. Only the first one can. */
    public static List<String> words(String name, List<String> options, List<String> arguments) {
        List<String> words = new ArrayList<>(options.size() + arguments.size() + 2);
        words.add(name);
        words.addAll(options);
        if (!arguments.isEmpty() && arguments.get(0).startsWith("-")) {
            words.add("--");
        }
        words.addAll(arguments);
        return words;
    }

    /** The words as argv. tmux takes a semicolon at the end of any element for the end of the command, unless a backslash stands before it. */
    public static List<String> argv(List<String> words) {
        List<String> argv = new ArrayList<>(words.size());
        for (String word : words) {
            argv.add(word.endsWith(";") ? word.substring(0, word.length() - 1) + "\\;" : word);
        }
        return List.copyOf(argv);
    }

    /** Bytes of these elements in the message to the server, each with its NUL. */
    public static int argvBytes(List<String> argv) {
        int bytes = 0;
        for (String element : argv) {
            bytes += element.getBytes(StandardCharsets.UTF_8).length + 1;
        }
        return bytes;
    }

    /** The words as one control-mode line in UTF-8, line end included. */
    public static byte[] controlLine(List<String> words) {
        List<byte[]> encoded = words.stream()
                .map(word -> word.getBytes(StandardCharsets.UTF_8))
                .toList();
        int size = 0;
        for (byte[] word : encoded) {
            size = Math.addExact(size, quote(word, null, 0) + 1);
        }
        byte[] line = new byte[size];
        int at = 0;
        for (byte[] word : encoded) {
            at = quote(word, line, at);
            line[at++] = ' ';
        }
        line[size - 1] = '\n';
        return line;
    }

    /**
     * Everything but a plain word goes into single quotes, where nothing is special; a single quote goes into double quotes, and a control
     * character into double quotes as an octal escape, because a newline ends the command in whatever quotes it stands.
     *
     * @param line where to write from {@code at} on; null to count only, as a line can be too large to be copied while it grows
     * @return the index after the last byte
     */
    private static int quote(byte[] word, byte @Nullable [] line, int at) {
        if (isPlain(word)) {
            if (line != null) {
                System.arraycopy(word, 0, line, at, word.length);
            }
            return at + word.length;
        }
        int next = at;
        byte open = 0;
        for (byte b : word) {
            boolean control = b >= 0 && b < ' ';
            byte wanted = control || b == '\'' ? (byte) '"' : (byte) '\'';
            if (open != wanted) {
                next = open == 0 ? next : put(open, line, next);
                next = put(wanted, line, next);
                open = wanted;
            }
            if (!control) {
                next = put(b, line, next);
                continue;
            }
            next = put((byte) '\\', line, next);
            next = put((byte) '0', line, next);
            next = put((byte) ('0' + (b >> 3)), line, next);
            next = put((byte) ('0' + (b & 7)), line, next);
        }
        if (open == 0) {
            open = '\'';
            next = put(open, line, next);
        }
        return put(open, line, next);
    }

    private static int put(byte b, byte @Nullable [] line, int at) {
        if (line != null) {
            line[at] = b;
        }
        return at + 1;
    }

    /** True when tmux's parser sees nothing special in the word, wherever it stands. */
    private static boolean isPlain(byte[] word) {
        for (byte b : word) {
            boolean plain = (b >= 'a' && b <= 'z')
                    || (b >= 'A' && b <= 'Z')
                    || (b >= '0' && b <= '9')
                    || b == '-'
                    || b == '_'
                    || b == '.'
                    || b == '/'
                    || b == '@'
                    || b == ':';
            if (!plain) {
                return false;
            }
        }
        return word.length > 0;
    }
}
