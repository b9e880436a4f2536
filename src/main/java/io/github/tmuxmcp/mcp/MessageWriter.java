package io.github.tmuxmcp.mcp;

import com.fasterxml.jackson.core.JsonGenerator;
import io.github.tmuxmcp.tool.Json;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * From the SDK's records to lines, by hand: having Jackson find out how to write the six that we send costs more than the rest of
 * start-up. Pure.
 */
final class MessageWriter {
    private MessageWriter() {}

    /**
     * @param id JSON text, written as it is
     * @param result one of the SDK's results, {@link RawJson}, or plain values
     */
    static LineBuffer result(String id, Object result) {
        return line(generator -> {
            writeId(generator, id);
            generator.writeFieldName("result");
            writePayload(generator, result);
        });
    }

    /**
     * The answer to a call of a version without a session.
     */
    static LineBuffer completeResult(String id, McpSchema.CallToolResult result) {
        return line(generator -> {
            writeId(generator, id);
            generator.writeFieldName("result");
            writeCallToolResult(generator, result, true);
        });
    }

    static LineBuffer error(String id, int code, String message) {
        return error(id, code, message, null);
    }

    /**
     * @param data plain values; null: none
     */
    static LineBuffer error(String id, int code, String message, @Nullable Object data) {
        return line(generator -> {
            writeId(generator, id);
            generator.writeObjectFieldStart("error");
            generator.writeNumberField("code", code);
            generator.writeStringField("message", Json.wellFormed(message));
            if (data != null) {
                generator.writeFieldName("data");
                Json.write(generator, data);
            }
            generator.writeEndObject();
        });
    }

    static LineBuffer notification(McpSchema.JSONRPCNotification notification) {
        return line(generator -> {
            generator.writeStringField("method", notification.method());
            if (notification.params() != null) {
                generator.writeFieldName("params");
                writePayload(generator, notification.params());
            }
        });
    }

    private interface Body {
        void write(JsonGenerator generator) throws IOException;
    }

    private static LineBuffer line(Body body) {
        LineBuffer line = new LineBuffer();
        try (JsonGenerator generator = Json.FACTORY.createGenerator(line)) {
            generator.writeStartObject();
            generator.writeStringField("jsonrpc", "2.0");
            body.write(generator);
            generator.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        line.write('\n');
        return line;
    }

    private static void writeId(JsonGenerator generator, String id) throws IOException {
        generator.writeFieldName("id");
        generator.writeRawValue(id);
    }

    private static void writePayload(JsonGenerator generator, Object payload) throws IOException {
        if (payload instanceof RawJson raw) {
            generator.writeRawValue(raw.text());
        } else if (payload instanceof McpSchema.CallToolResult result) {
            writeCallToolResult(generator, result, false);
        } else if (payload instanceof McpSchema.InitializeResult result) {
            writeInitializeResult(generator, result);
        } else if (payload instanceof McpSchema.ProgressNotification progress) {
            writeProgress(generator, progress);
        } else if (payload instanceof McpSchema.LoggingMessageNotification message) {
            writeLog(generator, message);
        } else {
            Json.write(generator, payload);
        }
    }

    private static void writeCallToolResult(
            JsonGenerator generator, McpSchema.CallToolResult result, boolean saysThatItIsComplete) throws IOException {
        generator.writeStartObject();
        if (saysThatItIsComplete) {
            generator.writeStringField("resultType", "complete");
        }
        generator.writeArrayFieldStart("content");
        for (McpSchema.Content content : result.content()) {
            if (!(content instanceof McpSchema.TextContent text)) {
                throw new IllegalArgumentException("not a text: " + content.type());
            }
            generator.writeStartObject();
            generator.writeStringField("type", "text");
            generator.writeStringField("text", Json.wellFormed(text.text()));
            generator.writeEndObject();
        }
        generator.writeEndArray();
        if (result.structuredContent() != null) {
            generator.writeFieldName("structuredContent");
            writePayload(generator, result.structuredContent());
        }
        generator.writeBooleanField("isError", Boolean.TRUE.equals(result.isError()));
        Map<String, Object> meta = result.meta();
        if (meta != null && !meta.isEmpty()) {
            generator.writeFieldName("_meta");
            Json.write(generator, meta);
        }
        generator.writeEndObject();
    }

    private static void writeInitializeResult(JsonGenerator generator, McpSchema.InitializeResult result)
            throws IOException {
        generator.writeStartObject();
        generator.writeStringField("protocolVersion", result.protocolVersion());
        McpSchema.ServerCapabilities capabilities = result.capabilities();
        generator.writeObjectFieldStart("capabilities");
        if (capabilities.logging() != null) {
            generator.writeObjectFieldStart("logging");
            generator.writeEndObject();
        }
        if (capabilities.tools() != null) {
            generator.writeObjectFieldStart("tools");
            generator.writeBooleanField(
                    "listChanged", Boolean.TRUE.equals(capabilities.tools().listChanged()));
            generator.writeEndObject();
        }
        if (capabilities.resources() != null) {
            generator.writeObjectFieldStart("resources");
            generator.writeEndObject();
        }
        generator.writeEndObject();
        generator.writeObjectFieldStart("serverInfo");
        generator.writeStringField("name", result.serverInfo().name());
        generator.writeStringField("version", result.serverInfo().version());
        generator.writeEndObject();
        writeOptional(generator, "instructions", result.instructions());
        generator.writeEndObject();
    }

    private static void writeProgress(JsonGenerator generator, McpSchema.ProgressNotification progress)
            throws IOException {
        generator.writeStartObject();
        generator.writeFieldName("progressToken");
        Json.write(generator, progress.progressToken());
        generator.writeFieldName("progress");
        Json.write(generator, progress.progress());
        writeOptional(generator, "message", progress.message());
        generator.writeEndObject();
    }

    private static void writeLog(JsonGenerator generator, McpSchema.LoggingMessageNotification message)
            throws IOException {
        generator.writeStartObject();
        generator.writeStringField("level", message.level().name().toLowerCase(Locale.ROOT));
        writeOptional(generator, "logger", message.logger());
        generator.writeStringField("data", Json.wellFormed(message.data()));
        generator.writeEndObject();
    }

    private static void writeOptional(JsonGenerator generator, String name, @Nullable String text) throws IOException {
        if (text != null && !text.isEmpty()) {
            generator.writeStringField(name, Json.wellFormed(text));
        }
    }
}
