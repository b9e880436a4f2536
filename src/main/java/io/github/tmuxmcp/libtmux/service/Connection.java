package io.github.tmuxmcp.libtmux.service;

import io.github.tmuxmcp.shell.ShellQuoting;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The one tmux server of this process, as it was found at the start.
 *
 * @param selector how the socket was chosen, {@code name:NAME} or {@code path:PATH}
 * @param tmux the tmux program, as it is called
 * @param socketPath the socket's own path
 */
public record Connection(String selector, Provenance provenance, String tmux, String socketPath) {
    /** What this process knows of the server's origin. */
    public enum Provenance {
        /** On the dedicated socket, started with the shipped configuration by this process or by a predecessor that it replaces. */
        DEDICATED_MINIMAL("default-dedicated", "created", "minimal", "dedicated minimal"),
        /** On the dedicated socket, of unknown origin. */
        DEDICATED_EXISTING("default-dedicated", "existing", "unknown", "existing dedicated"),
        /** On a socket that the operator chose. */
        SELECTED_EXISTING("operator-current", "existing", "unknown", "operator-selected"),
        /** There is none yet on the socket that the operator chose. */
        SELECTED_ABSENT("operator-current", "absent", "unknown", "absent operator-selected"),
        /** There is none yet; the operator's own configuration is for the one to come. */
        CONFIGURED_ABSENT("operator-current", "absent", "user-configured", "user-configured"),
        /** Nothing could be found out. */
        UNKNOWN("unknown", "unknown", "unknown", "unknown-provenance");

        private final String selection;
        private final String state;
        private final String configuration;
        private final String label;

        Provenance(String selection, String state, String configuration, String label) {
            this.selection = selection;
            this.state = state;
            this.configuration = configuration;
            this.label = label;
        }

        /** For the operator's eyes. */
        public String label() {
            return label;
        }

        /** The toolsets that are served when the operator names none: what deletes only where nothing can be anybody else's. */
        public Set<String> defaultToolsets() {
            return this == DEDICATED_MINIMAL
                    ? Set.copyOf(Toolset.NAMES)
                    : Set.of(Toolset.INSPECT.wireName(), Toolset.MANAGE.wireName(), Toolset.EXECUTE.wireName());
        }

        /** How the socket was selected, the server's state at the start, the origin of its configuration: as clients read them. */
        List<String> words() {
            return List.of(selection, state, configuration);
        }
    }

    /** What a person types to look at the server. */
    public String attachCommand() {
        return ShellQuoting.quote(tmux) + " -N -S " + ShellQuoting.quote(socketPath) + " attach";
    }

    /** The member {@code connection} of {@code tmux://capabilities}. */
    public Map<String, Object> connection() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("socketSelector", selector);
        members.put("socketProvenance", provenance.selection);
        members.put("resolvedSocketPath", socketPath);
        members.put("serverState", provenance.state);
        members.put("configurationProvenance", provenance.configuration);
        members.put("attachCommand", attachCommand());
        return members;
    }

    /** The member {@code socket} of {@code tmux://capabilities}. */
    public Map<String, Object> socket() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("selector", selector);
        members.put("selectionProvenance", provenance.selection);
        members.put("serverState", provenance.state);
        members.put("configurationProvenance", provenance.configuration);
        members.put("namespaceBoundary", "tmux-objects-only");
        return members;
    }
}
