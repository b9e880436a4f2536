package io.github.tmuxmcp.cli;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** Which settings count in which mode. */
final class ModeSettings {
    /** Those of agent mode. */
    static final Set<Setting> AGENT =
            Collections.unmodifiableSet(EnumSet.range(Setting.IDLE_TIMEOUT, Setting.LOG_FILE));

    /** Those of libtmux mode. */
    static final Set<Setting> LIBTMUX = Collections.unmodifiableSet(libtmux());

    private ModeSettings() {}

    private static Set<Setting> libtmux() {
        Set<Setting> settings = EnumSet.range(Setting.SOCKET, Setting.CALLER_PANE);
        settings.addAll(EnumSet.of(Setting.TMUX_BINARY, Setting.KEEP_ENVIRONMENT, Setting.LOG_FILE));
        return settings;
    }
}
