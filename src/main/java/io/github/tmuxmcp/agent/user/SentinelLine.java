package io.github.tmuxmcp.agent.user;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The line that is typed for a command into a shell of the user's: the command, and behind it what prints {@code __mcp:STATUS:NONCE} on a row of
 * its own and leaves the status as the command left it.
 *
 * <p>A simple command is typed as it is, but in fish, which repeats the whole line in its messages. Any other goes through {@code eval} and quotes, in which a comment, a trailing backslash, a heredoc, an
 * open quote or a history mark says nothing to the line around it; then an open quote is a syntax error with a status.
 *
 * @param typed without Enter; a newline in it is an Enter of its own
 * @param echoEnd how the typed line ends on the screen
 * @param marked whether the line first prints a row that marks its beginning: an editor does not show a very long line whole
 * @param nonce letters and digits, used once
 */
record SentinelLine(String typed, String echoEnd, boolean marked, String nonce) {
    private static final String PRINTED = "__mcp:";
    private static final Pattern STATUS = Pattern.compile("\\d{1,3}");
    private static final String BEGIN = "__mcp:begin:";
    private static final String CONTINUATION = "> ";
    private static final int LONGEST_SIMPLE = 2_000;
    /** Without: quoting beyond what {@link #isSimple} counts, comments, history, substitutions, groups. */
    private static final Pattern SIMPLE = Pattern.compile("[\\p{Print}\\p{L}\\p{N}&&[^\\\\#!`(){}\\[\\]^~%]]+");
    /** What makes a shell want more than one line. */
    private static final Set<String> KEYWORDS = Set.of(
            "if",
            "then",
            "else",
            "elif",
            "fi",
            "for",
            "while",
            "until",
            "do",
            "done",
            "case",
            "esac",
            "select",
            "function",
            "time",
            "coproc",
            "repeat",
            "foreach",
            "end",
            "begin",
            "switch",
            "and",
            "or",
            "not",
            "exec",
            "builtin",
            "command",
            "noglob",
            "nocorrect");

    /** The line for a command; beyond {@code longestShown} characters it is marked. */
    static SentinelLine of(String command, UserShell.Quotes quotes, int longestShown, String nonce) {
        String text =
                isSimple(command) && quotes != UserShell.Quotes.FISH ? command : eval(quotes) + quoted(command, quotes);
        boolean marked = text.length() > longestShown;
        String begin = "printf '\\n" + BEGIN + nonce + "\\n'";
        // The command finds the status of the one before it.
        String mark = quotes == UserShell.Quotes.FISH ? begin : "\\eval \"\\" + begin + ";(exit $?)&&:\"&&:";
        return with(" " + (marked ? mark + "; " : "") + text + "; ", quotes, marked, nonce);
    }

    private static String eval(UserShell.Quotes quotes) {
        return quotes == UserShell.Quotes.FISH ? "eval " : "\\eval ";
    }

    /** The line that only asks for the status of the last command. */
    static SentinelLine question(UserShell.Quotes quotes, String nonce) {
        return with(" ", quotes, false, nonce);
    }

    private static SentinelLine with(String before, UserShell.Quotes quotes, boolean marked, String nonce) {
        // The expansion comes before eval, so that the subshell can end with the same status; in front of && it trips
        // neither set -e nor a trap.
        // Behind a backslash a name is no alias.
        String end = quotes == UserShell.Quotes.FISH
                ? "begin; set -l s $status; printf '\\n__mcp:%s:" + nonce + "\\n' $s; return $s; end"
                : "\\eval \"\\printf '\\n__mcp:%s:" + nonce + "\\n' $?;(exit $?)&&:\"&&:";
        return new SentinelLine(before + end, end.substring(end.indexOf(nonce)), marked, nonce);
    }

    /** The status that a row says, if it is the one that this line prints; null for any other row. */
    @Nullable
    Integer statusIn(String row) {
        String end = ":" + nonce;
        String text = row.strip();
        if (!text.startsWith(PRINTED) || !text.endsWith(end)) {
            return null;
        }
        Matcher status = STATUS.matcher(text.substring(PRINTED.length(), text.length() - end.length()));
        return status.matches() ? Integer.valueOf(status.group()) : null;
    }

    /** A pattern as of fnmatch(3) for {@link #statusIn}. */
    String statusPattern() {
        return PRINTED + "[0-9]*:" + nonce;
    }

    /**
     * Where on the screen something ends.
     *
     * @param line its last line
     * @param end how much of that line belongs to it
     */
    record Place(int line, int end) {}

    /** The end of what stands in front of the output; null when it is not among these. */
    @Nullable
    Place endBefore(List<String> lines) {
        if (!marked) {
            return endOf(echoEnd, lines);
        }
        for (int i = lines.size() - 1; i >= 0; i--) {
            if (lines.get(i).strip().equals(BEGIN + nonce)) {
                return new Place(i, lines.get(i).length());
            }
        }
        return null;
    }

