package io.github.tmuxmcp.libtmux.service;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** A group of tools that an operator selects as a whole. The order means nothing to a client; it is that of the documentation. */
public enum Toolset {
    /** Read bounded tmux state and terminal output. */
    INSPECT,
    /** Change tmux objects without starting a process. */
    MANAGE,
    /** Start configured processes or drive the programs in panes. */
    EXECUTE,
    /** Delete tmux state. */
    TEARDOWN;

    /** All names, in order. */
    public static final List<String> NAMES =
            Arrays.stream(values()).map(Toolset::wireName).toList();

    /** As operators and clients write it. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
