package io.github.tmuxmcp.libtmux.service;

import io.github.tmuxmcp.tool.Handler;
import io.github.tmuxmcp.tool.Tool;

/**
 * A tool whose handler is still to come: what clients would see of it. It is in no list that is served.
 *
 * @param row what it can reach
 */
public record Declaration<I, O>(
        String name, String title, String description, CapabilityRow row, Class<I> input, Class<O> output) {
    /** The tool, with its handler. */
    public <C> Tool<C, I, O> by(Handler<C, I, O> handler) {
        return Tool.of(name, title, description, row.capability(), input, output, handler);
    }
}
