package io.github.tmuxmcp.libtmux;

import io.github.tmuxmcp.tool.Call;
import io.github.tmuxmcp.tool.Client;

/** A call of nobody. */
final class NoCall implements Call {
    @Override
    public Client client() {
        return Client.UNKNOWN;
    }

    @Override
    public boolean wantsProgress() {
        return false;
    }

    @Override
    public void progress(double progress, String message) {
        // Nobody listens.
    }
}
