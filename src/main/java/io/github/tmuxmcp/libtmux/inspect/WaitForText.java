package io.github.tmuxmcp.libtmux.inspect;

import io.github.tmuxmcp.libtmux.service.CapabilityRow;
import io.github.tmuxmcp.libtmux.service.CapabilityRow.OutputClass;
import io.github.tmuxmcp.libtmux.service.Declaration;
import io.github.tmuxmcp.libtmux.service.Patterns;
import io.github.tmuxmcp.tool.Default;
import io.github.tmuxmcp.tool.Doc;
import io.github.tmuxmcp.tool.Items;
import io.github.tmuxmcp.tool.Range;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code wait_for_text}: until a pane prints a text. */
final class WaitForText {
    static final double MOST_SECONDS = 600;

    /** How a wait ended. */
    enum Outcome {
        PRESENT_AT_ENTRY,
        PENDING,
        MATCHED,
        STOPPED,
        DEADLINE,
        PANE_CLOSED,
        CANCELLED
    }

    record Input(
            @Doc("Pane id (%1)") String pane,

            @Doc("Wanted, at most 32 of 4096 bytes, 16384 together") @Items(max = Patterns.MOST) @Nullable
            List<String> patterns,

            @Doc("Ends the wait, as many") @Items(max = Patterns.MOST) @Nullable
            List<String> stop,

            @Doc("Patterns are regular expressions (RE2); default false") @Default("false")
            Boolean regex,

            @Doc("Default false") @Default("false") Boolean matchCase,

            @Doc("0 to 600; 0 looks once; default 30") @Range(min = 0, max = MOST_SECONDS) @Nullable
            Double seconds,

            @Doc("Look in the scrollback first; default false") @Default("false")
            Boolean includeHistory) {
        Input {
            Patterns.requireWithin("patterns", patterns == null ? List.of() : patterns);
            Patterns.requireWithin("stop", stop == null ? List.of() : stop);
        }
    }

    /**
     * What was seen.
     *
     * @param matchedIndex place of the pattern in its list; null when none matched
     * @param text the newest output since the call began, without escape sequences
     * @param bytes all output since then, as it came
     * @param alternateOn whether a full-screen program draws the pane, whose paint never matches
     */
    record Output(
            String pane,
            Outcome outcome,
            @Nullable Integer matchedIndex,
            @Nullable String matchedPattern,
            String text,
            long bytes,
            boolean alternateOn) {}

    static final Declaration<Input, Output> DECLARATION = new Declaration<>(
            "wait_for_text",
            "Wait for output",
            "Wait until a pane prints one of the patterns, also when it scrolls away at once. Without patterns any output counts; stop ends the wait for "
                    + "failures that you know. One's own typing never matches.",
            CapabilityRow.inspect(OutputClass.TMUX_METADATA, OutputClass.TERMINAL_CONTENT),
            Input.class,
            Output.class);

    private WaitForText() {}
}
