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
    /** The versions with a session, oldest first. */
    static final List<String> VERSIONS = List.of(
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
     * same: nothing of it is used but its name. Any version is one: what we do not speak is answered with what we do.
     *
     * @throws io.modelcontextprotocol.spec.McpError when there is no version, or a field is of a wrong type; it names the field
     */
    static McpSchema.InitializeRequest request(Map<String, @Nullable Object> params) {
        if (!(params.get("protocolVersion") instanceof String version)) {
            throw Errors.of(ErrorCodes.INVALID_PARAMS, "\"protocolVersion\" must be a string such as 2025-11-25");
        }
        object(params, "capabilities");
        Map<String, @Nullable Object> info = object(params, "clientInfo");
        // Neither of the two by its builder, which takes nothing empty.
        return new McpSchema.InitializeRequest(
                version,
                McpSchema.ClientCapabilities.builder().build(),
                implementation(text(info, "name"), text(info, "version")),
                null);
    }

    private static McpSchema.Implementation implementation(String name, String version) {
        return new McpSchema.Implementation(name, null, version, null, null, null);
    }

    private static Map<String, @Nullable Object> object(Map<String, @Nullable Object> params, String name) {
        Object value = params.get(name);
        if (value != null && !(value instanceof Map)) {
            throw Errors.of(ErrorCodes.INVALID_PARAMS, "\"" + name + "\" must be an object");
        }
        return value == null ? Map.of() : MessageParser.asMap(value);
    }

    private static String text(Map<String, @Nullable Object> clientInfo, String name) {
        Object value = clientInfo.get(name);
        if (value != null && !(value instanceof String)) {
            throw Errors.of(ErrorCodes.INVALID_PARAMS, "\"clientInfo." + name + "\" must be a string");
        }
        return value == null ? "" : (String) value;
    }

    Mono<McpSchema.InitializeResult> answer(McpSchema.InitializeRequest request) {
        String asked = request.protocolVersion();
        String version = VERSIONS.contains(asked) ? asked : VERSIONS.get(VERSIONS.size() - 1);
        return Mono.just(new McpSchema.InitializeResult(
                version,
                capabilities(),
                implementation(settings.name(), settings.version()),
                settings.instructions(),
                null));
    }

    private McpSchema.ServerCapabilities capabilities() {
        McpSchema.ServerCapabilities.Builder capabilities =
                McpSchema.ServerCapabilities.builder().logging().tools(false);
        if (settings.resources() != null) {
            capabilities.resources(false, false);
        }
        return capabilities.build();
    }
}
