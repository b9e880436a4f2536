package io.github.tmuxmcp.cli;

import io.github.tmuxmcp.agent.AgentServices;
import io.github.tmuxmcp.agent.AgentTools;
import io.github.tmuxmcp.agent.service.AgentSettings;
import io.github.tmuxmcp.limits.Ticker;
import io.github.tmuxmcp.mcp.McpServer;
import io.github.tmuxmcp.tool.Dispatcher;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.ReadableByteChannel;
import org.jspecify.annotations.Nullable;

/** Agent mode, wired: the one place where settings, tmux, tools and wire meet. */
final class AgentMode implements Mode {
    private final AgentSettings settings;
    private final FaultLog faults;
    private final AgentServices services;
    private volatile @Nullable McpServer server;

    AgentMode(AgentSettings settings, FaultLog faults) {
        this.settings = settings;
        this.faults = faults;
        this.services = new AgentServices(
                settings, Ticker.SYSTEM, ProcessHandle.current().pid());
    }

    @Override
    public void serve(ReadableByteChannel input, OutputStream output) throws IOException {
        Dispatcher<AgentServices> dispatcher = new Dispatcher<>(AgentTools.catalog(), services, services.answers());
        dispatcher.prepareInBackground();
        McpServer opened = new McpServer(
                new McpServer.Settings(
                        "tmux-mcp", Version.current(), AgentTools.INSTRUCTIONS, AgentTools.toolsListJson()),
                dispatcher,
                input,
                output,
                faults::report);
        server = opened;
        opened.serve();
    }

    @Override
    public void close() {
        McpServer opened = server;
        if (opened != null) {
            opened.close();
        }
        services.close();
    }

    @Override
    public String toString() {
        return "AgentMode[" + settings + "]";
    }
}
