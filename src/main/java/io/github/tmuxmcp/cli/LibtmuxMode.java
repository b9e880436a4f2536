package io.github.tmuxmcp.cli;

import io.github.tmuxmcp.libtmux.LibtmuxSurface;
import io.github.tmuxmcp.libtmux.LibtmuxTools;
import io.github.tmuxmcp.libtmux.service.CallerContext;
import io.github.tmuxmcp.libtmux.service.CapabilitiesReport;
import io.github.tmuxmcp.mcp.McpServer;
import io.github.tmuxmcp.mcp.Resources;
import io.github.tmuxmcp.tool.AnswerRoom;
import io.github.tmuxmcp.tool.Dispatcher;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.ReadableByteChannel;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Libtmux mode, wired: the one place where its surface, its services and the wire meet. Whoever found the tmux server hands them in.
 *
 * @param <C> what the tools work with
 */
final class LibtmuxMode<C> implements Mode {
    private final LibtmuxSurface<C> surface;
    private final String toolsListJson;
    private final CallerContext caller;
    private final C services;
    private final AnswerRoom answers;
    private final Runnable end;
    private final FaultLog faults;
    private volatile @Nullable McpServer server;

    /**
     * @param toolsListJson the result of {@code tools/list} for all tools, as it was generated
     * @param caller the pane that the client runs in
     * @param answers where the services take room for long answers
     * @param end ends the services
     */
    LibtmuxMode(
            LibtmuxSurface<C> surface,
            String toolsListJson,
            CallerContext caller,
            C services,
            AnswerRoom answers,
            Runnable end,
            FaultLog faults) {
        this.surface = surface;
        this.toolsListJson = toolsListJson;
        this.caller = caller;
        this.services = services;
        this.answers = answers;
        this.end = end;
        this.faults = faults;
    }

    @Override
    public void serve(ReadableByteChannel input, OutputStream output) throws IOException {
        Dispatcher<C> dispatcher = surface.dispatcher(services, answers);
        dispatcher.prepareInBackground();
        McpServer opened = new McpServer(
                new McpServer.Settings(
                        "tmux-mcp",
                        Version.current(),
                        LibtmuxTools.instructions(caller),
                        surface.toolsListJson(toolsListJson),
                        resources()),
                dispatcher,
                input,
                output,
                faults::report);
        server = opened;
        opened.serve();
    }

    private Resources resources() {
        return new Resources(
                List.of(new Resources.Resource(
                        CapabilitiesReport.URI,
                        "capabilities",
                        "Capabilities",
                        "What this server offers and how far each tool reaches, and its one tmux socket. Never changes.",
                        "application/json",
                        surface::capabilitiesJson)),
                LibtmuxSurface::unknownResource);
    }

    @Override
    public void close() {
        McpServer opened = server;
        if (opened != null) {
            opened.close();
        }
        end.run();
    }
}
