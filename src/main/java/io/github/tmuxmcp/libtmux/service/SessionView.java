package io.github.tmuxmcp.libtmux.service;

/**
 * A session as clients see it.
 *
 * @param windows how many windows it has
 * @param attached whether a terminal shows it; control clients without a terminal do not count
 */
public record SessionView(String id, String name, int windows, boolean attached) {}
