package io.github.tmuxmcp.libtmux.service;

import io.github.tmuxmcp.tmux.PaneId;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The pane that this process runs in, as its environment says ({@code TMUX} and {@code TMUX_PANE}). Nothing here proves that it is true, or
 * that it speaks of the selected server.
 */
public sealed interface CallerContext {
    /** Not in tmux, as far as anybody said. */
    record Detached() implements CallerContext {}

    /** Something was said that cannot be read: whatever could hit the caller is refused. */
    record Malformed() implements CallerContext {}

    /**
     * A pane of some server.
     *
     * @param socket the path of the server's socket
     * @param serverPid the server's process
     * @param session number of the session that the process was started in
     */
    record InPane(String socket, long serverPid, long session, PaneId pane) implements CallerContext {}

    /**
     * Reads the two variables, where an empty one is none.
     *
     * @param tmux {@code SOCKET,PID,SESSION}: an absolute path, a pid and a number, as tmux writes them
     * @param pane {@code %N}, as tmux writes it
     */
    static CallerContext of(@Nullable String tmux, @Nullable String pane) {
        String server = tmux == null ? "" : tmux;
        String place = pane == null ? "" : pane;
        if (server.isEmpty() && place.isEmpty()) {
            return new Detached();
        }
        Matcher parts = Shape.TMUX.matcher(server);
        if (!parts.matches() || !Shape.PANE.matcher(place).matches()) {
            return new Malformed();
        }
        return new InPane(
                parts.group(1), Long.parseLong(parts.group(2)), Long.parseLong(parts.group(3)), new PaneId(place));
    }

    /** What tmux writes: no number has a zero in front. */
    final class Shape {
        private static final Pattern TMUX =
                Pattern.compile("(/.*),([1-9][0-9]{0,9}),(0|[1-9][0-9]{0,9})", Pattern.DOTALL);
        private static final Pattern PANE = Pattern.compile("%(0|[1-9][0-9]{0,9})");

        private Shape() {}
    }
}
