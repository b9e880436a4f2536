package io.github.tmuxmcp.agent.session;

import io.github.tmuxmcp.agent.service.KeySequence;
import io.github.tmuxmcp.agent.service.Texts;
import io.github.tmuxmcp.host.TerminalModes;
import io.github.tmuxmcp.shell.ShellKind;
import io.github.tmuxmcp.tmux.PaneId;
import io.github.tmuxmcp.tmux.Reply;
import io.github.tmuxmcp.tmux.Tmux;
import io.github.tmuxmcp.tmux.TmuxCommand;
import io.github.tmuxmcp.tool.ToolFailure;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Puts text and keys into a pane, every byte of them. Text goes through a paste buffer of its own, bracketed where the program asked for
 * that, so that nothing in it acts as a key; keys go by name.
 */
final class SessionTyping {
    /** Longest command, in characters. */
    static final int MAX_COMMAND = 4 << 20;

    private static final int CHUNK = 512 << 10;
    private static final int LONGEST_LITERAL = 1_000;
    private static final Duration STTY_TIMEOUT = Duration.ofSeconds(1);
    private static final AtomicLong BUFFERS = new AtomicLong();

    private final Tmux tmux;
    private final PaneId pane;
    private final List<TmuxCommand> commands = new ArrayList<>();

    SessionTyping(Tmux tmux, PaneId pane) {
        this.tmux = tmux;
        this.pane = pane;
    }

    /** A command for a line editor: newlines stay text. What a paste does not carry goes by {@link CommandFile}. */
    SessionTyping command(String text) {
        paste(text, true);
        return this;
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

    /** Text for whatever program reads: its newlines are Enter unless the program takes the text as one paste. */
    SessionTyping text(String text) {
        paste(text, false);
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
            } else if (key.value().length() <= LONGEST_LITERAL
                    && key.value().chars().noneMatch(Character::isISOControl)) {
                commands.add(TmuxCommand.of("send-keys").target(pane).flag("-l").argument(key.value()));
            } else {
                chunks(key.value(), List.of("-r"));
            }
        }
        return this;
    }

    private void paste(String text, boolean keepNewlines) {
        chunks(text, keepNewlines ? List.of("-p", "-r") : List.of("-p"));
    }

    private void chunks(String text, List<String> flags) {
        int at = 0;
        while (at < text.length()) {
            int end = Math.min(text.length(), at + CHUNK);
            if (end < text.length() && Character.isHighSurrogate(text.charAt(end - 1))) {
                end--;
            }
            buffer(text.substring(at, end), flags);
            at = end;
        }
    }

    private void buffer(String text, List<String> flags) {
        String name = "mcp-" + BUFFERS.incrementAndGet();
        commands.add(TmuxCommand.of("set-buffer").option("-b", name).argument(text));
        TmuxCommand paste =
                TmuxCommand.of("paste-buffer").flag("-d").option("-b", name).target(pane);
        for (String flag : flags) {
            paste = paste.flag(flag);
        }
        commands.add(paste);
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

    /**
     * Refuses what cannot arrive before anything is sent: NUL, and a line that is longer than a terminal takes from a program that reads
     * line by line.
     *
     * @param lineEditor whether a line editor reads, which has no such limit
     */
    static void check(String text, boolean lineEditor, String tty) throws InterruptedException {
        if (text.indexOf('\0') >= 0) {
            throw new ToolFailure(
                    "invalid_input", "the text holds a NUL character, which no terminal takes; remove it");
        }
        int limit = canonicalLimit();
        if (lineEditor || text.length() <= limit / 4 || longestLine(text) <= limit) {
            return;
        }
        boolean canonical = TerminalModes.read(tty, STTY_TIMEOUT)
                .map(TerminalModes::canonical)
                .orElse(false);
        if (canonical) {
            throw new ToolFailure(
                    "line_too_long",
                    "nothing was sent: a line of " + longestLine(text)
                            + " bytes, and the program in the foreground reads whole lines, of which "
                            + "the terminal keeps only " + limit
                            + " bytes. Send shorter lines, or put the text into a file");
        }
    }

    private static int canonicalLimit() {
        return System.getProperty("os.name", "").startsWith("Linux") ? 4_095 : 1_023;
    }

    private static int longestLine(String text) {
        int longest = 0;
        for (String line : text.split("[\n\r]", -1)) {
            longest = Math.max(longest, line.getBytes(StandardCharsets.UTF_8).length);
        }
        return longest;
    }
}
