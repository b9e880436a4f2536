package io.github.tmuxmcp.agent.service;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What {@code keys} says: named keys as tmux(1) KEY BINDINGS spells them, behind any of the prefixes {@code C-}, {@code M-}, {@code S-};
 * everything else is literal text. Case counts, so {@code enter} is five letters; so are {@code ^C} and {@code <Enter>}.
 */
public final class KeySequence {
    /** One element: a key that tmux knows by name, or text to be typed as it is. */
    public record Key(boolean named, String value) {}

    private static final Set<String> NAMES = Stream.concat(
                    Stream.of(
                            "Up",
                            "Down",
                            "Left",
                            "Right",
                            "BSpace",
                            "BTab",
                            "DC",
                            "Delete",
                            "End",
                            "Enter",
                            "Escape",
                            "Home",
                            "IC",
                            "Insert",
                            "NPage",
                            "PageDown",
                            "PgDn",
                            "PPage",
                            "PageUp",
                            "PgUp",
                            "Space",
                            "Tab",
                            "KP/",
                            "KP*",
                            "KP-",
                            "KP7",
                            "KP8",
                            "KP9",
                            "KP+",
                            "KP4",
                            "KP5",
                            "KP6",
                            "KP1",
                            "KP2",
                            "KP3",
                            "KPEnter",
                            "KP0",
                            "KP."),
                    IntStream.rangeClosed(1, 12).mapToObj(n -> "F" + n))
            .collect(Collectors.toUnmodifiableSet());

    private static final Set<String> ENTER = Set.of("Enter", "KPEnter", "C-m", "C-j");

    private static final Set<String> INTERRUPTS = Set.of("C-c", "C-d", "C-\\");

    private KeySequence() {}

    /** Splits each element into what it means; the order stays. */
    public static List<Key> parse(List<String> elements) {
        List<Key> keys = new ArrayList<>(elements.size());
        for (String element : elements) {
            // tmux has a name of its own for it and would type these five letters.
            keys.add(new Key(isNamed(element), element.equals("S-Tab") ? "BTab" : element));
        }
        return keys;
    }

    private static boolean isNamed(String element) {
        String rest = element;
        while (rest.length() > 2 && rest.charAt(1) == '-' && "CMS".indexOf(rest.charAt(0)) >= 0) {
            rest = rest.substring(2);
        }
        boolean prefixed = rest.length() < element.length();
        return NAMES.contains(rest) || (prefixed && isOneVisibleCharacter(rest));
    }

    private static boolean isOneVisibleCharacter(String text) {
        return text.codePointCount(0, text.length()) == 1 && !Character.isISOControl(text.codePointAt(0));
    }

    /** Whether a shell at its prompt answers these keys by a command or a new prompt. */
    public static boolean bringsPrompt(List<Key> keys) {
        return !typedLines(keys).isEmpty()
                || keys.stream().anyMatch(key -> key.named() && INTERRUPTS.contains(key.value()));
    }

    /**
     * The lines that these keys submit, for telling their echo: text before each Enter, whether that is a key or stands in the text. A key that edits
     * or moves makes what stands before it unknown.
     */
    public static List<String> typedLines(List<Key> keys) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (Key key : keys) {
            if (!key.named()) {
                for (int i = 0; i < key.value().length(); i++) {
                    char c = key.value().charAt(i);
                    if (c == '\n' || c == '\r') {
                        lines.add(line.toString());
                        line.setLength(0);
                    } else {
                        line.append(c);
                    }
                }
            } else if (ENTER.contains(key.value())) {
                lines.add(line.toString());
                line.setLength(0);
            } else if (key.value().equals("Space")) {
                line.append(' ');
            } else {
                line.setLength(0);
            }
        }
        return lines;
    }
}
