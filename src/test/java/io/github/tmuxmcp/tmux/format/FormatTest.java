package io.github.tmuxmcp.tmux.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FormatTest {
    private static final Format FORMAT = Format.fields("pane_id", "pane_title", "@mark");

    @Test
    void aRowIsSplitIntoItsFields() {
        assertThat(FORMAT.split(row("%1", "a|b\t, c", ""))).containsExactly("%1", "a|b\t, c", "");
    }

    @Test
    void aValueWithANewlineStaysInItsRow() {
        List<String> lines = Arrays.asList((row("%1", "a\n\nb", "") + "\n" + row("%2", "", "\n")).split("\n", -1));

        assertThat(FORMAT.rows(lines)).containsExactly(List.of("%1", "a\n\nb", ""), List.of("%2", "", "\n"));
    }

    @Test
    void aRowWithTooFewOrTooManyFieldsIsRefused() {
        assertThatThrownBy(() -> FORMAT.split(row("%1", "x"))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> FORMAT.split(row("%1", "x", "y", "z"))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> FORMAT.split("")).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "E:pane_title", "pane_id}#(x)", "#{x}", "q:x", "x y"})
    void onlyPlainVariablesAreFields(String field) {
        assertThatThrownBy(() -> Format.fields(field)).isInstanceOf(IllegalArgumentException.class);
    }

    /** What tmux makes of the template. */
    private static String row(String... values) {
        String separator = FORMAT.template().substring(0, FORMAT.template().indexOf("#{"));
        return separator + String.join(separator, values) + separator;
    }
}
