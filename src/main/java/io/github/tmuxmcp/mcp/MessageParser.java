package io.github.tmuxmcp.mcp;

import static io.modelcontextprotocol.spec.McpSchema.ErrorCodes.INVALID_PARAMS;
import static io.modelcontextprotocol.spec.McpSchema.ErrorCodes.INVALID_REQUEST;
import static io.modelcontextprotocol.spec.McpSchema.ErrorCodes.PARSE_ERROR;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import io.github.tmuxmcp.tool.Json;
import java.io.IOException;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** From the bytes of a line to what it says (JSON-RPC 2.0, without batches, which MCP has given up). Pure. */
final class MessageParser {
    /** Characters of an id's JSON, at the most: it is kept while its request runs. */
    static final int MAX_ID = 512 << 10;

    private static final Pattern LAST_ID =
            Pattern.compile("[,{]\\s*+\"id\"\\s*+:\\s*+(\"(?:[^\"\\\\]|\\\\.)*+\"|-?\\d[\\d.eE+-]*+)\\s*+}\\s*+$");
    private static final String LIMITS = "the message goes beyond a limit: " + Json.MAX_NESTING + " levels, "
            + Json.MAX_TOKENS + " tokens, " + Json.MAX_STRING + " characters in a string, " + Json.MAX_NUMBER
            + " in a number";

    private @Nullable String id;
    private @Nullable Object version;
    private @Nullable Object method;
    private @Nullable Object params;
    private boolean isAnswer;
    private boolean badId;

    private MessageParser() {}

    /**
     * @param bytes holds one line, which is not blank
     */
    static Message parse(byte[] bytes, int offset, int length) {
        MessageParser found = new MessageParser();
        try (JsonParser parser = Json.FACTORY.createParser(bytes, offset, length)) {
            JsonToken first = parser.nextToken();
            if (first != JsonToken.START_OBJECT) {
                skipAll(parser);
                return found.refused(
                        INVALID_REQUEST,
                        first == JsonToken.START_ARRAY
                                ? "batches are not part of MCP; send one message a line"
                                : "a message is a JSON object");
            }
            found.members(parser);
            if (parser.nextToken() != null) {
                return new Message.Refused(Message.NO_ID, PARSE_ERROR, "more than one JSON value on the line");
            }
        } catch (StreamConstraintsException e) {
            found.lookAtTail(bytes, Math.max(offset, offset + length - LineReader.TAIL), offset + length);
            return found.refused(INVALID_REQUEST, LIMITS);
        } catch (JsonProcessingException e) {
            return new Message.Refused(Message.NO_ID, PARSE_ERROR, "not valid JSON" + where(e));
        } catch (IOException e) {
            return new Message.Refused(Message.NO_ID, PARSE_ERROR, "not valid UTF-8");
        }
        return found.message();
    }

    /** The answer to a line that is not read: with its id, when that stands in what is held of the line or ends it. */
    static Message.Refused unread(LineReader line, int code, String reason) {
        MessageParser found = new MessageParser();
        try (JsonParser parser = Json.FACTORY.createParser(line.bytes(), line.offset(), line.length())) {
            if (parser.nextToken() == JsonToken.START_OBJECT) {
                found.head(parser);
            }
        } catch (IOException e) {
            // Expected: a head breaks off somewhere.
        }
        found.lookAtTail(line.bytes(), line.tailOffset(), line.tailOffset() + line.tailLength());
        return found.refused(code, reason);
    }

    /** Takes the id from the end of an object whose last member it is: no string can hold its quotes without a backslash. */
    private void lookAtTail(byte[] bytes, int from, int to) {
        if (id != null) {
            return;
        }
        Matcher last = LAST_ID.matcher(new String(bytes, from, to - from, UTF_8));
        if (!last.find()) {
            return;
        }
        try (JsonParser parser = Json.FACTORY.createParser(last.group(1))) {
            parser.nextToken();
            readId(parser);
        } catch (IOException e) {
            // Not an id after all.
        }
    }

    private void members(JsonParser parser) throws IOException {
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            parser.nextToken();
            switch (name) {
                case "jsonrpc" -> version = Json.read(parser);
                case "id" -> readId(parser);
                case "method" -> method = Json.read(parser);
                case "params" -> params = Json.read(parser);
                case "result", "error" -> {
                    isAnswer = true;
                    parser.skipChildren();
                }
                default -> parser.skipChildren();
            }
        }
    }

    private void head(JsonParser parser) throws IOException {
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            parser.nextToken();
            if (name.equals("id")) {
                readId(parser);
                return;
            }
            parser.skipChildren();
        }
    }

    private void readId(JsonParser parser) throws IOException {
        JsonToken token = parser.currentToken();
        String text = null;
        if (token == JsonToken.VALUE_STRING) {
            text = quoted(parser.getText());
        }
        if (token == JsonToken.VALUE_NUMBER_INT || token == JsonToken.VALUE_NUMBER_FLOAT) {
            text = parser.getText();
        }
        badId = text == null || text.length() > MAX_ID;
        id = badId ? null : text;
        parser.skipChildren();
    }

    private Message message() {
        if (isAnswer && method == null) {
            return new Message.Response();
        }
        if (!"2.0".equals(version)) {
            return refused(INVALID_REQUEST, "\"jsonrpc\" must be \"2.0\"");
        }
        if (badId) {
            return refused(INVALID_REQUEST, "\"id\" must be a string or a number of at most " + MAX_ID + " characters");
        }
        if (!(method instanceof String name)) {
            return refused(INVALID_REQUEST, "\"method\" must be a string");
        }
        if (params != null && !(params instanceof Map)) {
            return id == null
                    ? new Message.Notification(name, Map.of())
                    : refused(INVALID_PARAMS, "\"params\" must be an object");
        }
        Map<String, @Nullable Object> given = params == null ? Map.of() : asMap(params);
        return id == null ? new Message.Notification(name, given) : new Message.Request(id, name, given);
    }

    /** The reader makes maps with names for keys only. */
    @SuppressWarnings("unchecked")
    static Map<String, @Nullable Object> asMap(Object value) {
        return (Map<String, @Nullable Object>) value;
    }

    private Message.Refused refused(int code, String reason) {
        return new Message.Refused(id == null ? Message.NO_ID : id, code, reason);
    }

    /** The JSON text of an id that was read as a plain value, the same as for the request that had it. */
    static String idText(Object id) {
        return id instanceof String text ? quoted(text) : String.valueOf(id);
    }

    /** A JSON string of ASCII alone: any id comes back as the same string, half of a surrogate pair too. */
    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' || c > '~' || c == '"' || c == '\\') {
                quoted.append("\\u")
                        .append(Character.forDigit(c >> 12, 16))
                        .append(Character.forDigit((c >> 8) & 15, 16));
                quoted.append(Character.forDigit((c >> 4) & 15, 16)).append(Character.forDigit(c & 15, 16));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }

    private static void skipAll(JsonParser parser) throws IOException {
        while (parser.nextToken() != null) {
            // Whether the rest is JSON decides between the two error codes.
        }
    }

    /** The place alone: the parser's own message may repeat what was sent. */
    private static String where(JsonProcessingException e) {
        return e.getLocation() == null ? "" : " at byte " + e.getLocation().getByteOffset();
    }
}
