package io.github.tmuxmcp.tool;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What {@code tools/list} says of a catalog. Written at build time; the same catalog always gives the same bytes. */
public final class ToolsJson {
    private ToolsJson() {}

    /** The result of {@code tools/list}: {@code {"tools":[…]}} on one line, without its newline. */
    public static String list(Catalog<?> catalog) {
        List<Map<String, Object>> tools = new ArrayList<>();
        for (Tool<?, ?, ?> tool : catalog.tools()) {
            tools.add(describe(tool));
        }
        return list(tools);
    }

    /** One tool for a person's eyes, and for a diff: indented, with a newline at the end. */
    public static String snapshot(Tool<?, ?, ?> tool) {
        return Json.pretty(describe(tool)) + "\n";
    }

    /** The result of {@code tools/list} for tools that are described already: {@code {"tools":[…]}} on one line. */
    public static String list(List<Map<String, Object>> described) {
        return Json.compact(Map.of("tools", described));
    }

    /** What {@code tools/list} says of one tool, as plain JSON values in a fixed order. */
    public static Map<String, Object> describe(Tool<?, ?, ?> tool) {
        Map<String, Object> described = new LinkedHashMap<>();
        described.put("name", tool.name());
        if (!tool.title().isEmpty()) {
            described.put("title", tool.title());
        }
        described.put("description", tool.description());
        described.put("inputSchema", SchemaWriter.schema(tool.input()));
        if (tool.output() != TextResult.class) {
            described.put("outputSchema", SchemaWriter.outputSchema(tool.output()));
        }
        described.put("annotations", tool.capability().annotations());
        Authority authority = tool.capability().authority();
        if (authority != null) {
            described.put("_meta", authority.meta());
        }
        return described;
    }
}
