package io.github.tmuxmcp.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LineReaderTest {
    private static final int MAX = 4 << 20;

    @Test
    void aLineWithoutEndIsSkippedInTheMemoryOfTheBound() throws IOException {
        LineReader lines = new LineReader(new Flood(100L << 20, "\nnext\n"), MAX);
        assertThat(lines.next()).isEqualTo(LineReader.Outcome.TOO_LONG);
        assertThat(lines.length()).isEqualTo(MAX);
        assertThat(lines.bytes().length).isLessThanOrEqualTo(MAX + (64 << 10));
        assertThat(lines.next()).isEqualTo(LineReader.Outcome.LINE);
        assertThat(lines.bytes()).as("the large buffer is given back").hasSize(64 << 10);
        assertThat(text(lines)).isEqualTo("next");
        assertThat(lines.next()).isEqualTo(LineReader.Outcome.END);
        assertThat(lines.next()).isEqualTo(LineReader.Outcome.END);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7, 64 << 10})
    void linesAreTheSameHoweverTheyArrive(int portion) throws IOException {
        List<String> expected = List.of("a", "", "bc\r", "d".repeat(9), "!", "e", "last");
        byte[] bytes = ("a\n\nbc\r\n" + "d".repeat(9) + "\n" + "x".repeat(10) + "\ne\nlast").getBytes(UTF_8);
        LineReader lines = new LineReader(new Portions(bytes, portion), 9);
        List<String> found = new ArrayList<>();
        for (LineReader.Outcome o = lines.next(); o != LineReader.Outcome.END; o = lines.next()) {
            found.add(o == LineReader.Outcome.LINE ? text(lines) : "!");
        }
        assertThat(found).isEqualTo(expected);
    }

    private static String text(LineReader lines) {
        return new String(lines.bytes(), lines.offset(), lines.length(), UTF_8);
    }

    /** So many x, then a tail. */
    private static final class Flood implements ReadableByteChannel {
        private long left;
        private final ReadableByteChannel tail;

        Flood(long length, String tail) {
            this.left = length;
            this.tail = Channels.newChannel(new ByteArrayInputStream(tail.getBytes(UTF_8)));
        }

        @Override
        public int read(ByteBuffer target) throws IOException {
            if (left == 0) {
                return tail.read(target);
            }
            int count = (int) Math.min(left, target.remaining());
            for (int i = 0; i < count; i++) {
                target.put((byte) 'x');
            }
            left -= count;
            return count;
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void close() {}
    }

    /** At most so many bytes at a time. */
    private static final class Portions implements ReadableByteChannel {
        private final ByteBuffer bytes;
        private final int portion;

        Portions(byte[] bytes, int portion) {
            this.bytes = ByteBuffer.wrap(bytes);
            this.portion = portion;
        }

        @Override
        public int read(ByteBuffer target) {
            if (!bytes.hasRemaining()) {
                return -1;
            }
            int count = Math.min(portion, Math.min(bytes.remaining(), target.remaining()));
            target.put(bytes.slice().limit(count));
            bytes.position(bytes.position() + count);
            return count;
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void close() {}
    }
}
