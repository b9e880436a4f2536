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
import java.util.HexFormat;
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
    /** Keys that the marker files bind in every keymap, so that it does not matter which one the editor is in. */
    private static final String CLEAR_LINE = "\036\013";

    private static final String SET_ASIDE = "\036\025";
    private static final String PUT_BACK = "\036\031";
    private static final HexFormat HEX = HexFormat.of();
    private static final int LONGEST_RUN = 64 << 10;
    private static final int MOST_RUNS = 50_000;
    private static final int BYTES_PER_COMMAND = 2_000;
    private static final Duration STTY_TIMEOUT = Duration.ofSeconds(1);

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
        hexadecimal(PASTE_START);
        raw(text);
        hexadecimal(PASTE_END);
        return this;
    }

    /** Clears what nobody typed from the prompt, such as a terminal's answers, with the search or the argument that they began. */
    SessionTyping clearLine(ShellKind shell) {
        if (shell == ShellKind.BASH) {
            key("C-g");
        }
        hexadecimal(CLEAR_LINE);
        return this;
    }

    /** Takes half a line away from the prompt, so that it can come back: by {@link #putBack}, or in zsh by itself. */
    SessionTyping setAside() {
        hexadecimal(SET_ASIDE);
        return this;
    }

    /** Brings back what {@link #setAside} took. */
    SessionTyping putBack() {
        hexadecimal(PUT_BACK);
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

    /** Printable runs as they are, control characters between them as bytes; a text of very many runs as bytes altogether. */
    private void raw(String text) {
        List<String> runs = runs(text);
        if (runs.size() > MOST_RUNS) {
            hexadecimal(text);
            return;
        }
        for (String run : runs) {
            if (Character.isISOControl(run.charAt(0))) {
                hexadecimal(run);
            } else {
                commands.add(TmuxCommand.of("send-keys").target(pane).flag("-l").argument(run));
            }
        }
    }

    private static List<String> runs(String text) {
        List<String> runs = new ArrayList<>();
        int start = 0;
        for (int i = 1; i <= text.length(); i++) {
            boolean ends = i == text.length()
                    || Character.isISOControl(text.charAt(i)) != Character.isISOControl(text.charAt(start))
                    || (i - start >= LONGEST_RUN && !Character.isLowSurrogate(text.charAt(i)));
            if (ends) {
                runs.add(text.substring(start, i));
                start = i;
            }
        }
        return runs;
    }

    private void hexadecimal(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        for (int from = 0; from < bytes.length; from += BYTES_PER_COMMAND) {
            TmuxCommand command = TmuxCommand.of("send-keys").target(pane).flag("-H");
            for (int i = from; i < Math.min(bytes.length, from + BYTES_PER_COMMAND); i++) {
                command = command.argument(HEX.toHexDigits(bytes[i]));
            }
            commands.add(command);
        }
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
