package io.github.tmuxmcp.tmux.process;

import io.github.tmuxmcp.tmux.Reply;
import io.github.tmuxmcp.tmux.Server;
import io.github.tmuxmcp.tmux.Tmux;
import io.github.tmuxmcp.tmux.TmuxCommand;
import io.github.tmuxmcp.tmux.TmuxException;
import java.nio.charset.Charset;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** tmux by one process per command: for a server that has no session, and for one that we do not want to be a client of. */
public final class ProcessTmux implements Tmux {
    private final Server server;
    private final Map<String, String> environment;
    private final Duration timeout;
    private final List<String> before;

    /**
     * @param environment the whole environment of each process
     * @param timeout for each command; the process is killed then
     */
    public ProcessTmux(Server server, Map<String, String> environment, Duration timeout) {
        this(server, environment, timeout, List.of());
    }

    /** @param before words to put before the binary, see {@link CleanStart} */
    public ProcessTmux(Server server, Map<String, String> environment, Duration timeout, List<String> before) {
        this.server = server;
        this.environment = Map.copyOf(environment);
        this.timeout = timeout;
        this.before = List.copyOf(before);
    }

    /** {@inheritDoc} A command of more than 16,000 bytes is refused as INVALID_ARGUMENT. */
    @Override
    public Reply run(TmuxCommand command) throws InterruptedException {
        return run(server.argv(command), command.name());
    }

    /**
     * Asks several commands by one process. tmux carries them out one after the other, with nothing of other clients in between, and stops at the
     * first that it refuses.
     *
     * @return all that they printed, as one answer; not ok when one was refused
     * @throws TmuxException as {@link #run}; INVALID_ARGUMENT when they exceed 16,000 bytes together
     */
    public Reply runTogether(List<TmuxCommand> commands) throws InterruptedException {
        return run(server.argv(commands), commands.get(0).name());
    }

    private Reply run(List<String> argv, String name) throws InterruptedException {
        checkLocale(name, argv);
        List<String> words = new ArrayList<>(before);
        words.addAll(argv);
        OneProcess.Result result = OneProcess.run(words, environment, timeout);
        Reply reply = new Reply(result.status() == 0, lines(result.output()));
        if (!reply.ok()) {
            String text = reply.errorText();
            TmuxException.Kind kind = TmuxException.kindOf(text, TmuxException.Kind.INVALID_ARGUMENT);
            if (kind != TmuxException.Kind.INVALID_ARGUMENT) {
                throw new TmuxException(kind, "tmux says: " + text);
            }
        }
        return reply;
    }

    /** {@inheritDoc} They run one after the other. */
    @Override
    public List<Reply> runAll(List<TmuxCommand> commands) throws InterruptedException {
        List<Reply> replies = new ArrayList<>(commands.size());
        for (TmuxCommand command : commands) {
            replies.add(run(command));
        }
        return List.copyOf(replies);
    }

    /** Java writes argv in the charset of its locale and would put question marks for what that lacks. */
    private static void checkLocale(String name, List<String> argv) {
        // Java 17 takes the default charset, later ones the native encoding.
        Charset charset = Runtime.version().feature() == 17
                ? Charset.defaultCharset()
                : Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"));
        for (String element : argv) {
            if (!charset.newEncoder().canEncode(element)) {
                throw new TmuxException(
                        TmuxException.Kind.INVALID_ARGUMENT,
                        "an argument of " + name + " has characters that the locale's charset " + charset
                                + " lacks; start this program in a UTF-8 locale");
            }
        }
    }

    private static List<byte[]> lines(byte[] output) {
        List<byte[]> lines = new ArrayList<>();
        int start = 0;
        for (int i = 0; i < output.length; i++) {
            if (output[i] == '\n') {
                lines.add(Arrays.copyOfRange(output, start, i));
                start = i + 1;
            }
        }
        if (start < output.length) {
            lines.add(Arrays.copyOfRange(output, start, output.length));
        }
        return lines;
    }
}
