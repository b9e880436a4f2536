package io.github.tmuxmcp.libtmux;

import static io.github.tmuxmcp.libtmux.JsonSchema.map;

import io.github.tmuxmcp.tool.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** What clients of this tool set were written for: every tool's schemas, hints and row, the capability report, words and limits. */
public final class LibtmuxContract {
    private static final Map<String, Object> ALL = read();

    /** One tool of it. */
    public record Described(
            String name,
            Map<String, Object> input,
            Map<String, Object> output,
            Map<String, Object> annotations,
            Map<String, Object> meta) {
        @Override
        public String toString() {
            return name;
        }
    }

    private LibtmuxContract() {}

    private static Map<String, Object> read() {
        try {
            return map(Json.parse(Files.readString(Path.of("src/test/resources/contract/libtmux-contract.json"))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** All tools, or those of the mode that are declared so far. */
    public static List<Described> tools() {
        return described(ALL);
    }

    /** The tools of a {@code tools/list} result. */
    public static List<Described> described(Map<String, Object> list) {
        return ((List<?>) list.get("tools"))
                .stream()
                        .map(JsonSchema::map)
                        .map(tool -> new Described(
                                (String) tool.get("name"),
                                map(tool.get("inputSchema")),
                                map(tool.get("outputSchema")),
                                map(tool.get("annotations")),
                                map(tool.get("_meta"))))
                        .toList();
    }

    /** One tool. */
    public static Described tool(String name) {
        return tools().stream()
                .filter(tool -> tool.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** The content of the capability report of a server that serves everything. */
    public static Map<String, Object> report() {
        return map(map(ALL.get("capabilitiesResource")).get("content"));
    }

    /** All values of one kind of word. */
    public static List<?> words(String kind) {
        return (List<?>) map(ALL.get("enums")).get(kind);
    }
}
