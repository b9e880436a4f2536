package io.github.tmuxmcp.tmux;

import io.github.tmuxmcp.tmux.format.Quoting;
import java.util.ArrayList;
import java.util.List;

/**
 * Which tmux server, by which binary.
 *
 * @param binary path or name of the tmux program
 * @param socketArguments {@code -L name}, {@code -S path}, or empty for what {@code $TMUX} or tmux itself chooses
 * @param noConfig true: a server that this starts reads no tmux.conf ({@code -f /dev/null})
 */
public record Server(String binary, List<String> socketArguments, boolean noConfig) {
    public Server {
        socketArguments = List.copyOf(socketArguments);
        if (binary.isEmpty()) {
            throw new IllegalArgumentException("the tmux binary has no name");
        }
        boolean socket = socketArguments.size() == 2
                && (socketArguments.get(0).equals("-L")
                        || socketArguments.get(0).equals("-S"))
                && !socketArguments.get(1).isEmpty();
        if (!socket && !socketArguments.isEmpty()) {
            throw new IllegalArgumentException("a socket is -L name or -S path");
        }
    }

    /**
     * The start of every argv: binary, {@code -u}, socket, configuration. Without {@code -u} a client in a non-UTF-8 locale has every
     * other character replaced by an underscore.
     */
    public List<String> prefix() {
        List<String> argv = new ArrayList<>(List.of(binary, "-u"));
        argv.addAll(socketArguments);
        if (noConfig) {
            argv.addAll(List.of("-f", "/dev/null"));
        }
        return List.copyOf(argv);
    }

    /** The argv of a process that gives one command. */
    public List<String> argv(TmuxCommand command) {
        return joined(prefix(), command.argv());
    }

    /**
     * The argv of a process that gives several commands; tmux carries them out in order and stops at the first that it refuses.
     *
     * @throws TmuxException INVALID_ARGUMENT when they exceed {@link Quoting#MAX_ARGV_BYTES} together
     */
    public List<String> argv(List<TmuxCommand> commands) {
        List<String> argv = new ArrayList<>();
        for (TmuxCommand command : commands) {
            if (!argv.isEmpty()) {
                argv.add(";");
            }
            argv.addAll(command.argv());
        }
        int bytes = Quoting.argvBytes(argv);
        if (bytes > Quoting.MAX_ARGV_BYTES) {
            throw new TmuxException(
                    TmuxException.Kind.INVALID_ARGUMENT,
                    "the commands take " + bytes + " bytes; tmux is given at most " + Quoting.MAX_ARGV_BYTES);
        }
        return joined(prefix(), argv);
    }

    /** The argv of a control client whose start-up command is this one: an {@code attach-session} or {@code new-session}. */
    public List<String> controlArgv(TmuxCommand startUp) {
        return joined(joined(prefix(), List.of("-C")), startUp.argv());
    }

    private static List<String> joined(List<String> first, List<String> second) {
        List<String> all = new ArrayList<>(first);
        all.addAll(second);
        return List.copyOf(all);
    }
}
