package io.github.tmuxmcp.limits;

import java.time.Duration;

/** A moment on a {@link Ticker} after which a wait ends. */
public final class Deadline {
    private final Ticker ticker;
    private final long end;

    private Deadline(Ticker ticker, long end) {
        this.ticker = ticker;
        this.end = end;
    }

    /** The moment {@code duration} from now. */
    public static Deadline after(Duration duration, Ticker ticker) {
        return new Deadline(ticker, ticker.nanos() + duration.toNanos());
    }

    /** True from the end moment on. */
    public boolean passed() {
        return remainingNanos() <= 0;
    }

    /** Nanoseconds left; zero or negative once it has passed. */
    public long remainingNanos() {
        return end - ticker.nanos();
    }

    /** Time left, never negative. */
    public Duration remaining() {
        return Duration.ofNanos(Math.max(0, remainingNanos()));
    }
}
