package io.github.tmuxmcp.agent.service;

import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * JavaScript regular expressions (ECMA-262, without the u and v flags) as java.util.regex understands them. Only what differs is
 * rewritten:
 *
 * <ul>
 *   <li>{@code [^]} is any character, {@code []} none; {@code [} and {@code &&} inside a class are literal;
 *   <li>{@code \v}, {@code \0}, {@code \b} in a class are single characters; a backslash before a letter without meaning is that letter;
 *   <li>a brace that begins no quantifier is literal; possessive quantifiers and atomic groups are refused.
 * </ul>
 *
 * Leading inline flags such as {@code (?i)} are welcome although JavaScript has none.
 */
final class JavaScriptRegex {
    private static final int FLAGS = Pattern.MULTILINE | Pattern.UNIX_LINES | Pattern.UNICODE_CASE;
    /** Letters that mean the same after a backslash in both languages, or are Unicode classes that people expect to work. */
    private static final String SAME_ESCAPES = "dDwWsSbBnrtfpPkux";

    private final String source;
    private final StringBuilder out = new StringBuilder();
    private int at;

    private JavaScriptRegex(String source) {
        this.source = source;
    }

    static Pattern compile(String source) {
        JavaScriptRegex regex = new JavaScriptRegex(source);
        regex.translate();
        return Pattern.compile(regex.out.toString(), FLAGS);
    }

    private void translate() {
        boolean quantified = false;
        while (at < source.length()) {
            char c = source.charAt(at);
            switch (c) {
                case '\\' -> escape(false);
                case '[' -> characterClass();
                case '(' -> group();
                case '{' -> {
                    int end = quantifierEnd();
                    if (end > 0) {
                        refuseSecondQuantifier(quantified);
                        out.append(source, at, end);
                        at = end;
                        quantified = true;
                        continue;
                    }
                    take("\\{");
                }
                case '}' -> take("\\}");
                case ']' -> take("\\]");
                case '*', '+', '?' -> {
                    if (quantified && c == '?') {
                        take("?");
                        quantified = false;
                        refuseThirdQuantifier();
                        continue;
                    }
                    refuseSecondQuantifier(quantified);
                    take(String.valueOf(c));
                    quantified = true;
                    continue;
                }
                default -> take(String.valueOf(c));
            }
            quantified = false;
        }
    }

    private void take(String text) {
        out.append(text);
        at++;
    }

    private void refuseSecondQuantifier(boolean quantified) {
        if (quantified) {
            throw new PatternSyntaxException("Nothing to repeat", source, at);
        }
    }

    private void refuseThirdQuantifier() {
        if (at < source.length() && "*+?".indexOf(source.charAt(at)) >= 0) {
            throw new PatternSyntaxException("Nothing to repeat", source, at);
        }
    }

    private void group() {
        if (source.startsWith("(?>", at)) {
            throw new PatternSyntaxException("Invalid group", source, at);
        }
        take("(");
        if (at < source.length() && source.charAt(at) == '?') {
            take("?");
        }
    }

    /** The index behind a quantifier {@code {n}}, {@code {n,}} or {@code {n,m}} that begins here, or -1. */
    private int quantifierEnd() {
        int i = at + 1;
        int digits = i;
        while (i < source.length() && isDigit(source.charAt(i))) {
            i++;
        }
        if (i == digits || i == source.length()) {
            return -1;
        }
        if (source.charAt(i) == ',') {
            i++;
            while (i < source.length() && isDigit(source.charAt(i))) {
                i++;
            }
        }
        return i < source.length() && source.charAt(i) == '}' ? i + 1 : -1;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private void characterClass() {
        if (source.startsWith("[^]", at)) {
            out.append("[\\s\\S]");
            at += 3;
            return;
        }
        if (source.startsWith("[]", at)) {
            out.append("(?!)");
            at += 2;
            return;
        }
        int start = at;
        take("[");
        if (at < source.length() && source.charAt(at) == '^') {
            take("^");
        }
        while (at < source.length()) {
            char c = source.charAt(at);
            switch (c) {
                case ']' -> {
                    take("]");
                    return;
                }
                case '\\' -> escape(true);
                case '[' -> take("\\[");
                case '&' -> take("\\&");
                default -> take(String.valueOf(c));
            }
        }
        throw new PatternSyntaxException("Unterminated character class", source, start);
    }

    private void escape(boolean inClass) {
        if (at + 1 == source.length()) {
            throw new PatternSyntaxException("\\ at end of pattern", source, at);
        }
        char c = source.charAt(at + 1);
        at += 2;
        switch (c) {
            case 'v' -> out.append("\\x0B");
            case '0' -> out.append("\\x00");
            case 'c' -> control();
            case 'b', 'B' -> out.append(inClass ? (c == 'b' ? "\\x08" : "B") : "\\" + c);
            case 'x' -> hexadecimal(2);
            case 'u' -> hexadecimal(4);
            case 'k' -> out.append(source.startsWith("<", at) ? "\\k" : "k");
            default -> {
                if (isAsciiLetter(c) && SAME_ESCAPES.indexOf(c) < 0) {
                    out.append(c);
                } else {
                    out.append('\\').append(c);
                }
            }
        }
    }

    private void control() {
        if (at < source.length() && isAsciiLetter(source.charAt(at))) {
            out.append(String.format("\\x%02X", source.charAt(at) % 32));
            at++;
            return;
        }
        out.append("\\\\c");
    }

    private void hexadecimal(int digits) {
        char letter = source.charAt(at - 1);
        if (letter == 'u' && source.startsWith("{", at)) {
            int end = source.indexOf('}', at);
            if (end > at + 1 && end - at <= 7 && isHexadecimal(at + 1, end)) {
                out.append("\\x{").append(source, at + 1, end).append('}');
                at = end + 1;
                return;
            }
        }
        if (at + digits <= source.length() && isHexadecimal(at, at + digits)) {
            out.append('\\').append(letter);
            return;
        }
        out.append(letter);
    }

    private boolean isHexadecimal(int from, int to) {
        return source.substring(from, to).chars().allMatch(c -> Character.digit(c, 16) >= 0 && c < 128);
    }

    private static boolean isAsciiLetter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }
}
