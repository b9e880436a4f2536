package io.github.tmuxmcp.agent.session;

import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One question for the status of a shell's last command: a line to type at its prompt, and the answer that the line prints as an OSC with a nonce
 * of its own.
 *
 * <p>The line is understood by bash, zsh, fish (3.0 or newer), dash, ksh and busybox alike, since nobody can tell which of them is at the other end
 * of an ssh. It leaves {@code $?} as it was, also under {@code set -eu}, and takes itself out of bash's history; zsh and fish may be told to forget
 * it by its leading blank.
 *
 * <p>How one text is two languages: in {@code '\'TEXT'\'} the text is quoted for fish, where a backslash quotes a quote, and bare for the others; in
 * {@code '\''TEXT\'} it is the other way round.
 */
final class StatusQuestion {
    /** Number of the OSC of the answer; no terminal has a use for it. */
    private static final int ANSWER = 7133;

    private static final int LONGEST_ANSWER = 100;
    /** Prints the word, of {@code $1} and {@code $2}, that was no quoted text, and ends with the status in it. */
    private static final String ANSWERING = "'case $1 in *[?]*)shift;;esac;s=${1#?};printf \"\\033]" + ANSWER
            + ";%1$s;%%s\\007\" \"${s%%?}\";exit ${s%%%%.*}'";

    private static final String STATUS_AND_SHELL = "'\\'$?.\"$$\"'\\' '\\''$status.$fish_pid\\'";
    /** For all but fish, to which it is one more word. The status is kept by a subshell that ends with it. */
    private static final String FORGETTING =
            "'\\'&&:;eval \"case \\${BASH+\\$(history 1)} in *%1$s*)history -d -1;;esac 2>/dev/null;(exit $?;\""
                    + "':\\'\" )\"&&:";

    private static final String LINE = " sh -c " + ANSWERING + " sh " + STATUS_AND_SHELL + " " + FORGETTING;

    private final String nonce = UUID.randomUUID().toString().replace("-", "");
    private final Pattern form = Pattern.compile(ANSWER + ";" + nonce + ";([0-9]{1,3})\\.([0-9]{1,10})");
    private @Nullable Answer answer;

    /**
     * @param status of the last command, 0-255
     * @param shell the process id of the shell that answered, on its own machine
     */
    record Answer(int status, long shell) {}

    /** What to type, without Enter. */
    String line() {
        return LINE.formatted(nonce);
    }

    /** Takes an OSC's payload if it is the answer. */
    boolean takes(byte[] payload, int length) {
        String text = new String(payload, 0, Math.min(length, LONGEST_ANSWER), StandardCharsets.US_ASCII);
        Matcher matcher = form.matcher(text);
        if (!matcher.matches()) {
            return false;
        }
        answer = new Answer(Integer.parseInt(matcher.group(1)), Long.parseLong(matcher.group(2)));
        return true;
    }

    /** The answer, or null as long as there is none. */
    @Nullable
    Answer answer() {
        return answer;
    }
}
