package io.github.tmuxmcp.agent;

import io.github.tmuxmcp.limits.Ticker;
import io.github.tmuxmcp.tool.Call;
import io.github.tmuxmcp.tool.Client;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A client that gives a call 60 s, on a clock that runs so fast that a test can wait for them; it notes the progress that it is told. */
final class ImpatientClient implements Call {
    private static final int TIMES = 20;
    private static final long ORIGIN = System.nanoTime();

    static final Ticker CLOCK = () -> ORIGIN + (System.nanoTime() - ORIGIN) * TIMES;

    private final boolean wantsProgress;
    private final long arrival = CLOCK.nanos();
    private final List<Double> progress = Collections.synchronizedList(new ArrayList<>());

    ImpatientClient(boolean wantsProgress) {
        this.wantsProgress = wantsProgress;
    }

    /** The progress that it was told so far. */
    List<Double> progress() {
        return List.copyOf(progress);
    }

    @Override
    public Client client() {
        return new Client("somebody", "1");
    }

    @Override
    public long arrivalNanos() {
        return arrival;
    }

    @Override
    public boolean wantsProgress() {
        return wantsProgress;
    }

    @Override
    public void progress(double seconds, String message) {
        progress.add(seconds);
    }
}
