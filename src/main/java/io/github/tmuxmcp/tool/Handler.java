package io.github.tmuxmcp.tool;

/** What a tool does. */
@FunctionalInterface
public interface Handler<C, I, O> {
    /**
     * Runs one call on a thread of its own.
     *
     * @param services what the tools of a mode share
     * @param input the bound arguments, valid
     * @throws ToolFailure when the call fails in a way that the caller can understand
     * @throws InterruptedException when the caller cancelled the call; what was begun in tmux goes on
     */
    O handle(C services, I input, Call call) throws InterruptedException;
}
