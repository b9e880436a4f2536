package io.github.tmuxmcp.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Streams of real programs, recorded by pipe-pane of tmux 3.3a, against what its capture-pane showed at the end ({@code .screen}, with the cursor's row
 * and column in the last line; {@code .text} is the history as well, wrapped rows joined).
 */
class RecordedStreamsTest {
    static Stream<Arguments> recordings() {
        return Stream.of("vim", "vimquit", "less", "htop", "top", "bars", "python", "wide", "unicode")
                .flatMap(name -> Stream.of(Arguments.of(name, 80, 24), Arguments.of(name, 200, 50)));
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void theScreenIsWhatTmuxShows(String name, int columns, int rows) {
        String file = name + "-" + columns + "x" + rows;
        List<String> captured = lines(Streams.resource(file + ".screen"));
        String[] cursor = captured.get(captured.size() - 1).substring(1).split(" ");
        Screen screen = Streams.screen(Streams.resource(file + ".stream"), columns, rows);

        assertThat(screen.lossy()).isEqualTo(name.equals("unicode"));
        if (!screen.lossy()) {
            assertThat(screen.rows()).isEqualTo(captured.subList(0, captured.size() - 1));
            assertThat(screen.cursorRow()).isEqualTo(Integer.parseInt(cursor[0]));
            assertThat(screen.cursorColumn()).isEqualTo(Math.min(columns - 1, Integer.parseInt(cursor[1])));
        }
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void aWatchedFullScreenProgramHasTmuxsScreen(String name, int columns, int rows) {
        String file = name + "-" + columns + "x" + rows;
        FullScreen watch = new FullScreen(columns, rows);
        byte[] stream = Streams.resource(file + ".stream");
        new VtParser().feed(stream, 0, stream.length, 0, watch);

        assertThat(watch.active())
                .isEqualTo(List.of("vim", "less", "htop", "top", "wide").contains(name));
        if (watch.active() && !name.equals("wide")) {
            List<String> captured = lines(Streams.resource(file + ".screen"));
            assertThat(watch.screen().rows()).isEqualTo(captured.subList(0, captured.size() - 1));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"bars-80x24", "bars-200x50", "python-80x24", "python-200x50", "vimquit-80x24", "vimquit-200x50"})
    void theTextIsWhatTmuxsHistoryShows(String file) {
        int columns = Integer.parseInt(file.replaceAll(".*-(\\d+)x.*", "$1"));
        int rows = Integer.parseInt(file.replaceAll(".*x", ""));
        OutputText text = Streams.text(Streams.resource(file + ".stream"), columns, rows);
        assertThat(trimmed(text.snapshot().head())).isEqualTo(trimmed(text(file + ".text")));
    }

    private static String trimmed(String text) {
        return text.replaceAll(" +\n", "\n").stripTrailing();
    }

    private static List<String> lines(byte[] captured) {
        return Arrays.stream(new String(captured, StandardCharsets.UTF_8).split("\n"))
                .map(String::stripTrailing)
                .toList();
    }

    private static String text(String file) {
        return new String(Streams.resource(file), StandardCharsets.UTF_8);
    }
}
