package io.github.tmuxmcp.tmux;

import java.io.Serial;

/** tmux could not be asked, or did not answer. What tmux refuses by an error of its own is a {@link Reply}, not this. */
public final class TmuxException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

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
