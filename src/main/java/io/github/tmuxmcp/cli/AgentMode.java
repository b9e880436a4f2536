package io.github.tmuxmcp.cli;

import io.github.tmuxmcp.agent.service.AgentSettings;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ReadableByteChannel;

/** Agent mode, wired: the one place where settings, tmux, tools and wire meet. */
final class AgentMode implements Mode {
    private final AgentSettings settings;

    AgentMode(AgentSettings settings) {
        this.settings = settings;
    }

    @Override
    public void serve(ReadableByteChannel input, OutputStream output) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(8192);
        try {
            while (input.read(buffer) >= 0) {
                buffer.clear();
            }
        } catch (ClosedChannelException ended) {
            return;
        }
    }

    @Override
    public void close() {}

    @Override
    public String toString() {
        return "AgentMode[" + settings + "]";
    }
}
