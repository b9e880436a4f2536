package io.github.tmuxmcp.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SelectionTest {
    private static final Map<String, List<String>> TOOLS = new LinkedHashMap<>();

    static {
        TOOLS.put("look", List.of("see", "hear"));
        TOOLS.put("touch", List.of("push"));
        TOOLS.put("end", List.of("kill"));
    }

    @Test
    void withoutAWishTheDefaultsCount() {
        Selection selection = Selection.of(TOOLS, Selection.Request.DEFAULT, Set.of("touch", "look"));
        assertThat(selection.groups()).containsExactly("look", "touch");
        assertThat(selection.effective()).containsExactly("hear", "push", "see");
    }

    @Test
    void groupsReplaceTheDefaults() {
        assertThat(effective(Set.of("end"), Set.of(), Set.of())).containsExactly("kill");
        assertThat(effective(Set.of(), Set.of(), Set.of())).isEmpty();
    }

    @Test
    void aToolIsAddedByName() {
        assertThat(effective(Set.of("look"), Set.of("kill", "see"), Set.of())).containsExactly("hear", "kill", "see");
        assertThat(effective(null, Set.of("kill"), Set.of())).containsExactly("hear", "kill", "see");
    }

    @Test
    void whatIsExcludedStaysOut() {
        Selection selection = Selection.of(
                TOOLS, new Selection.Request(Set.of("look"), Set.of("see", "kill"), Set.of("see", "push")), Set.of());
        assertThat(selection.effective()).containsExactly("hear", "kill");
        assertThat(selection.included()).containsExactly("kill", "see");
        assertThat(selection.excluded()).containsExactly("push", "see");
    }

    private static List<String> effective(Set<String> groups, Set<String> included, Set<String> excluded) {
        return Selection.of(TOOLS, new Selection.Request(groups, included, excluded), Set.of("look"))
                .effective();
    }

    @Test
    void namesAreSeparatedByCommasAndBlanksAroundThemDoNotCount() {
        assertThat(Selection.names("", List.of("a"))).isEmpty();
        assertThat(Selection.names("a", List.of("a"))).containsExactly("a");
        assertThat(Selection.names(" b ,a,b", List.of("a", "b"))).containsExactly("b", "a");
    }

    @ParameterizedTest
    @CsvSource({
        "' ', element 1 is empty",
        "',', element 1 is empty",
        "'see,', element 2 is empty",
        "'see,,hear', element 2 is empty",
        "'see,taste', element 2 is unknown",
        "'See', 'element 1 is unknown; did you mean see?'",
        "'heer', 'element 1 is unknown; did you mean hear?'",
        "'see hear', element 1 is unknown"
    })
    void anEmptyOrUnknownNameIsToldByItsPlace(String text, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Selection.names(text, List.of("see", "hear")))
                .withMessage(message);
    }
}
