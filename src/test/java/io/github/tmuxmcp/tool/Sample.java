package io.github.tmuxmcp.tool;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A catalog of one tool that has every kind of argument. */
final class Sample {
    enum Direction {
        BELOW,
        RIGHT_OF
    }

    record Input(
            @Doc("The command line.") @Size(max = 20) String command,
            @Doc("Keys.") @Items(min = 1) List<String> keys,
            @Nullable @Range(min = 0.1, max = 3600) Double timeout,
            @Nullable @Range(min = 5, max = 95) Integer size,
            @Nullable String waitFor,
            @Default("false") Boolean select,
            @Default("below") Direction direction,
            @Nullable List<String> names,
            @Default("2.5") @Range(min = 0) Double pause) {}

    record Row(String id, @Nullable Integer width, Map<String, Long> counts, List<Direction> sides) {}

    @CamelCase
    record Output(
            List<Row> rows,
            @Nullable Row first,
            boolean more,
            double seconds,
            @Nullable Object any,
            String onError) {}

    @Dashed
    enum Corner {
        TOP_LEFT,
        RIGHT
    }

    record Operation(String tool, @Nullable Map<String, Object> arguments) {}

    record Operations(
            @Items(min = 1, max = 2) List<Operation> operations,

            @Nullable @Size(pattern = "^[a-z]+$", words = "small letters")
            List<String> names,

            @Nullable Corner corner) {}

    record Nothing() {}

    static final Tool<Object, Input, TextResult> TOOL = Tool.of(
            "sample_tool",
            "Sample",
            "Does a thing | or two.  More words. And more.",
            Capability.DESTRUCTIVE_OPEN_WORLD,
            Input.class,
            TextResult.class,
            (services, input, call) -> TextResult.of(input.toString()));

    static final Tool<Object, Nothing, TextResult> EMPTY = Tool.of(
            "empty",
            "",
            "Does nothing",
            Capability.READ_ONLY,
            Nothing.class,
            TextResult.class,
            (services, input, call) -> TextResult.of(""));

    static final Catalog<Object> CATALOG = new Catalog<>(List.of(TOOL, EMPTY));

    private Sample() {}
}
