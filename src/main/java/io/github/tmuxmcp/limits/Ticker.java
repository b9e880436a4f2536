package io.github.tmuxmcp.limits;

/** A monotonic clock. It comes in from {@code cli}, so that waits can be tested without waiting. */
@FunctionalInterface
public interface Ticker {
    /** The clock of this machine. */
    Ticker SYSTEM = System::nanoTime;

    /** Nanoseconds since an arbitrary origin; only differences mean anything. */
    long nanos();
}
