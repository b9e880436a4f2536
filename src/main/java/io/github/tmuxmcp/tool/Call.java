package io.github.tmuxmcp.tool;

/** One call in flight. When its caller cancels it, the thread that runs its handler is interrupted. */
public interface Call {
    /** Who is calling. */
    Client client();

    /** When the request was read, by {@link System#nanoTime}; what it waited for its turn counts for its caller. */
    default long arrivalNanos() {
        return System.nanoTime();
    }

    /** Bytes of the request's id, which its answer repeats, for a tool whose answer has a bound as a whole. */
    default int idBytes() {
        return 0;
    }

    /** True when the caller asked for progress. */
    boolean wantsProgress();

    /**
     * Tells the caller how far the call is. Does nothing when the caller did not ask, or when the call has ended.
     *
     * @param progress grows with each report; its unit is the tool's own
     * @param message one line for a person; may be empty
     */
    void progress(double progress, String message);
}
