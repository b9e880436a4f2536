package io.github.tmuxmcp.agent.service;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The echo of typed lines in a program's output: each typed line comes back once, in order, bare or behind the program's prompt. */
public final class Echo {
    private Echo() {}

    /**
     * The text without the lines that are echoes, and without an echo that is still arriving at its end.
     *
     * @param typed the lines that were typed, each followed by Enter
     */
    public static String strip(String text, List<String> typed) {
        Deque<String> expected = new ArrayDeque<>();
        typed.stream().filter(line -> !line.isBlank()).forEach(expected::add);
        if (expected.isEmpty() || text.isEmpty()) {
            return text;
        }
        StringBuilder rest = new StringBuilder(text.length());
        int start = 0;
        while (start < text.length() && !expected.isEmpty()) {
            int newline = text.indexOf('\n', start);
            int end = newline < 0 ? text.length() : newline;
            String line = text.substring(start, end);
            if (isEcho(line, expected.peek())) {
                expected.remove();
            } else if (newline >= 0 || !isArriving(line, expected.peek())) {
                rest.append(text, start, newline < 0 ? end : end + 1);
            }
            start = newline < 0 ? text.length() : newline + 1;
        }
        return rest.append(text, start, text.length()).toString();
    }

    private static boolean isEcho(String line, String typed) {
        return line.endsWith(typed) && isPrompt(line.substring(0, line.length() - typed.length()));
    }

    private static boolean isArriving(String line, String typed) {
        for (int length = Math.min(line.length(), typed.length()); length > 0; length--) {
            if (line.endsWith(typed.substring(0, length)) && isPrompt(line.substring(0, line.length() - length))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isPrompt(String before) {
        return before.isBlank() || PromptText.looksLikePrompt(before);
    }
}
