package io.github.tmuxmcp.libtmux.service;

/**
 * A window as clients see it, in one of the sessions that hold it.
 *
 * @param index its place in that session
 * @param panes how many panes it has
 * @param active whether it is that session's current window
 * @param linked whether more than one session holds it
 */
public record WindowView(
        String id, String sessionId, int index, String name, int panes, boolean active, boolean linked) {}
