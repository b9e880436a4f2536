package io.github.tmuxmcp.mcp;

import io.github.tmuxmcp.tool.Client;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.ErrorCodes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * The protocol of 2026-07-28 on the same streams: no {@code initialize}; each request says in its {@code _meta} which version it speaks and what
 * its client can do. Before, after and beside a session. Used by the reading thread; what it starts answers on threads of its own.
 */
final class StatelessRequests {
    static final String VERSION = "2026-07-28";
    /** The request's version is not spoken here; the data say which are. */
    static final int UNSUPPORTED_VERSION = -32022;

    private static final String CAPABILITIES_KEY = "io.modelcontextprotocol/clientCapabilities";
    private static final String CLIENT_KEY = "io.modelcontextprotocol/clientInfo";
    private static final String SERVER_KEY = "io.modelcontextprotocol/serverInfo";
    private static final String CALL = "tools/call";

    private final McpServer.Settings settings;
    private final ToolCalls calls;
    private final InFlight inFlight;
    private final LineWriter out;
    private final Faults faults;
    private final RawJson tools;
    private final @Nullable ResourceRequests resources;

    StatelessRequests(McpServer.Settings settings, ToolCalls calls, InFlight inFlight, LineWriter out, Faults faults) {
        this.settings = settings;
        this.calls = calls;
        this.inFlight = inFlight;
        this.out = out;
        this.faults = faults;
        this.tools = withCacheHints(settings.toolsListJson().strip());
        this.resources = settings.resources() == null ? null : new ResourceRequests(settings.resources());
    }

    private static RawJson withCacheHints(String object) {
        return new RawJson(object.substring(0, object.length() - 1)
                + ",\"resultType\":\"complete\",\"ttlMs\":0,\"cacheScope\":\"private\"}");
    }

    /** Answers a request, or starts its call. */
    void request(Message.Request request, ToolCalls.Asked asked) {
        Map<String, @Nullable Object> meta = MessageParser.asMap(metaOf(request));
        String version = String.valueOf(meta.get(McpServer.VERSION_KEY));
        if (!version.equals(VERSION)) {
            refuse(request, unsupported(version));
            return;
        }
        if (!(meta.get(CAPABILITIES_KEY) instanceof Map)) {
            refuse(
                    request,
                    Errors.of(ErrorCodes.INVALID_PARAMS, "\"_meta\" must have an object \"" + CAPABILITIES_KEY + "\""));
            return;
        }
        switch (request.method()) {
            case "server/discover" -> out.write(MessageWriter.result(request.id(), discovered()));
            case "tools/list" -> out.write(MessageWriter.result(request.id(), tools));
            case CALL -> call(request, asked, client(meta));
            default -> resource(request);
        }
    }

    private static Object metaOf(Message.Request request) {
        Object meta = request.params().get("_meta");
        return meta == null ? Map.of() : meta;
    }

    private static List<String> versions() {
        List<String> versions = new ArrayList<>(Handshake.VERSIONS);
        versions.add(VERSION);
        return versions;
    }

    private static McpError unsupported(String version) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("supported", versions());
        data.put("requested", Errors.cut(version));
        return Errors.of(UNSUPPORTED_VERSION, "Unsupported protocol version", data);
    }

    private Map<String, Object> discovered() {
        Map<String, Object> server = new LinkedHashMap<>();
        server.put("name", settings.name());
        server.put("version", settings.version());
        Map<String, Object> capabilities = new LinkedHashMap<>();
        capabilities.put("tools", Map.of("listChanged", false));
        if (resources != null) {
            capabilities.put("resources", Map.of());
        }
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("supportedVersions", versions());
        result.put("capabilities", capabilities);
        result.put("serverInfo", server);
        if (!settings.instructions().isEmpty()) {
            result.put("instructions", settings.instructions());
        }
        result.put("_meta", Map.of(SERVER_KEY, server));
        return cacheable(result);
    }

    private static Map<String, Object> cacheable(Map<String, Object> result) {
        Map<String, Object> hinted = new LinkedHashMap<>(result);
        hinted.put("resultType", "complete");
        hinted.put("ttlMs", 0);
        hinted.put("cacheScope", "private");
        return hinted;
    }

    private static Client client(Map<String, @Nullable Object> meta) {
        if (meta.get(CLIENT_KEY) instanceof Map<?, ?> info) {
            return new Client(text(info.get("name")), text(info.get("version")));
        }
        return Client.UNKNOWN;
    }

    private static String text(@Nullable Object value) {
        return value instanceof String text ? text : "";
    }

    private void call(Message.Request request, ToolCalls.Asked asked, Client client) {
        InFlight.Entry entry = inFlight.open(request.id());
        if (entry == null) {
            refuse(request, Errors.of(ErrorCodes.INVALID_REQUEST, "a request with this id is still in flight"));
            return;
        }
        Mono<McpSchema.CallToolResult> call = calls.handle(client, this::progress, asked);
        entry.work()
                .update(call.subscribe(
                        result -> answer(entry.number(), result), failure -> fail(entry.number(), failure)));
    }

    private void progress(McpSchema.ProgressNotification progress) {
        out.write(MessageWriter.notification(
                new McpSchema.JSONRPCNotification(McpSchema.METHOD_NOTIFICATION_PROGRESS, progress)));
    }

    private void answer(long number, McpSchema.CallToolResult result) {
        String id = inFlight.answer(number);
        if (id == null) {
            return;
        }
        LineBuffer line;
        try {
            line = MessageWriter.completeResult(id, result);
        } catch (Throwable e) {
            // A result that is no JSON, or too large for the memory that is left.
            line = error(id, faults.bug("writing a result", e));
        }
        out.write(line);
    }

    private void fail(long number, Throwable failure) {
        String id = inFlight.answer(number);
        if (id != null) {
            out.write(error(id, failure instanceof McpError told ? told : faults.bug(CALL, failure)));
        }
    }

    private void resource(Message.Request request) {
        Mono<Map<String, Object>> answer = resources == null
                ? null
                : switch (request.method()) {
                    case ResourceRequests.LIST -> resources.list();
                    case ResourceRequests.TEMPLATES -> resources.templates();
                    case ResourceRequests.READ -> resources.read(request.params());
                    default -> null;
                };
        if (answer == null) {
            refuse(
                    request,
                    Errors.of(ErrorCodes.METHOD_NOT_FOUND, "Method not found: " + Errors.cut(request.method())));
            return;
        }
        answer.subscribe(
                result -> out.write(MessageWriter.result(request.id(), cacheable(result))),
                failure -> out.write(error(
                        request.id(), failure instanceof McpError told ? told : faults.bug("a resource", failure))));
    }

    private void refuse(Message.Request request, McpError refusal) {
        out.write(error(request.id(), refusal));
    }

    private static LineBuffer error(String id, McpError failure) {
        McpSchema.JSONRPCResponse.JSONRPCError error = failure.getJsonRpcError();
        return MessageWriter.error(id, error.code(), error.message(), error.data());
    }
}
