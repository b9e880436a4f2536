package io.github.tmuxmcp.terminal;

/** Which control sequences switch to the alternate screen and back (xterm's private modes). */
final class AlternateScreen {
    /** Not a switch. */
    static final int NONE = 0;

    /** {@code ?1049}, which also saves and restores the cursor. */
    static final int WITH_CURSOR = 1049;

    private AlternateScreen() {}

    /** The mode 47, 1047 or 1049 that {@code csi} sets or resets, or {@link #NONE}. */
    static int mode(CsiSequence csi) {
        if (csi.prefix() != '?' || csi.intermediate() != 0 || (csi.fin() != 'h' && csi.fin() != 'l')) {
            return NONE;
        }
        for (int i = 0; i < csi.count(); i++) {
            int mode = csi.parameter(i, 0);
            if (mode == 47 || mode == 1047 || mode == WITH_CURSOR) {
                return mode;
            }
        }
        return NONE;
    }
}
