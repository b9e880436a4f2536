package io.github.tmuxmcp.agent.user;

import io.github.tmuxmcp.agent.service.KeySequence;
import io.github.tmuxmcp.agent.service.Texts;
import io.github.tmuxmcp.agent.service.TypedText;
import io.github.tmuxmcp.tmux.PaneId;
import io.github.tmuxmcp.tmux.Reply;
import io.github.tmuxmcp.tmux.TmuxCommand;
import io.github.tmuxmcp.tool.ToolFailure;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Text and keys for one pane of the user's, collected and sent by as few processes as their length allows. */
final class PaneTyping {
    /** UTF-8 takes at most three bytes for a UTF-16 unit, and a process is given 16,000. */
    private static final int LONGEST_RUN = 4_000;

    private static final int BYTES_PER_PROCESS = 14_000;
    /** What tmux answers in place of typing. */
    private static final String HELD_BACK = "held-back";

    private static final int BUFFER_PIECE = 4_000;
    /** tmux asks its client for a file, and attends to its panes until that has answered; of nothing it makes no buffer. */
    private static final String TURN = "load-buffer /dev/null";

    private final UserServer server;
    private final PaneId pane;
    private final List<TmuxCommand> commands = new ArrayList<>();
    private boolean heldBack;

    PaneTyping(UserServer server, PaneId pane) {
        this.server = server;
        this.pane = pane;
    }

    /** Text as it is; a newline is Enter, and other control characters act. */
    PaneTyping text(String text) {
        if (!text.isEmpty()) {
            commands.addAll(TypedText.commands(pane, text.replace('\n', '\r'), LONGEST_RUN));
        }
        return this;
    }

    PaneTyping key(String name) {
        commands.add(TmuxCommand.of("send-keys").target(pane).argument(name));
        return this;
    }

    /** Leaves whatever mode of tmux's the pane is in. */
    PaneTyping leaveMode() {
        commands.add(TmuxCommand.of("copy-mode").flag("-q").target(pane));
        return this;
    }

    PaneTyping keys(List<KeySequence.Key> keys) {
        for (KeySequence.Key key : keys) {
            if (key.named()) {
                key(key.value());
            } else {
                text(key.value());
            }
        }
        return this;
    }

    /**
     * Several lines as one paste where the program has asked for that, which only tmux knows. The buffer is deleted with its use, and by the same
     * process. A dead pane gets none: on tmux 3.3a that ends the server.
     */
    PaneTyping paste(String text) {
        String buffer = "tmux-mcp-" + UUID.randomUUID();
        for (int from = 0; from < text.length(); ) {
            int to = Math.min(text.length(), from + BUFFER_PIECE);
            if (to < text.length() && Character.isLowSurrogate(text.charAt(to))) {
                to--;
            }
            TmuxCommand set = TmuxCommand.of("set-buffer");
            commands.add((from == 0 ? set : set.flag("-a")).option("-b", buffer).argument(text.substring(from, to)));
            from = to;
        }
        commands.add(TmuxCommand.of("if-shell")
                .flag("-F")
                .target(pane)
                .argument(DEAD)
                .argument("delete-buffer -b " + buffer)
                .argument("paste-buffer -d -p -b " + buffer + " -t " + pane.value()));
        return this;
    }

    /**
     * Text and Enter, if the cursor stands in a column then: where an editor has inserted what was typed before. A longer text is sent by the caller.
     *
     * @return false when the text is too long for this; then nothing was added
     */
    boolean textIfCursorIn(int column, String text) {
        List<TmuxCommand> then = new ArrayList<>(TypedText.commands(pane, text.replace('\n', '\r'), LONGEST_RUN));
        then.add(TmuxCommand.of("send-keys").target(pane).argument("Enter"));
        StringBuilder commands = new StringBuilder();
        for (TmuxCommand command : then) {
            String line = new String(command.controlLine(), StandardCharsets.UTF_8).stripTrailing();
            commands.append(commands.isEmpty() ? "" : " ; ").append(line);
        }
        if (commands.length() > LONGEST_RUN) {
            return false;
        }
        this.commands.add(TmuxCommand.of("if-shell")
                .flag("-F")
                .target(pane)
                .argument(cursorIn(column))
                .argument(commands.toString())
                .argument("display-message -p " + HELD_BACK));
        return true;
    }

    private static final String DEAD = "#{pane_dead}";

    /** Waits inside of tmux, so that what follows sees the answer. */
    PaneTyping pause(String seconds) {
        commands.add(TmuxCommand.of("run-shell").option("-d", seconds));
        return this;
    }

    /**
     * Lets the pane's program answer until the cursor stands in a column: by turns, which take a tenth of a millisecond each, and then by a pause, which
     * takes at least a tick of the system's clock.
     */
    PaneTyping untilCursorIn(int column, int turns, String pause) {
        return until(cursorIn(column), turns, pause);
    }

    /** As {@link #untilCursorIn}, until a line's status is on the screen. */
    PaneTyping untilStatusOf(SentinelLine line, int turns, String pause) {
        return until("#{C:" + line.statusPattern() + "}", turns, pause);
    }

    private PaneTyping until(String condition, int turns, String pause) {
        for (int i = 0; i < turns; i++) {
            unless(condition, TURN);
        }
        return unless(condition, "run-shell -d " + pause);
    }

    private PaneTyping unless(String condition, String command) {
        commands.add(TmuxCommand.of("if-shell")
                .flag("-F")
                .target(pane)
                .argument(condition)
                .argument("")
                .argument(command));
        return this;
    }

    private static String cursorIn(int column) {
        return "#{==:#{cursor_x}," + column + "}";
    }

    /** Sends all of it, and looks at the pane by the last process; null when the pane is gone. */
    @Nullable
    PaneLook sendAndLook(long above, PaneLook.Rows rows) throws InterruptedException {
        List<TmuxCommand> question = PaneLook.question(pane, above, rows);
        List<TmuxCommand> batch = new ArrayList<>();
        int bytes = bytes(question);
        for (TmuxCommand command : commands) {
            int size = bytes(List.of(command));
            if (bytes + size > BYTES_PER_PROCESS && !batch.isEmpty()) {
                send(batch);
                batch = new ArrayList<>();
                bytes = bytes(question);
            }
            batch.add(command);
            bytes += size;
        }
        batch.addAll(question);
        Reply reply = server.askUnlessGone(batch);
        if (reply == null) {
            return null;
        }
        List<String> lines = reply.textLines();
        heldBack = reply.ok() && !lines.isEmpty() && lines.get(0).equals(HELD_BACK);
        return reply.ok() ? PaneLook.of(heldBack ? lines.subList(1, lines.size()) : lines) : null;
    }

    /** Whether the text of {@link #textIfCursorIn} was not typed, because the cursor stood elsewhere. */
    boolean heldBack() {
        return heldBack;
    }

    private void send(List<TmuxCommand> batch) throws InterruptedException {
        Reply reply = server.ask(batch);
        if (!reply.ok()) {
            throw new ToolFailure("tmux_failed", "tmux did not take all of the input: " + Texts.cut(reply.errorText()));
        }
    }

    private static int bytes(List<TmuxCommand> commands) {
        int bytes = 0;
        for (TmuxCommand command : commands) {
            for (String word : command.argv()) {
                bytes += word.getBytes(StandardCharsets.UTF_8).length + 1;
            }
        }
        return bytes;
    }
}
