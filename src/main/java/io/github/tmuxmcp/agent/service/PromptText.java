package io.github.tmuxmcp.agent.service;

import java.util.regex.Pattern;

/** The rule of last resort: does the text before the cursor look like a prompt? Used only where the system gives no evidence. */
public final class PromptText {
    private static final int LONGEST = 500;
    private static final Pattern PROMPT =
            Pattern.compile("(?:[$#%>:?❯➜»]|>>>|\\.\\.\\.|\\(END\\)|--More--(?:\\(\\d+%\\))?|"
                    + "(?i:passw(?:or)?d|passphrase|passcode|\\bpin\\b|\\botp\\b)[^\\n]{0,80}:?|"
                    + "[\\[(][yYnN](?:es)?/[yYnN]o?[\\])][?:]?|\\(yes/no(?:/\\[fingerprint\\])?\\)\\??)\\s*$");

    /** What zsh calls the constructs that are open. */
    private static final String ZSH_NAMES =
            "quote|dquote|bquote|heredoc|heredocd|cmdsubst|cmdor|cmdand|pipe|errpipe|for|while|until|repeat|if|then|elif|else|"
                    + "case|select|function|subsh|cursh|foreach|array|cond|math|mathsubst|braceparam|always|errbrace|elif-then|if-then|else-then";

    private static final Pattern CONTINUATION = Pattern.compile("(?:(?:" + ZSH_NAMES + ") ?)*> ?");

    private PromptText() {}

    /** Whether {@code line} is a shell's prompt for the rest of a command: {@code >}, or zsh's {@code quote>}. */
    public static boolean looksLikeContinuation(String line) {
        return CONTINUATION.matcher(line).matches();
    }

    /** Whether {@code line}, the line of the cursor, ends as prompts do. */
    public static boolean looksLikePrompt(String line) {
        String end = line.length() > LONGEST ? line.substring(line.length() - LONGEST) : line;
        return !end.isBlank() && PROMPT.matcher(end).find();
    }
}
