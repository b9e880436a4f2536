package io.github.tmuxmcp.agent.session;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/** Writes a session's log as {@code split -a 6 -b SIZE} does behind {@code pipe-pane}: every segment is filled to the byte. */
final class WrittenLog {
    /** Of a log whose bound is {@link #BOUND}. */
    static final int SEGMENT = 256 << 10;

    static final long BOUND = 1 << 20;

    private final Path folder;
    private long written;

    WrittenLog(Path folder) {
        this.folder = folder;
    }

    WrittenLog write(String text) throws IOException {
        return write(text.getBytes(StandardCharsets.UTF_8));
    }

    WrittenLog write(byte[] bytes) throws IOException {
        int at = 0;
        while (at < bytes.length) {
            int count = (int) Math.min(bytes.length - at, SEGMENT - written % SEGMENT);
            Files.write(
                    folder.resolve("s.log." + suffix(written / SEGMENT)),
                    Arrays.copyOfRange(bytes, at, at + count),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
            at += count;
            written += count;
        }
        return this;
    }

    /** aaaaaa, aaaaab, …: six digits to the base 26. */
    static String suffix(long segment) {
        StringBuilder letters = new StringBuilder();
        for (long rest = segment; letters.length() < 6; rest /= 26) {
            letters.insert(0, (char) ('a' + rest % 26));
        }
        return letters.toString();
    }
}
