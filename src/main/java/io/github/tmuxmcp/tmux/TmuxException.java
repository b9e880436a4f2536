package io.github.tmuxmcp.tmux;

import java.io.Serial;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** tmux could not be asked, or did not answer. What tmux refuses by an error of its own is a {@link Reply}, not this. */
public final class TmuxException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    private static final String REMEDY =
            "install tmux " + TmuxVersion.OLDEST + " or newer, or set TMUX_MCP_TMUX_BIN (--tmux-bin) to one";

    /** EAGAIN of Linux and of macOS, ENOMEM, and what Java 17 makes of them when its helper cannot be started. */
    private static final Pattern FULL = Pattern.compile("error=(11|35|12), |spawn helper");

    private static final Pattern ERRNO = Pattern.compile("error=\\d+, (.*)");

    private final Kind kind;

    /** What went wrong. */
    public enum Kind {
        /** The tmux binary cannot be started. */
        NOT_INSTALLED,
        /** The binary is older than {@link TmuxVersion#OLDEST}. */
        TOO_OLD,
        /** Nobody listens on the socket, or the server has no session to attach to. */
        NO_SERVER,
        /** The server or our client of it ended while we were connected. */
        SERVER_GONE,
        /** No answer within the time-out; the command may still be carried out. */
        TIMED_OUT,
        /** Anything else between us and tmux: a reply over its bound, a start-up command that tmux refused, a closed connection. */
        TRANSPORT,
        /** A value that cannot be carried to tmux; nothing was sent. */
        INVALID_ARGUMENT
    }

    public TmuxException(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    public TmuxException(Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    /**
     * The failure of a binary that cannot be used as tmux.
     *
     * @param reason one line; what to do is added
     */
    public static TmuxException notInstalled(String reason) {
        return new TmuxException(Kind.NOT_INSTALLED, reason + "; " + REMEDY);
    }

    /** The same of one that hangs: TIMED_OUT. */
    public static TmuxException silent(String reason) {
        return new TmuxException(Kind.TIMED_OUT, reason + "; " + REMEDY);
    }

    /**
     * The failure to start a process.
     *
     * @param program its first word
     * @param failure what {@link ProcessBuilder#start} or the start of a thread threw
     * @return NOT_INSTALLED, or TRANSPORT when the system has no room for one more process or thread
     */
    public static TmuxException cannotStart(String program, Throwable failure) {
        String reason = String.valueOf(failure.getMessage());
        if (failure instanceof Error || FULL.matcher(reason).find()) {
            return new TmuxException(
                    Kind.TRANSPORT,
                    "cannot start " + program
                            + ": the system takes no more processes or threads of this user (ulimit -u)"
                            + ", or has no memory for one; end some and call again",
                    failure);
        }
        Matcher errno = ERRNO.matcher(reason);
        String why = errno.find() ? ": " + Reply.oneLine(errno.group(1)) : "";
        return new TmuxException(Kind.NOT_INSTALLED, "cannot start " + program + why + "; " + REMEDY, failure);
    }

    public Kind kind() {
        return kind;
    }

    /**
     * The kind of a failure that the tmux client tells in words.
     *
     * @param clientText the first line of what the client wrote
     * @param otherwise the kind of a text that is none of the client's known ones
     */
    public static Kind kindOf(String clientText, Kind otherwise) {
        if (clientText.startsWith("no server running on ")
                || clientText.startsWith("error connecting to ")
                || clientText.equals("no sessions")) {
            return Kind.NO_SERVER;
        }
        if (clientText.startsWith("server exited") || clientText.startsWith("lost server")) {
            return Kind.SERVER_GONE;
        }
        return otherwise;
    }
}
