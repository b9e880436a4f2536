package io.github.tmuxmcp.agent.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonParser;
import io.github.tmuxmcp.tool.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The translation against a table that was written down from {@code new RegExp(pattern, "m")} of Node 20. */
final class JavaScriptRegexTest {
    private static final Path TABLE =
            Path.of("src/test/resources/io/github/tmuxmcp/agent/service/javascript-regex.json");

    static Stream<Arguments> table() throws IOException {
        try (JsonParser parser = Json.FACTORY.createParser(Files.readString(TABLE))) {
            parser.nextToken();
            List<?> rows = (List<?>) Json.read(parser);
            return rows.stream()
                    .map(Map.class::cast)
                    .map(row -> Arguments.of(row.get("pattern"), row.get("text"), row.get("found")));
        }
    }

    @ParameterizedTest
    @MethodSource("table")
    void aPatternFindsWhatJavaScriptFinds(String pattern, String text, Object found) {
        if ("invalid".equals(found)) {
            assertThatThrownBy(() -> JavaScriptRegex.compile(pattern)).isInstanceOf(PatternSyntaxException.class);
            return;
        }
        assertThat(find(pattern, text)).isEqualTo(found);
    }

    /** Where the first match begins and its length, or null. */
    private static List<Long> find(String pattern, String text) {
        Matcher matcher = JavaScriptRegex.compile(pattern).matcher(text);
        return matcher.find() ? List.of((long) matcher.start(), (long) matcher.end() - matcher.start()) : null;
    }

    @Test
    void inlineFlagsAreWelcome() {
        assertThat(find("(?i)ready", "READY")).isEqualTo(List.of(0L, 5L));
        assertThat(find("(?i)über", "ÜBER")).isEqualTo(List.of(0L, 4L));
        assertThat(find("(?s)a.b", "a\nb")).isEqualTo(List.of(0L, 3L));
        assertThat(find("a(?i:b)c", "aBc")).isEqualTo(List.of(0L, 3L));
    }

    @Test
    void unicodeClassesAndCodePointsWorkAsPeopleExpect() {
        assertThat(find("\\p{L}+", "éñ1")).isEqualTo(List.of(0L, 2L));
        assertThat(find("\\p{Lu}", "aB")).isEqualTo(List.of(1L, 1L));
        assertThat(find("\\u{1F600}", "\ud83d\ude00")).isEqualTo(List.of(0L, 2L));
        assertThat(find("^.$", "\ud83d\ude00")).isEqualTo(List.of(0L, 2L));
        assertThat(find("[\ud83d\ude00x]", "\ud83d\ude00")).isEqualTo(List.of(0L, 2L));
    }
}
