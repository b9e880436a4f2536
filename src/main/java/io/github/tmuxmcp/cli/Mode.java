package io.github.tmuxmcp.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.ReadableByteChannel;

/** A server that speaks MCP over one pair of streams. The seam between the command line and the modes. */
interface Mode {
    /**
     * Serves until {@code input} ends or is closed. Called once, on the main thread.
     *
     * @throws IOException when a stream fails; the end of input and a closed channel are a normal return
     */
    void serve(ReadableByteChannel input, OutputStream output) throws IOException;

    /** Ends what serving started. Called once, from any thread, possibly while {@link #serve} still runs; at best within 100 ms. */
    void close();
}
