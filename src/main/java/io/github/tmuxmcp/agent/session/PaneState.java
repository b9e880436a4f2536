package io.github.tmuxmcp.agent.session;

import io.github.tmuxmcp.agent.service.DeadPane;
import io.github.tmuxmcp.tmux.PaneId;
import io.github.tmuxmcp.tmux.Reply;
import io.github.tmuxmcp.tmux.Tmux;
import io.github.tmuxmcp.tmux.TmuxCommand;
import io.github.tmuxmcp.tmux.format.Format;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What tmux tells of a pane at one moment.
 *
 * @param exitCode of a dead pane's process: its status, or 128 and the signal; null while it lives or when tmux cannot tell
 * @param mode name of the mode that the pane is in ({@code copy-mode}, {@code view-mode}); empty for none
 * @param inputOff whether tmux drops what is typed there, as after {@code select-pane -d}
 * @param piped whether the log is still being written
 */
record PaneState(
        String pane,
        long pid,
        String tty,
        boolean dead,
        @Nullable Integer exitCode,
        String command,
        String path,
        String mode,
        boolean inputOff,
        boolean piped) {
    static final Format FORMAT = Format.fields(
            "session_name",
            "pane_id",
            "pane_pid",
            "pane_tty",
            "pane_dead",
            "pane_dead_status",
            "pane_dead_signal",
            "pane_current_command",
            "pane_current_path",
            "pane_mode",
            "pane_input_off",
            "pane_pipe");

    /** What tmux tells of the pane now; null when it is gone. */
    static @Nullable PaneState of(Tmux tmux, PaneId pane) throws InterruptedException {
        Reply reply = tmux.run(TmuxCommand.of("list-panes").target(pane).template("-F", FORMAT));
        if (!reply.ok()) {
            return null;
        }
        return all(reply.textLines()).stream()
                .filter(state -> state.pane().equals(pane.value()))
                .findFirst()
                .orElse(null);
    }

    /** The panes of a reply to {@link #FORMAT}; a field may hold newlines. */
    static List<PaneState> all(List<String> lines) {
        return FORMAT.rows(lines).stream().map(PaneState::of).toList();
    }

    private static PaneState of(List<String> fields) {
        return new PaneState(
                fields.get(1),
                Long.parseLong(fields.get(2)),
                fields.get(3),
                fields.get(4).equals("1"),
                DeadPane.exitCode(fields.get(5), fields.get(6)),
                fields.get(7),
                fields.get(8),
                fields.get(9),
                fields.get(10).equals("1"),
                fields.get(11).equals("1"));
    }
}
