package io.github.tmuxmcp.libtmux.service;

import io.github.tmuxmcp.tool.Selection;
import io.github.tmuxmcp.tool.Tool;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What {@code tmux://capabilities} says: the tools that are served and how far they reach, and the one server. Never changes. */
public final class CapabilitiesReport {
    public static final String URI = "tmux://capabilities";

    private CapabilitiesReport() {}

    /**
     * Plain JSON values.
     *
     * @param tools the tools that are served, in order
     */
    public static Map<String, Object> of(
            List<? extends Tool<?, ?, ?>> tools,
            Selection selection,
            Connection connection,
            List<Limitation> limitations) {
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("schemaVersion", 2);
        report.put("frozen", true);
        report.put("boundary", boundary());
        report.put("connection", connection.connection());
        report.put("socket", connection.socket());
        report.put("toolsets", selection.groups());
        report.put("includedTools", selection.included());
        report.put("excludedTools", selection.excluded());
        report.put("toolCount", tools.size());
        report.put("effectiveTools", tools.stream().map(Tool::name).toList());
        List<Object> described = new ArrayList<>();
        tools.forEach(tool -> described.add(describe(tool)));
        report.put("tools", described);
        report.put("hostCommandTools", 0);
        report.put("toolFilteringBoundary", "interface-shaping-not-authorization");
        report.put("executionAuthority", "tmux-user");
        report.put("operatingSystemBoundary", "none");
        report.put("limitations", limitations.stream().map(Limitation::members).toList());
        return report;
    }

    private static Map<String, Object> boundary() {
        Map<String, Object> boundary = new LinkedHashMap<>();
        boundary.put("oneSocketPerProcess", true);
        boundary.put("perCallSocketSelection", false);
        boundary.put("hostCommandExecution", false);
        boundary.put("dynamicResources", false);
        return boundary;
    }

    private static Map<String, Object> describe(Tool<?, ?, ?> tool) {
        Map<String, Object> described = new LinkedHashMap<>();
        described.put("name", tool.name());
        described.put("title", tool.title());
        described.put("annotations", tool.capability().annotations());
        described.putAll(CapabilityRow.of(tool).row());
        return described;
    }
}
