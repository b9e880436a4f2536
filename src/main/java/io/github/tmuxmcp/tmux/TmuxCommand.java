package io.github.tmuxmcp.tmux;

import io.github.tmuxmcp.tmux.format.Format;
import io.github.tmuxmcp.tmux.format.Quoting;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * One tmux command with its arguments as plain values. Nothing in a value can add a flag, a command or a format: {@link Quoting}
 * carries it to tmux as it is. Immutable; each method gives a new command. Flags and options come before the other arguments,
 * whatever the order of the calls.
 *
 * <p>Every method that takes a literal throws {@link TmuxException} INVALID_ARGUMENT for a value that tmux cannot be given: one with a
 * NUL or half of a surrogate pair. A newline is carried.
 */
public final class TmuxCommand {
    private static final Pattern NAME = Pattern.compile("[a-z][a-z-]*");
    private static final Pattern FLAGS = Pattern.compile("-[A-Za-z0-9]+");

    private final String name;
    private final List<String> options;
    private final List<String> arguments;

    private TmuxCommand(String name, List<String> options, List<String> arguments) {
        this.name = name;
        this.options = options;
        this.arguments = arguments;
    }

    /**
     * A command without arguments.
     *
     * @param name tmux's name for it, such as {@code new-window}
     * @throws IllegalArgumentException when the name is no tmux command's spelling
     */
    public static TmuxCommand of(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("not the spelling of a tmux command");
        }
        return new TmuxCommand(name, List.of(), List.of());
    }

    /** Adds a flag that has no value: {@code -d}; several may share one dash. */
    public TmuxCommand flag(String flag) {
        if (!FLAGS.matcher(flag).matches()) {
            throw new IllegalArgumentException("a flag is a dash and letters");
        }
        return new TmuxCommand(name, plus(options, List.of(flag)), arguments);
    }

    /** Adds a flag and a value that tmux takes as it is. An argument that tmux expands as a format needs {@link #expanded}. */
    public TmuxCommand option(String flag, String literal) {
        return new TmuxCommand(name, plus(options, Quoting.option(checkedFlag(flag), checked(literal))), arguments);
    }

    /** Adds a flag and a literal for a value that tmux expands as a format: names, {@code -c} directories. tmux gets back the literal. */
    public TmuxCommand expanded(String flag, String literal) {
        return option(flag, Quoting.literalInFormat(name, checked(literal)));
    }

    /** Adds a flag and a format of ours: {@code -F}. */
    public TmuxCommand template(String flag, Format format) {
        return option(flag, format.template());
    }

    /** Adds {@code -t} and a pane. */
    public TmuxCommand target(PaneId pane) {
        return option("-t", pane.value());
    }

    /** Adds {@code -t} and a window. */
    public TmuxCommand target(WindowId window) {
        return option("-t", window.value());
    }

    /** Adds {@code -t} and a session. */
    public TmuxCommand target(SessionId session) {
        return option("-t", session.value());
    }

    /** Adds an argument that tmux takes as it is; it is never read as a flag. */
    public TmuxCommand argument(String literal) {
        return new TmuxCommand(name, options, plus(arguments, List.of(checked(literal))));
    }

    /** Adds a literal for an argument that tmux expands as a format: a new name, pipe-pane's command, a buffer's path. */
    public TmuxCommand expandedArgument(String literal) {
        return argument(Quoting.literalInFormat(name, checked(literal)));
    }

    /** Adds a format of ours as an argument. */
    public TmuxCommand argument(Format format) {
        return argument(format.template());
    }

    /** tmux's name of the command. */
    public String name() {
        return name;
    }

    /** True when the command has this flag, alone or among others behind one dash. */
    public boolean hasFlag(char letter) {
        return options.stream().anyMatch(word -> FLAGS.matcher(word).matches() && word.indexOf(letter) > 0);
    }

    /**
     * The command as the last elements of a tmux process's argv.
     *
     * @throws TmuxException INVALID_ARGUMENT when they exceed {@link Quoting#MAX_ARGV_BYTES}
     */
    public List<String> argv() {
        List<String> argv = Quoting.argv(words());
        int bytes = Quoting.argvBytes(argv);
        if (bytes > Quoting.MAX_ARGV_BYTES) {
            throw tooLong(bytes, Quoting.MAX_ARGV_BYTES);
        }
        return argv;
    }

    /**
     * The command as one line of control mode, in UTF-8, with its line end.
     *
     * @throws TmuxException INVALID_ARGUMENT when it exceeds {@link Quoting#MAX_LINE_BYTES}
     */
    public byte[] controlLine() {
        byte[] line = Quoting.controlLine(words());
        if (line.length > Quoting.MAX_LINE_BYTES) {
            throw tooLong(line.length, Quoting.MAX_LINE_BYTES);
        }
        return line;
    }

    /** Name and counts only: values may be secrets. */
    @Override
    public String toString() {
        return "TmuxCommand[" + name + ", options=" + options.size() + ", arguments=" + arguments.size() + "]";
    }

    private List<String> words() {
        return Quoting.words(name, options, arguments);
    }

    private TmuxException tooLong(int bytes, int bound) {
        return new TmuxException(
                TmuxException.Kind.INVALID_ARGUMENT,
                "the arguments of " + name + " take " + bytes + " bytes; tmux is given at most " + bound);
    }

    private static String checkedFlag(String flag) {
        if (flag.length() != 2 || !FLAGS.matcher(flag).matches()) {
            throw new IllegalArgumentException("an option is a dash and one letter");
        }
        return flag;
    }

    private String checked(String literal) {
        String reason = Quoting.whyUnsendable(literal);
        if (reason != null) {
            throw new TmuxException(TmuxException.Kind.INVALID_ARGUMENT, "an argument of " + name + " holds " + reason);
        }
        return literal;
    }

    private static List<String> plus(List<String> list, List<String> more) {
        List<String> all = new ArrayList<>(list.size() + more.size());
        all.addAll(list);
        all.addAll(more);
        return List.copyOf(all);
    }
}
