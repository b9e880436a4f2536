package io.github.tmuxmcp.tool;

import java.util.stream.Collectors;

/** The table of the documentation: tool, purpose, arguments. */
public final class ToolsTable {
    private ToolsTable() {}

    /** Markdown, a line per tool; optional arguments stand in brackets. */
    public static String markdown(Catalog<?> catalog) {
        StringBuilder table = new StringBuilder("| tool | what it does | arguments |\n|---|---|---|\n");
        for (Tool<?, ?, ?> tool : catalog.tools()) {
            String arguments = Argument.of(tool.input()).stream()
                    .map(argument -> argument.required() ? "`" + argument.name() + "`" : "[`" + argument.name() + "`]")
                    .collect(Collectors.joining(", "));
            table.append("| `")
                    .append(tool.name())
                    .append("` | ")
                    .append(firstSentence(tool.description()).replace("|", "\\|"))
                    .append(" | ")
                    .append(arguments)
                    .append(" |\n");
        }
        return table.toString();
    }

    /** Up to the first full stop that ends a word before a blank, on one line. */
    static String firstSentence(String description) {
        String line = description.strip().replaceAll("\\s+", " ");
        int end = line.indexOf(". ");
        return end < 0 ? line : line.substring(0, end + 1);
    }
}
