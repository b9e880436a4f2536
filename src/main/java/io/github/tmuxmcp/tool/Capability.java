package io.github.tmuxmcp.tool;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a tool may do to the world: the four hints of an MCP tool annotation. They are hints for a person's approval, no protection.
 *
 * @param readOnly changes nothing
 * @param destructive may end or overwrite something; means nothing when {@code readOnly}
 * @param idempotent calling it again with the same arguments changes nothing more
 * @param openWorld reaches whatever a shell reaches
 * @param authority what a mode says beyond the hints; then all four are written, since programs read them together
 */
public record Capability(
        boolean readOnly,
        boolean destructive,
        boolean idempotent,
        boolean openWorld,
        @Nullable Authority authority) {
    /** Looks only. */
    public static final Capability READ_ONLY = new Capability(true, false, false, false, null);
    /** Ends something of tmux. */
    public static final Capability DESTRUCTIVE = new Capability(false, true, false, false, null);
    /** Runs what the caller likes. */
    public static final Capability DESTRUCTIVE_OPEN_WORLD = new Capability(false, true, false, true, null);

    public Capability {
        if (readOnly && destructive) {
            throw new IllegalArgumentException("a tool that reads only destroys nothing");
        }
    }

    /** The annotations of {@code tools/list}; without an authority those that say nothing are left out. */
    public Map<String, Object> annotations() {
        Map<String, Object> hints = new LinkedHashMap<>();
        if (authority != null) {
            hints.put("readOnlyHint", readOnly);
            hints.put("destructiveHint", destructive);
            hints.put("idempotentHint", idempotent);
            hints.put("openWorldHint", openWorld);
            return hints;
        }
        if (readOnly) {
            hints.put("readOnlyHint", true);
            return hints;
        }
        hints.put("destructiveHint", destructive);
        if (idempotent) {
            hints.put("idempotentHint", true);
        }
        if (openWorld) {
            hints.put("openWorldHint", true);
        }
        return hints;
    }
}
