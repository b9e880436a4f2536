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
    /** Longest command, in characters. */
    static final int MAX_COMMAND = 4 << 20;

    private static final String PASTE_START = "\033[200~";
    private static final String PASTE_END = "\033[201~";
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

    /** Clears what nobody typed from the prompt, such as a terminal's answers, with the search or the argument that they began. */
    SessionTyping clearLine(ShellKind shell) {
        return switch (shell) {
            case BASH -> key("C-g").key("C-u");
            case ZSH, FISH -> key("C-u").key("C-u");
        };
    }

    /**
     * Takes half a line away from the prompt, so that it can come back: into the kill ring, from where C-y brings it, or in zsh, whose pastes go
     * into the kill ring too, onto the stack from which zsh brings it by itself.
     */
    SessionTyping setAside(ShellKind shell) {
        return switch (shell) {
            case BASH, FISH -> key("C-e").key("C-u");
            case ZSH -> key("M-q");
        };
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
