package io.github.tmuxmcp.libtmux.service;

/** How much of a pane one call gives back unless it asks for another amount: what a model can use. */
public final class ReadBounds {
    public static final int LINES = 2_000;
    public static final int BYTES = 100_000;

    private ReadBounds() {}
}
