package io.github.tmuxmcp.mcp;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.channels.Channels;

class MessageParserFuzzTest {
    @FuzzTest
    void anyLineIsAMessageWhoseIdIsJson(byte[] line) throws IOException {
        idIsJson(MessageParser.parse(line, 0, line.length));
        LineReader lines = new LineReader(Channels.newChannel(new ByteArrayInputStream(line)), 16);
        while (lines.next() != LineReader.Outcome.END) {
            idIsJson(MessageParser.unread(lines, -32600, "too long"));
        }
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
