package io.github.tmuxmcp.agent.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SessionLogTest {
    private static final int SEGMENT = WrittenLog.SEGMENT;

    @TempDir
    Path folder;

    private SessionLog log(long base) {
        return new SessionLog(folder, "s.log", base, WrittenLog.BOUND);
    }

    private static byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        new Random(count).nextBytes(bytes);
        return bytes;
    }

    private static byte[] readAll(SessionLog log) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        byte[] buffer = new byte[100_000];
        for (int count = log.read(buffer); count > 0; count = log.read(buffer)) {
            all.write(buffer, 0, count);
        }
        return all.toByteArray();
    }

    private static byte[] reread(SessionLog log, long offset, int count) throws IOException {
        byte[] buffer = new byte[count];
        return Arrays.copyOf(buffer, log.reread(offset, buffer));
    }

    @Test
    void whatIsWrittenIsReadOnceInOrder() throws IOException {
        try (SessionLog log = log(0)) {
            WrittenLog writer = new WrittenLog(folder);
            assertThat(readAll(log)).isEmpty();
            assertThat(log.end()).isZero();
            writer.write("one");
            assertThat(readAll(log)).asString().isEqualTo("one");
            assertThat(readAll(log)).isEmpty();
            writer.write(" two");
            assertThat(log.end()).isEqualTo(7);
            assertThat(log.position()).isEqualTo(3);
            assertThat(readAll(log)).asString().isEqualTo(" two");
        }
    }

    @Test
    void segmentsAreReadAsOne() throws IOException {
        byte[] written = bytes(2 * SEGMENT + 5);
        new WrittenLog(folder).write(written);
        try (SessionLog log = log(0)) {
            assertThat(log.end()).isEqualTo(written.length);
            assertThat(readAll(log)).isEqualTo(written);
            assertThat(log.position()).isEqualTo(written.length);
            assertThat(folder.resolve("s.log")).hasSize(5);
        }
    }

    @Test
    void aSegmentThatIsJustFullEndsWhereTheNextBegins() throws IOException {
        WrittenLog writer = new WrittenLog(folder).write(bytes(SEGMENT));
        try (SessionLog log = log(0)) {
            assertThat(readAll(log)).hasSize(SEGMENT);
            assertThat(log.end()).isEqualTo(SEGMENT);
            assertThat(readAll(log)).isEmpty();
            writer.write("next");
            assertThat(readAll(log)).asString().isEqualTo("next");
        }
    }

    @Test
    void theOldestSegmentsGoAndOffsetsStay() throws IOException {
        WrittenLog writer = new WrittenLog(folder);
        try (SessionLog log = log(0)) {
            byte[] all = bytes(30 * SEGMENT);
            for (int segment = 0; segment < 30; segment++) {
                writer.write(Arrays.copyOfRange(all, segment * SEGMENT, (segment + 1) * SEGMENT));
                readAll(log);
                log.trim();
                assertThat(log.position() - log.oldest()).isLessThanOrEqualTo(WrittenLog.BOUND + SEGMENT);
            }
            assertThat(log.oldest() % SEGMENT).isZero();
            assertThat(folder.resolve("s.log.aaaaaz")).as("the 26th segment").doesNotExist();
            assertThat(folder.resolve("s.log.aaaaba")).as("the 27th segment").exists();
            assertThat(folder.resolve("s.log.aaaabd")).as("the 30th segment").exists();
            assertThat(folder.resolve("s.log.aaaaaa")).doesNotExist();
            try (var files = Files.list(folder)) {
                assertThat(files.mapToLong(file -> file.toFile().length()).sum())
                        .isLessThanOrEqualTo(WrittenLog.BOUND + 2L * SEGMENT);
            }
            int from = (int) log.oldest() + 100;
            assertThat(reread(log, from, 3 * SEGMENT)).isEqualTo(Arrays.copyOfRange(all, from, from + 3 * SEGMENT));
            assertThat(reread(log, 0, 10)).as("bytes that are gone").isEmpty();
        }
    }

    @Test
    void whatNobodyHasReadIsNeverDeleted() throws IOException {
        new WrittenLog(folder).write(bytes(10 * SEGMENT));
        try (SessionLog log = log(0)) {
            log.trim();
            assertThat(log.oldest()).isZero();
            assertThat(readAll(log)).hasSize(10 * SEGMENT);
        }
    }

    @Test
    void rereadingMovesNothingAndEndsAtTheEnd() throws IOException {
        byte[] written = bytes(SEGMENT + 100);
        new WrittenLog(folder).write(written);
        try (SessionLog log = log(0)) {
            log.read(new byte[10]);
            assertThat(reread(log, SEGMENT - 50, 100))
                    .isEqualTo(Arrays.copyOfRange(written, SEGMENT - 50, SEGMENT + 50));
            assertThat(reread(log, SEGMENT + 90, 100)).hasSize(10);
            assertThat(reread(log, SEGMENT + 100, 100)).isEmpty();
            assertThat(reread(log, 9L * SEGMENT, 100)).isEmpty();
            assertThat(log.position()).isEqualTo(10);
            assertThat(readAll(log)).isEqualTo(Arrays.copyOfRange(written, 10, written.length));
        }
    }

    @Test
    void aLaterGenerationGoesOnCounting() throws IOException {
        byte[] written = bytes(2 * SEGMENT);
        new WrittenLog(folder).write(written);
        long base = 1_000_003;
        try (SessionLog log = log(base)) {
            assertThat(log.oldest()).isEqualTo(base);
            assertThat(readAll(log)).isEqualTo(written);
            assertThat(log.position()).isEqualTo(base + written.length);
            assertThat(log.end()).isEqualTo(base + written.length);
            assertThat(reread(log, base + SEGMENT - 1, 2))
                    .isEqualTo(Arrays.copyOfRange(written, SEGMENT - 1, SEGMENT + 1));
        }
    }

    @Test
    void closingDeletesThisLogAndNoOther() throws IOException {
        Path other = Files.writeString(folder.resolve("ss.log.aaaaaa"), "other");
        SessionLog log = log(0);
        new WrittenLog(folder).write(bytes(2 * SEGMENT));
        readAll(log);
        log.close();
        try (var files = Files.list(folder)) {
            assertThat(files).containsExactly(other);
        }
    }

    /** The layout that the fake writer of these tests keeps to is the real one's. */
    @Test
    void theWriterCommandWritesThisLayoutPrivately() throws Exception {
        Path odd = Files.createDirectory(folder.resolve("it's $HOME"));
        byte[] written = bytes(27 * SEGMENT + 1);
        try (SessionLog log = new SessionLog(odd, "s.log", 0, WrittenLog.BOUND)) {
            Process writer = new ProcessBuilder("sh", "-c", log.writerCommand()).start();
            writer.getOutputStream().write(written);
            writer.getOutputStream().close();
            assertThat(writer.waitFor(20, TimeUnit.SECONDS)).isTrue();
            assertThat(odd.resolve("s.log." + WrittenLog.suffix(27))).hasSize(1);
            assertThat(Files.getPosixFilePermissions(odd.resolve("s.log.aaaaaa")))
                    .hasSize(2);
            assertThat(readAll(log)).isEqualTo(written);
        }
    }
}
