package io.github.tmuxmcp.tool;

import java.util.Map;

/** What a mode says of a tool's reach beyond the four hints. */
public interface Authority {
    /** For {@code _meta} of the tool in {@code tools/list}; plain JSON values. */
    Map<String, Object> meta();
}
