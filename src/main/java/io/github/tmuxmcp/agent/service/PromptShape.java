package io.github.tmuxmcp.agent.service;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What stays the same in a shell's prompt when the folder, the branch or the last status in it changes.
 *
 * @param start its first word up to {@code @}, {@code :} or a blank; {@code /} for a folder; empty when there is only the sign
 * @param sign its last sign
 */
public record PromptShape(String start, String sign) {
    private static final Pattern SHELL_PROMPT = Pattern.compile("(.*?)([$#%>❯➜»])\\s*");
    /** Prompts of databases and interpreters. */
    private static final Pattern OTHERS =
            Pattern.compile(".*=[*!^(]?|(?:mysql|sqlite|MariaDB|s?ftp|telnet|gdb|lua|irb)\\b.*");
    /** What stands before a shell's {@code >}: a folder or a machine. Else it is mostly an interpreter's, or for the rest of a command. */
    private static final Pattern PLACE = Pattern.compile(".*[@/~:].*");

    /** The shape of a line that may be a shell's prompt; null for one that is none. */
    public static @Nullable PromptShape of(String line) {
        Matcher matcher = SHELL_PROMPT.matcher(line);
        if (!matcher.matches()) {
            return null;
        }
        String text = matcher.group(1).strip();
        String sign = matcher.group(2);
        if (OTHERS.matcher(text).matches()
                || (sign.equals(">") && !PLACE.matcher(text).matches())) {
            return null;
        }
        String start = text.split("[@:\\s]", 2)[0];
        return new PromptShape(start.startsWith("/") || start.startsWith("~") ? "/" : start, sign);
    }
}
