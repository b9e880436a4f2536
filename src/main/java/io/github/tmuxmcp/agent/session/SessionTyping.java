package io.github.tmuxmcp.agent.session;

import io.github.tmuxmcp.agent.service.KeySequence;
import io.github.tmuxmcp.agent.service.Texts;
import io.github.tmuxmcp.agent.service.TypedText;
import io.github.tmuxmcp.shell.ShellKind;
import io.github.tmuxmcp.tmux.PaneId;
import io.github.tmuxmcp.tmux.Reply;
import io.github.tmuxmcp.tmux.Tmux;
import io.github.tmuxmcp.tmux.TmuxCommand;
import io.github.tmuxmcp.tool.ToolFailure;
import java.util.ArrayList;
import java.util.List;

/**
 * Puts text and keys into a pane, every byte of them. All of it goes by {@code send-keys}: {@code paste-buffer} into a pane whose process has
 * just ended kills the whole server of tmux 3.3a.
 */
final class SessionTyping {
    private static final String PASTE_START = "\033[200~";
    private static final String PASTE_END = "\033[201~";
    /** Keys that the marker files bind in every keymap, so that it does not matter which one the editor is in. */
    private static final String CLEAR_LINE = "\036\013";

    private static final String SET_ASIDE = "\036\025";
    private static final String PUT_BACK = "\036\031";
    private static final int LONGEST_RUN = 64 << 10;

    private final Tmux tmux;
    private final PaneId pane;
    private final List<TmuxCommand> commands = new ArrayList<>();

    SessionTyping(Tmux tmux, PaneId pane) {
        this.tmux = tmux;
        this.pane = pane;
    }

    /**
     * Text as one piece: bracketed where the reader asked for that, so that nothing in it acts as a key.
     *
     * @param bracketed whether the reader asked for bracketed paste; else a newline is Enter
     */
    SessionTyping paste(String text, boolean bracketed) {
        if (text.isEmpty()) {
            return this;
        }
        if (!bracketed) {
            raw(text.replace('\n', '\r'));
            return this;
        }
        commands.addAll(TypedText.bytes(pane, PASTE_START));
        raw(text);
        commands.addAll(TypedText.bytes(pane, PASTE_END));
        return this;
    }

    /**
     * Clears what nobody typed from the prompt, such as a terminal's answers, with the search or the argument that they began.
     *
     * @param editor whether the shell's line editor reads
     */
    SessionTyping clearLine(ShellKind shell, boolean editor) {
        if (!editor) {
            // The terminal's own key for it, where the line editor was switched off.
            return key("C-u");
        }
        if (shell == ShellKind.BASH) {
            key("C-g");
        }
        commands.addAll(TypedText.bytes(pane, CLEAR_LINE));
        return this;
    }

    /** Takes half a line away from the prompt, so that it can come back: by {@link #putBack}, or in zsh by itself. */
    SessionTyping setAside() {
        commands.addAll(TypedText.bytes(pane, SET_ASIDE));
        return this;
    }

    /** Brings back what {@link #setAside} took. */
    SessionTyping putBack() {
        commands.addAll(TypedText.bytes(pane, PUT_BACK));
        return this;
    }

    /** One key by tmux's name. */
    SessionTyping key(String name) {
        commands.add(TmuxCommand.of("send-keys").target(pane).argument(name));
        return this;
    }

    /** Keys and literal text as {@code keys} gives them; control characters in the text act. */
    SessionTyping keys(List<KeySequence.Key> keys) {
        for (KeySequence.Key key : keys) {
            if (key.named()) {
                key(key.value());
            } else {
                raw(key.value());
            }
        }
        return this;
    }

    private void raw(String text) {
        commands.addAll(TypedText.commands(pane, text, LONGEST_RUN));
    }

    /** Sends all of it in one write. */
    void send() throws InterruptedException {
        List<Reply> replies = tmux.runAll(commands);
        for (Reply reply : replies) {
            if (!reply.ok()) {
                throw new ToolFailure("tmux_failed", "tmux did not take the input: " + Texts.cut(reply.errorText()));
            }
        }
    }
}
