package io.github.tmuxmcp.agent.service;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * JavaScript regular expressions (ECMA-262, without the u and v flags) as java.util.regex understands them. Only what differs is
 * rewritten:
 *
 * <ul>
 *   <li>{@code [^]} is any character, {@code []} none; {@code [} and {@code &&} inside a class are literal, and so is a dash beside
 *       {@code \d} and the like;
 *   <li>{@code \v}, {@code \0}, {@code \b} in a class are single characters; a backslash before a letter without meaning is that letter;
 *   <li>{@code ^} also matches behind a last newline, {@code \b} goes by ASCII letters, {@code \s} takes every blank of Unicode;
 *   <li>the name of a group may have {@code _}, {@code $} and foreign letters; a repeat in a look-behind has no bound of its own;
 *   <li>a brace that begins no quantifier is literal; possessive quantifiers and atomic groups are refused.
 * </ul>
 *
 * Inline flags such as {@code (?i)} are welcome although JavaScript has none, and {@code \p{L}} although it needs its u flag.
 */
final class JavaScriptRegex {
    private static final int FLAGS = Pattern.MULTILINE | Pattern.UNIX_LINES | Pattern.UNICODE_CASE;
    /** Letters that mean the same after a backslash in both languages. */
    private static final String SAME_ESCAPES = "dDwWnrtf";

    private static final String CLASS_ESCAPES = "dDwWsS";
    private static final String BLANKS =
            "\\t\\n\\x0B\\f\\r \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff";
    private static final String WORD_EDGE = "(?:(?<=\\w)(?!\\w)|(?<!\\w)(?=\\w))";
    private static final String NO_WORD_EDGE = "(?:(?<=\\w)(?=\\w)|(?<!\\w)(?!\\w))";
    private static final String LINE_START = "(?<![^\\n])";
    /** Java wants to know how far a look-behind may reach. */
    private static final int MOST_REPEATS_BEHIND = 255;

    /** What stands before the next character, as far as a quantifier is concerned. */
    private enum Last {
        /** Nothing that could be repeated: the start of an alternative, an anchor, a look-behind. */
        UNREPEATABLE,
        ATOM,
        /** A quantifier, which a question mark may make lazy. */
        QUANTIFIER
    }

    private final String source;
    private final StringBuilder out = new StringBuilder();
    /** For each open group, whether it is a look-behind. */
    private final Deque<Boolean> groups = new ArrayDeque<>();

    private int at;
    private int openLookBehinds;
    private Last last = Last.UNREPEATABLE;

    private JavaScriptRegex(String source) {
        this.source = source;
    }

    /**
     * Compiles a pattern.
     *
     * @throws PatternSyntaxException when it is none; its index is -1 when the place in the source is not known
     */
    static Pattern compile(String source) {
        JavaScriptRegex regex = new JavaScriptRegex(source);
        regex.translate();
        String translated = regex.out.toString();
        try {
            return Pattern.compile(translated, FLAGS);
        } catch (PatternSyntaxException e) {
            int index = translated.equals(source) ? e.getIndex() : -1;
            throw new PatternSyntaxException(e.getDescription(), source, index);
        }
    }

    private void translate() {
        while (at < source.length()) {
            char c = source.charAt(at);
            switch (c) {
                case '\\' -> escape();
                case '[' -> characterClass();
                case '(' -> openGroup();
                case ')' -> closeGroup();
                case '|' -> take("|", Last.UNREPEATABLE);
                case '^' -> take(LINE_START, Last.UNREPEATABLE);
                case '$' -> take("$", Last.UNREPEATABLE);
                case '*' -> quantifier(0, -1, at + 1);
                case '+' -> quantifier(1, -1, at + 1);
                case '?' -> questionMark();
                case '{' -> brace();
                case '}', ']' -> take("\\" + c, Last.ATOM);
                default -> take(String.valueOf(c), Last.ATOM);
            }
        }
    }

    private void take(String text, Last kind) {
        out.append(text);
        at++;
        last = kind;
    }

    private void questionMark() {
        if (last == Last.QUANTIFIER) {
            take("?", Last.UNREPEATABLE);
        } else {
            quantifier(0, 1, at + 1);
        }
    }

    private void brace() {
        int end = quantifierEnd();
        if (end < 0) {
            take("\\{", Last.ATOM);
            return;
        }
        int comma = source.indexOf(',', at);
        boolean open = comma == end - 2;
        if (open && openLookBehinds > 0) {
            quantifier(Integer.parseInt(source.substring(at + 1, comma)), -1, end);
            return;
        }
        refuseUnlessRepeatable();
        out.append(source, at, end);
        at = end;
        last = Last.QUANTIFIER;
    }

    /**
     * One of {@code * + ?}, or {@code {n,}} in a look-behind.
     *
     * @param most -1 for no bound
     */
    private void quantifier(int least, int most, int end) {
        refuseUnlessRepeatable();
        if (most < 0 && openLookBehinds > 0) {
            out.append('{')
                    .append(least)
                    .append(',')
                    .append(Math.max(least, MOST_REPEATS_BEHIND))
                    .append('}');
        } else {
            out.append(source, at, end);
        }
        at = end;
        last = Last.QUANTIFIER;
    }

    private void refuseUnlessRepeatable() {
        if (last != Last.ATOM) {
            throw new PatternSyntaxException("Nothing to repeat", source, at);
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

    private void openGroup() {
        if (source.startsWith("(?>", at)) {
            throw new PatternSyntaxException("Invalid group", source, at);
        }
        int flags = flagsEnd();
        if (flags > 0) {
            out.append(source, at, flags);
            at = flags;
            last = Last.UNREPEATABLE;
            return;
        }
        boolean behind = source.startsWith("(?<=", at) || source.startsWith("(?<!", at);
        groups.push(behind);
        openLookBehinds += behind ? 1 : 0;
        take("(", Last.UNREPEATABLE);
        if (behind) {
            out.append(source, at, at + 3);
            at += 3;
        } else if (source.startsWith("?<", at)) {
            out.append("?<");
            at += 2;
            groupName();
        } else if (source.startsWith("?", at)) {
            take("?", Last.UNREPEATABLE);
            if (at < source.length()) {
                take(source.substring(at, at + 1), Last.UNREPEATABLE);
            }
        }
    }

    /** The index behind flags that stand alone, such as {@code (?i)}, or -1. */
    private int flagsEnd() {
        int i = at + 2;
        if (!source.startsWith("(?", at)) {
            return -1;
        }
        while (i < source.length() && (isAsciiLetter(source.charAt(i)) || source.charAt(i) == '-')) {
            i++;
        }
        return i > at + 2 && i < source.length() && source.charAt(i) == ')' ? i + 1 : -1;
    }

    private void closeGroup() {
        boolean behind = !groups.isEmpty() && groups.pop();
        openLookBehinds -= behind ? 1 : 0;
        take(")", behind ? Last.UNREPEATABLE : Last.ATOM);
    }

    /** A name up to its {@code >}, in the letters that Java takes; what is no name in JavaScript either stays for Java to refuse. */
    private void groupName() {
        int end = source.indexOf('>', at);
        String name = end < 0 ? "" : source.substring(at, end);
        if (!isName(name)) {
            return;
        }
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (isAsciiLetter(c) || isDigit(c)) {
                out.append(c);
            } else {
                out.append('Z').append(Integer.toHexString(c)).append('Z');
            }
        }
        at = end;
    }

    private static boolean isName(String name) {
        return !name.isEmpty()
                && !Character.isDigit(name.charAt(0))
                && name.codePoints().allMatch(c -> c == '$' || Character.isUnicodeIdentifierPart(c));
    }

    private void characterClass() {
        if (source.startsWith("[^]", at)) {
            out.append("[\\s\\S]");
            at += 3;
        } else if (source.startsWith("[]", at)) {
            out.append("(?!)");
            at += 2;
        } else {
            filledClass();
        }
        last = Last.ATOM;
    }

    private void filledClass() {
        int start = at;
        boolean behindClassEscape = false;
        take("[", Last.ATOM);
        if (source.startsWith("^", at)) {
            take("^", Last.ATOM);
        }
        while (at < source.length()) {
            char c = source.charAt(at);
            boolean classEscape = isClassEscape(at);
            switch (c) {
                case ']' -> {
                    take("]", Last.ATOM);
                    return;
                }
                case '\\' -> escapeInClass();
                case '[', '&' -> take("\\" + c, Last.ATOM);
                case '-' -> take(behindClassEscape || isClassEscape(at + 1) ? "\\-" : "-", Last.ATOM);
                default -> take(String.valueOf(c), Last.ATOM);
            }
            behindClassEscape = classEscape;
        }
        throw new PatternSyntaxException("Unterminated character class", source, start);
    }

    private boolean isClassEscape(int index) {
        return index + 1 < source.length()
                && source.charAt(index) == '\\'
                && CLASS_ESCAPES.indexOf(source.charAt(index + 1)) >= 0;
    }

    private char takeEscaped() {
        if (at + 1 == source.length()) {
            throw new PatternSyntaxException("\\ at end of pattern", source, at);
        }
        at += 2;
        return source.charAt(at - 1);
    }

    private void escape() {
        char c = takeEscaped();
        last = Last.ATOM;
        switch (c) {
            case 'b', 'B' -> {
                out.append(c == 'b' ? WORD_EDGE : NO_WORD_EDGE);
                last = Last.UNREPEATABLE;
            }
            case 's' -> out.append('[').append(BLANKS).append(']');
            case 'k' -> {
                out.append(source.startsWith("<", at) ? "\\k<" : "k");
                if (source.startsWith("<", at)) {
                    at++;
                    groupName();
                    // Its end is no character of its own.
                    if (source.startsWith(">", at)) {
                        out.append('>');
                        at++;
                    }
                }
            }
            default -> character(c);
        }
    }

    private void escapeInClass() {
        char c = takeEscaped();
        switch (c) {
            case 'b' -> out.append("\\x08");
            case 's' -> out.append(BLANKS);
            default -> character(c);
        }
    }

    /** An escape that means the same inside and outside a class; it has been read up to its letter {@code c}. */
    private void character(char c) {
        switch (c) {
            case 'S' -> out.append("[^").append(BLANKS).append(']');
            case 'v' -> out.append("\\x0B");
            case '0' -> out.append("\\x00");
            case 'c' -> control();
            case 'x' -> hexadecimal(2);
            case 'u' -> hexadecimal(4);
            case 'p', 'P' -> out.append(source.startsWith("{", at) ? "\\" + c + property() : String.valueOf(c));
            default -> {
                if (isAsciiLetter(c) && SAME_ESCAPES.indexOf(c) < 0) {
                    out.append(c);
                } else {
                    out.append('\\').append(c);
                }
            }
        }
    }

    /** The braces of a Unicode property and what is between them. */
    private String property() {
        int end = source.indexOf('}', at) + 1;
        String property = end == 0 ? source.substring(at) : source.substring(at, end);
        at += property.length();
        return property;
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
            out.append('\\').append(letter).append(source, at, at + digits);
            at += digits;
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
