package io.github.tmuxmcp.agent.user;

import io.github.tmuxmcp.agent.service.Echo;
import io.github.tmuxmcp.terminal.CodePoints;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a pane shows of one call: the lines behind the echo of what was typed, up to the status line if it has come.
 *
 * @param lines without status lines
 * @param begins whether the first of them is where the output begins; else older rows are gone, or were not asked for
 * @param status what the status line says; null when it is not there
 */
record PaneOutput(
        List<String> lines, boolean begins, @Nullable Integer status) {
    /**
     * What was typed, and where.
     *
     * @param sentinel whose status line ends the output; null when there will be none
     * @param chained whether that is what was typed, so that the output begins behind its echo
     * @param shell which shell it was typed into, where that is known
     * @param lines what was typed else, a line for each Enter
     * @param before what stood on the cursor's row
     * @param line the cursor's row: how many were above it, those of the history included
     */
    record Typed(
            @Nullable SentinelLine sentinel,
            boolean chained,
            @Nullable UserShell shell,
            List<String> lines,
            String before,
            long line) {

        /** A command with its status line. */
        static Typed command(SentinelLine sentinel, @Nullable UserShell shell, PaneLook before) {
            return new Typed(sentinel, true, shell, List.of(), "", before.pane().cursorLine());
        }

        /** The last line that is the echo of the first one typed; negative for none. */
        private int echoIn(List<String> shown) {
            String first = lines.isEmpty() ? "" : lines.get(0).stripTrailing();
            for (int i = shown.size() - 1; i >= 0 && !first.isBlank(); i--) {
                String line = shown.get(i).stripTrailing();
                if (line.startsWith(before) && line.endsWith(first)) {
                    return i;
                }
            }
            return -1;
        }

        /** Lines or keys as they are, for whatever reads. */
        static Typed plain(PaneMemory memory, List<String> lines, PaneLook before) {
            SentinelLine pending = memory.pending();
            // What a full-screen program leaves is what its command has printed.
            return pending != null && (before.pane().alternate() || memory.paints())
                    ? command(pending, null, before)
                    : new Typed(
                            pending,
                            false,
                            null,
                            lines,
                            before.beforeCursor(),
                            before.pane().cursorLine());
        }
    }

    /**
     * Finds it.
     *
     * @param exact whether the first line of the look is the row on which the cursor stood when it was typed
     */
    static PaneOutput of(PaneLook look, Typed typed, boolean exact, PaneMemory memory) {
        List<String> lines = look.lines();
        SentinelLine sentinel = typed.sentinel();
        Integer status = null;
        int end = lines.size();
        if (sentinel != null) {
            for (int i = lines.size() - 1; i >= 0 && status == null; i--) {
                status = sentinel.statusIn(lines.get(i));
                end = status == null ? end : i;
            }
        }
        if (sentinel != null && typed.chained()) {
            SentinelLine.Place before = sentinel.endBefore(lines.subList(0, end));
            int first = before == null ? 0 : before.line() + 1;
            for (int i = 0; before == null && i < end; i++) {
                // The echo is not to be found: at least nothing from before another line of ours is shown.
                first = memory.isOurs(lines.get(i)) ? i + 1 : first;
            }
            List<String> output = new ArrayList<>(lines.subList(first, end));
            if (before != null && isGlued(lines.get(before.line()), before.end(), look)) {
                output.add(0, lines.get(before.line()).substring(before.end()));
            } else if (before != null
                    && typed.shell() == UserShell.ZSH
                    && !output.isEmpty()
                    && output.get(0).isEmpty()
                    && fillsRow(lines.get(before.line()), before.end(), look)) {
                // zsh has gone to the next row by itself.
                output.remove(0);
            }
            return new PaneOutput(without(sentinel.withoutContinuations(output), memory), before != null, status);
        }
        int start = exact ? 0 : typed.echoIn(lines.subList(0, end));
        boolean begins = exact || start >= 0;
        List<String> rest = new ArrayList<>(lines.subList(Math.max(0, start), end));
        List<String> behind = begins ? behindEcho(rest, typed, look) : null;
        if (behind != null) {
            String text = Echo.strip(
                    String.join("\n", behind),
                    typed.lines()
                            .subList(
                                    Math.min(1, typed.lines().size()),
                                    typed.lines().size()));
            return new PaneOutput(without(List.of(text.split("\n", -1)), memory), true, status);
        }
        if (begins && !rest.isEmpty() && rest.get(0).startsWith(typed.before())) {
            String first = rest.get(0).substring(typed.before().length());
            if (first.isBlank() && rest.size() > 1) {
                // Only the end of what the program had asked on this row.
                rest.remove(0);
            } else {
                rest.set(0, first);
            }
        }
        String text = Echo.strip(String.join("\n", rest), typed.lines());
        return new PaneOutput(without(List.of(text.split("\n", -1)), memory), begins, status);
    }

    /**
     * What stands behind the echo of the first line typed, over however many rows the editor has laid it; null when the first rows are no such echo, and
     * nothing while it is still coming.
     */
    private static @Nullable List<String> behindEcho(List<String> lines, Typed typed, PaneLook look) {
        String first = typed.lines().isEmpty() ? "" : typed.lines().get(0);
        String expected = (typed.before() + first).replace(" ", "");
        if (first.isBlank()) {
            return null;
        }
        int found = 0;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            for (int at = 0; at < line.length() && found < expected.length(); at++) {
                if (line.charAt(at) == ' ') {
                    continue;
                }
                if (line.charAt(at) != expected.charAt(found)) {
                    return null;
                }
                found++;
                if (found == expected.length()) {
                    List<String> rest = new ArrayList<>(lines.subList(i + 1, lines.size()));
                    if (isGlued(line, at + 1, look)) {
                        rest.add(0, line.substring(at + 1));
                    }
                    return isGlued(line, at + 1, look) || line.substring(at + 1).isBlank() ? rest : null;
                }
            }
        }
        return List.of();
    }

    /** Whether a line goes on behind an echo that fills its row to the last cell: the editor has said that it does. */
    private static boolean isGlued(String line, int echoEnd, PaneLook look) {
        return !line.substring(echoEnd).isBlank() && fillsRow(line, echoEnd, look);
    }

    private static boolean fillsRow(String line, int end, PaneLook look) {
        return end > 0
                && CodePoints.columns(line.substring(0, end)) % look.pane().columns() == 0;
    }

    private static List<String> without(List<String> lines, PaneMemory memory) {
        return lines.stream().filter(line -> !memory.isOurs(line)).toList();
    }

    /** The lines as one text. */
    String text() {
        return String.join("\n", lines);
    }
}
