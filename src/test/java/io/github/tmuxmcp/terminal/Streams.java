package io.github.tmuxmcp.terminal;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Feeds streams to what is tested. */
final class Streams {
    static final int COLUMNS = 20;
    static final int ROWS = 6;

    private Streams() {}

    static OutputText text(String stream) {
        return text(stream.getBytes(StandardCharsets.UTF_8));
    }

    static OutputText text(byte[] stream) {
        return text(stream, COLUMNS, ROWS);
    }

    static OutputText text(byte[] stream, int columns, int rows) {
        OutputText text = new OutputText(columns, rows, TextBudget.DEFAULT);
        new VtParser().feed(stream, 0, stream.length, 0, text);
        return text;
    }

    /** The whole cleaned text of a stream on a pane of 20 x 6. */
    static String clean(String stream) {
        return text(stream).snapshot().head();
    }

    static Screen screen(String stream) {
        return screen(stream.getBytes(StandardCharsets.UTF_8), COLUMNS, ROWS);
    }

    static Screen screen(byte[] stream, int columns, int rows) {
        Screen screen = new Screen(columns, rows);
        screen.write(stream, 0, stream.length);
        return screen;
    }

    static void feed(VtHandler handler, String stream) {
        byte[] bytes = stream.getBytes(StandardCharsets.UTF_8);
        new VtParser().feed(bytes, 0, bytes.length, 0, handler);
    }

    static byte[] resource(String name) {
        try (InputStream in = Streams.class.getResourceAsStream("/streams/" + name)) {
            if (in == null) {
                throw new IllegalArgumentException("no recorded stream " + name);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
