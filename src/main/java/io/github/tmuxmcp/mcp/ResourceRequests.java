package io.github.tmuxmcp.mcp;

import io.github.tmuxmcp.mcp.Resources.Resource;
import io.github.tmuxmcp.tool.ToolFailure;
import io.modelcontextprotocol.spec.McpSchema.ErrorCodes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** {@code resources/list}, {@code resources/read} and {@code resources/templates/list}, which has none. */
final class ResourceRequests {
    static final String LIST = "resources/list";
    static final String READ = "resources/read";
    static final String TEMPLATES = "resources/templates/list";

    private final Resources resources;

    ResourceRequests(Resources resources) {
        this.resources = resources;
    }

    Mono<Map<String, Object>> list() {
        List<Object> described = new ArrayList<>();
        for (Resource resource : resources.all()) {
            Map<String, Object> members = new LinkedHashMap<>();
            members.put("uri", resource.uri());
            members.put("name", resource.name());
            members.put("title", resource.title());
            members.put("description", resource.description());
            members.put("mimeType", resource.mimeType());
            described.add(members);
        }
        return Mono.just(Map.of("resources", described));
    }

    Mono<Map<String, Object>> templates() {
        return Mono.just(Map.of("resourceTemplates", List.of()));
    }

    Mono<Map<String, Object>> read(Map<String, @Nullable Object> params) {
        if (!(params.get("uri") instanceof String uri)) {
            return Mono.error(Errors.of(ErrorCodes.INVALID_PARAMS, "\"uri\" must be the URI of a resource"));
        }
        for (Resource resource : resources.all()) {
            if (resource.uri().equals(uri)) {
                Map<String, Object> contents = new LinkedHashMap<>();
                contents.put("uri", uri);
                contents.put("mimeType", resource.mimeType());
                contents.put("text", resource.text().get());
                return Mono.just(Map.of("contents", List.of(contents)));
            }
        }
        ToolFailure failure = resources.unknown().apply(Errors.cut(uri));
        return Mono.error(Errors.of(ErrorCodes.INVALID_PARAMS, failure.message(), failure.meta()));
    }
}
