package io.github.tmuxmcp.mcp;

import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.ErrorCodes;
import io.modelcontextprotocol.spec.ProtocolVersions;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** {@code initialize}: which protocol is spoken, and who speaks. */
final class Handshake {
    private static final List<String> VERSIONS = List.of(
            ProtocolVersions.MCP_2024_11_05,
            ProtocolVersions.MCP_2025_03_26,
            ProtocolVersions.MCP_2025_06_18,
            ProtocolVersions.MCP_2025_11_25);

    private final McpServer.Settings settings;

    Handshake(McpServer.Settings settings) {
        this.settings = settings;
    }

    /**
     * The request as the session wants it. A client that leaves out what the protocol demands of it, save the version, is served all the
     * same: nothing of it is used but its name.
     *
     * @throws io.modelcontextprotocol.spec.McpError when there is no version
     */
    static McpSchema.InitializeRequest request(Map<String, @Nullable Object> params) {
        if (!(params.get("protocolVersion") instanceof String version)) {
            throw Errors.of(ErrorCodes.INVALID_PARAMS, "\"protocolVersion\" must be a string such as 2025-11-25");
        }
        Map<String, @Nullable Object> info =
                params.get("clientInfo") instanceof Map<?, ?> map ? MessageParser.asMap(map) : Map.of();
        return McpSchema.InitializeRequest.builder(
                        version,
                        McpSchema.ClientCapabilities.builder().build(),
                        implementation(text(info.get("name")), text(info.get("version"))))
                .build();
    }

    private static McpSchema.Implementation implementation(String name, String version) {
        // Not its builder, which takes no empty name.
        return new McpSchema.Implementation(name, null, version, null, null, null);
    }

    private static String text(@Nullable Object value) {
        return value instanceof String text ? text : "";
    }

    Mono<McpSchema.InitializeResult> answer(McpSchema.InitializeRequest request) {
        String asked = request.protocolVersion();
        String version = VERSIONS.contains(asked) ? asked : VERSIONS.get(VERSIONS.size() - 1);
        McpSchema.ServerCapabilities capabilities =
                McpSchema.ServerCapabilities.builder().logging().tools(false).build();
        return Mono.just(new McpSchema.InitializeResult(
                version,
                capabilities,
                implementation(settings.name(), settings.version()),
                settings.instructions(),
                null));
    }
}
