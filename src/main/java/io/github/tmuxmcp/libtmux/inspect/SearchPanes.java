package io.github.tmuxmcp.libtmux.inspect;

import io.github.tmuxmcp.libtmux.service.CapabilityRow;
import io.github.tmuxmcp.libtmux.service.CapabilityRow.OutputClass;
import io.github.tmuxmcp.libtmux.service.Declaration;
import io.github.tmuxmcp.tool.Default;
import io.github.tmuxmcp.tool.Doc;
import io.github.tmuxmcp.tool.Range;
import io.github.tmuxmcp.tool.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code search_panes}: panes by what they show. */
final class SearchPanes {
    static final int MOST_CHARACTERS = 4096;

    record Input(
            @Doc("Text, at most 4096 characters; with regex a regular expression (RE2)") @Size(max = MOST_CHARACTERS)
            String pattern,

            @Doc("Default false") @Default("false") Boolean regex,

            @Doc("Default false") @Default("false") Boolean matchCase,

            @Doc("Search the scrollback too; default false") @Default("false")
            Boolean history,

            @Doc("Only this session: id ($1) or name") @Nullable
            String session,

            @Doc("Only this window: id (@1)") @Nullable String window,

            @Doc("Matching lines kept; default and most 200") @Range(min = 0) @Nullable
            Long maxLines,

            @Doc("Bytes of them kept; default 100000") @Range(min = 0) @Nullable
            Long maxBytes) {}

    /**
     * The matches.
     *
     * @param capped whether a pane, a row or a match was left out
     * @param dropped matches left out
     * @param droppedBytes their bytes
     */
    record Output(List<Match> matches, int panesSearched, boolean capped, long dropped, long droppedBytes) {}

    /**
     * One row that matches.
     *
     * @param line from 0, the oldest row that was read
     * @param text the whole row
     */
    record Match(String pane, String windowId, long line, String text) {}

    static final Declaration<Input, Output> DECLARATION = new Declaration<>(
            "search_panes",
            "Search panes",
            "Search the text of all panes, newest rows first, and tell pane and row of each match. capped says that something was left out.",
            CapabilityRow.inspect(OutputClass.TMUX_METADATA, OutputClass.TERMINAL_CONTENT),
            Input.class,
            Output.class);

    private SearchPanes() {}
}
