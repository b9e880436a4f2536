package io.github.tmuxmcp.mcp;

import java.io.IOException;
import java.io.OutputStream;

/** Whole lines to one stream, from any thread. The first failure is the last write: the reader of a broken stream does not come back. */
final class LineWriter {
    private final OutputStream out;
    private final Runnable onBroken;
    private boolean broken;

    /**
     * @param onBroken runs once, on the thread whose write failed
     */
    LineWriter(OutputStream out, Runnable onBroken) {
        this.out = out;
        this.onBroken = onBroken;
    }

    /**
     * @param line with its newline
     */
    void write(LineBuffer line) {
        synchronized (this) {
            if (broken) {
                return;
            }
            try {
                line.writeTo(out);
                out.flush();
                return;
            } catch (IOException e) {
                broken = true;
            }
        }
        onBroken.run();
    }
}
