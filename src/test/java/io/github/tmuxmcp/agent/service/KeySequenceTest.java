package io.github.tmuxmcp.agent.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tmuxmcp.agent.service.KeySequence.Key;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class KeySequenceTest {
    private static boolean named(String element) {
        return KeySequence.parse(List.of(element)).get(0).named();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
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
                "F1",
                "F2",
                "F3",
                "F4",
                "F5",
                "F6",
                "F7",
                "F8",
                "F9",
                "F10",
                "F11",
                "F12",
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
                "KP."
            })
    void aNameOfTmuxIsAKeyInThisCaseOnlyAndBehindAnyPrefix(String name) {
        assertThat(named(name)).isTrue();
        for (String prefix : List.of("C-", "M-", "S-", "C-M-", "M-S-", "C-M-S-", "S-C-")) {
            assertThat(named(prefix + name)).as(prefix + name).isTrue();
        }
        assertThat(named(name + " ")).isFalse();
        assertThat(named(" " + name)).isFalse();
        if (name.toLowerCase(java.util.Locale.ROOT).equals(name)) {
            return;
        }
        assertThat(named(name.toLowerCase(java.util.Locale.ROOT))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "C-c",
                "C-C",
                "M-x",
                "M-.",
                "C-@",
                "C-[",
                "C-\\",
                "C-?",
                "C--",
                "M--",
                "C-M-x",
                "S-a",
                "M-é",
                "M-\ud83d\ude00",
                "C- "
            })
    void oneCharacterBehindAPrefixIsAKey(String element) {
        assertThat(named(element)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a",
                "enter",
                "ENTER",
                "return",
                "Return",
                "Esc",
                "ESC",
                "Ctrl-C",
                "^C",
                "<Enter>",
                "c-c",
                "m-x",
                "C-",
                "C-M-",
                "C",
                "-",
                "--",
                "-l",
                "C-cc",
                "C-\n",
                "C-c ",
                " C-c",
                "C-enter",
                "X-c",
                "C_c",
                "F0",
                "F13",
                "F01",
                "KP",
                "KP10",
                "Enter\n",
                "ls -la",
                ";",
                "a;",
                "#{pid}",
                "%1",
                "\t",
                "\u001b[A",
                "-----BEGIN"
            })
    void everythingElseIsTextAsItIs(String element) {
        assertThat(KeySequence.parse(List.of(element))).containsExactly(new Key(false, element));
    }

    @Test
    void theOrderStaysAndNothingIsAdded() {
        assertThat(KeySequence.parse(List.of("q", "Enter", "Enter", "a b")))
                .containsExactly(
                        new Key(false, "q"), new Key(true, "Enter"), new Key(true, "Enter"), new Key(false, "a b"));
        assertThat(KeySequence.parse(List.of())).isEmpty();
    }

    private static List<String> typed(String... elements) {
        return KeySequence.typedLines(KeySequence.parse(List.of(elements)));
    }

    @Test
    void aTypedLineIsTheTextBeforeAnEnter() {
        assertThat(typed("ls", "Space", "-l", "Enter")).containsExactly("ls -l");
        assertThat(typed("y", "Enter", "more")).containsExactly("y");
        assertThat(typed("a", "Enter", "b", "C-m")).containsExactly("a", "b");
        assertThat(typed("a\nb\r")).containsExactly("a", "b");
        assertThat(typed("Enter")).containsExactly("");
        assertThat(typed("q")).isEmpty();
    }

    @Test
    void aKeyThatEditsMakesWhatStandsBeforeItUnknown() {
        assertThat(typed("old", "C-u", "new", "Enter")).containsExactly("new");
        assertThat(typed("ls", "Tab", "Enter")).containsExactly("");
    }

    @Test
    void enterAndInterruptsBringAPrompt() {
        assertThat(KeySequence.bringsPrompt(KeySequence.parse(List.of("ls", "Enter"))))
                .isTrue();
        assertThat(KeySequence.bringsPrompt(KeySequence.parse(List.of("C-c")))).isTrue();
        assertThat(KeySequence.bringsPrompt(KeySequence.parse(List.of("ls", "Tab"))))
                .isFalse();
    }
}