    /**
     * Where a text ends that may go over several lines: an editor need not leave it to the terminal to wrap, and a blank at the end of a row is not to be
     * seen then.
     */
    private static @Nullable Place endOf(String text, List<String> lines) {
        StringBuilder all = new StringBuilder();
        List<Place> places = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            for (int at = 0; at < line.length(); at++) {
                if (line.charAt(at) != ' ') {
                    all.append(line.charAt(at));
                    places.add(new Place(i, at + 1));
                }
            }
        }
        String dense = text.replace(" ", "");
        int at = all.lastIndexOf(dense);
        return at < 0 ? null : places.get(at + dense.length() - 1);
    }

    /** The output without the prompts with which a shell that has no editor answers each row but the last: they come behind the echo of all. */
    List<String> withoutContinuations(List<String> output) {
        int rows = typed.split("\n", -1).length;
        if (rows == 1 || output.isEmpty()) {
            return output;
        }
        String first = output.get(0);
        for (int i = 1; i < rows && first.startsWith(CONTINUATION); i++) {
            first = first.substring(CONTINUATION.length());
        }
        List<String> rest = new ArrayList<>(output);
        rest.set(0, first);
        return rest;
    }

    /** Whether a row shows a part of this line, as {@code set -x} does. */
    boolean isIn(String row) {
        return row.contains("__mcp:%s:" + nonce) || row.contains(BEGIN + nonce);
    }

    /** Bytes of the longest row that is typed. */
    int longestRow() {
        int longest = 0;
        for (String row : typed.split("\n", -1)) {
            longest = Math.max(longest, row.getBytes(StandardCharsets.UTF_8).length);
        }
        return longest;
    }

    private static boolean isSimple(String command) {
        if (command.length() > LONGEST_SIMPLE || !SIMPLE.matcher(command).matches() || command.contains("<<")) {
            return false;
        }
        char quote = 0;
        for (int i = 0; i < command.length(); i++) {
            char c = command.charAt(i);
            if (quote == 0 && (c == '\'' || c == '"')) {
                quote = c;
            } else if (c == quote) {
                quote = 0;
            }
        }
        String last = command.strip();
        boolean open = last.isEmpty() || ";&|<>".indexOf(last.charAt(last.length() - 1)) >= 0;
        return quote == 0 && !open && !hasKeyword(command);
    }

    private static boolean hasKeyword(String command) {
        for (String word : command.split("[\\s;&|]+", -1)) {
            if (KEYWORDS.contains(word)) {
                return true;
            }
        }
        return false;
    }

    private static String quoted(String text, UserShell.Quotes quotes) {
        StringBuilder quoted = new StringBuilder(text.length() + 16);
        switch (quotes) {
            case ANSI_C -> ansiC(text, quoted);
            case FISH -> fish(text, quoted);
            case PLAIN -> plain(text, quoted);
        }
        return quoted.toString();
    }

    /** Controls come by printf: typed, they would act as keys. */
    private static void plain(String text, StringBuilder quoted) {
        quoted.append('\'');
        text.codePoints().forEachOrdered(c -> {
            if (c == '\'') {
                quoted.append("'\\''");
            } else if (c != '\n' && (c < ' ' || c == 0x7f)) {
                quoted.append(String.format("'\"$(printf '\\%03o')\"'", c));
            } else {
                quoted.appendCodePoint(c);
            }
        });
        quoted.append('\'');
    }

    private static void ansiC(String text, StringBuilder quoted) {
        quoted.append("$'");
        text.codePoints().forEachOrdered(c -> {
            if (c == '\n') {
                quoted.append("\\n");
            } else if (c == '\'' || c == '\\') {
                quoted.append('\\').appendCodePoint(c);
            } else if (c == '!' || c < ' ' || c == 0x7f) {
                quoted.append(String.format("\\%03o", c));
            } else {
                quoted.appendCodePoint(c);
            }
        });
        quoted.append('\'');
    }

    /** Controls stand between the quoted parts: fish knows {@code \n}, {@code \t} and {@code \xHH} only outside of quotes. */
    private static void fish(String text, StringBuilder quoted) {
        quoted.append('\'');
        text.codePoints().forEachOrdered(c -> {
            if (c == '\'' || c == '\\') {
                quoted.append('\\').appendCodePoint(c);
            } else if (c < ' ' || c == 0x7f) {
                quoted.append('\'')
                        .append(c == '\n' ? "\\n" : String.format("\\x%02x", c))
                        .append('\'');
            } else {
                quoted.appendCodePoint(c);
            }
        });
        quoted.append('\'');
    }

    /** The nonce only: the command may hold secrets. */
    @Override
    public String toString() {
        return "SentinelLine[" + nonce + "]";
    }
}
