package io.github.tmuxmcp.tool;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The tools of a mode, in the order in which clients see them. */
public final class Catalog<C> {
    private final Map<String, Tool<C, ?, ?>> byName = new LinkedHashMap<>();

    /**
     * @throws IllegalArgumentException when two tools share a name
     */
    public Catalog(List<? extends Tool<C, ?, ?>> tools) {
        for (Tool<C, ?, ?> tool : tools) {
            if (byName.put(tool.name(), tool) != null) {
                throw new IllegalArgumentException("two tools are called " + tool.name());
            }
        }
    }

    /** The tools in order. */
    public List<Tool<C, ?, ?>> tools() {
        return List.copyOf(byName.values());
    }

    /** The tool of exactly that name, or null. */
    public @Nullable Tool<C, ?, ?> find(String name) {
        return byName.get(name);
    }
}
