package io.github.tmuxmcp.mcp;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;

class MessageParserFuzzTest {
    @FuzzTest
    void anyLineIsAMessageWhoseIdIsJson(byte[] line) throws IOException {
        idIsJson(MessageParser.parse(line, 0, line.length));
        idIsJson(MessageParser.unread(line, 0, line.length, -32600, "too long"));
    }

    private static void idIsJson(Message message) throws IOException {
        if (message instanceof Message.Request request) {
            Wire.JSON.readTree(request.id());
        }
        if (message instanceof Message.Refused refused) {
            Wire.JSON.readTree(refused.id());
        }
    }
}
