package io.github.tmuxmcp.tool;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a tool may do to the world: the four hints of an MCP tool annotation. They are hints for a person's approval, no protection.
 *
 * @param readOnly changes nothing
 * @param destructive may end or overwrite something; means nothing when {@code readOnly}
 * @param idempotent calling it again with the same arguments changes nothing more; means nothing when {@code readOnly}
 * @param openWorld reaches whatever a shell reaches
 */
public record Capability(boolean readOnly, boolean destructive, boolean idempotent, boolean openWorld) {
    /** Looks only. */
    public static final Capability READ_ONLY = new Capability(true, false, false, false);
    /** Ends something of tmux. */
    public static final Capability DESTRUCTIVE = new Capability(false, true, false, false);
    /** Runs what the caller likes. */
    public static final Capability DESTRUCTIVE_OPEN_WORLD = new Capability(false, true, false, true);

    public Capability {
        if (readOnly && destructive) {
            throw new IllegalArgumentException("a tool that reads only destroys nothing");
        }
    }

    /** The annotations of {@code tools/list}, without those that say nothing. */
    Map<String, Object> annotations() {
        Map<String, Object> hints = new LinkedHashMap<>();
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
