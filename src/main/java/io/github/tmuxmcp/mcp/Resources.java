package io.github.tmuxmcp.mcp;

import io.github.tmuxmcp.tool.ToolFailure;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What a server has to read besides its tools: texts that are there for its whole life.
 *
 * @param all in the order in which clients see them
 * @param unknown why there is none of a URI; the meta of the failure goes to {@code error.data}
 */
public record Resources(List<Resource> all, Function<String, ToolFailure> unknown) {
    /**
     * One of them.
     *
     * @param name for programs
     * @param title for people
     * @param description for the model
     * @param text made when it is read; any thread
     */
    public record Resource(
            String uri, String name, String title, String description, String mimeType, Supplier<String> text) {}

    public Resources {
        all = List.copyOf(all);
    }
}
