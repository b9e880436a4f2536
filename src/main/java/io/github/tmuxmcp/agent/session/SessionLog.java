package io.github.tmuxmcp.agent.session;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jspecify.annotations.Nullable;

/**
 * The bytes that a pane has printed, as {@code pipe-pane} writes them: segments of equal size, oldest deleted, offsets that stay valid.
 *
 * <pre>
 * offset   0 ............ size ............ 2*size ...........
 * file     NAME.log.aaaaaa   NAME.log.aaaaab   NAME.log.aaaaac   and NAME.log, a hard link to the newest
 * </pre>
 *
 * {@code split} writes each read at once and fills every segment to the byte, so an offset alone says in which file it lies. One
 * thread at a time uses an instance; {@link SessionStream} sees to that. Reads go through {@link RandomAccessFile}, because a file channel
 * is closed under its users when a cancelled call's thread is interrupted in a read.
 */
final class SessionLog implements AutoCloseable {
    private static final int SUFFIX_LETTERS = 6;
    private static final long SMALLEST_SEGMENT = 256 << 10;
    private static final long LARGEST_SEGMENT = 8 << 20;
    /** A log of this many segments is cut to its bound with an error of at most one segment. */
    private static final int SEGMENTS = 8;

    private final Path folder;
    private final String prefix;
    private final long base;
    private final long segmentSize;
    private final long bound;

    private long oldest;
    private long position;
    private long openSegment = -1;
    private @Nullable RandomAccessFile open;

    /**
     * A log that begins at {@code base}.
     *
     * @param folder where the segments are, 0700
     * @param prefix the session's name and {@code .log}
     * @param base offset of the first byte; not 0 when an earlier log of this session was lost
     * @param bound bytes kept, about; at least two segments are
     */
    SessionLog(Path folder, String prefix, long base, long bound) {
        this.folder = folder;
        this.prefix = prefix;
        this.base = base;
        this.bound = bound;
        this.segmentSize = Math.max(SMALLEST_SEGMENT, Math.min(LARGEST_SEGMENT, bound / SEGMENTS));
        this.oldest = base;
        this.position = base;
    }

    /** The shell command for {@code pipe-pane}: it writes what it reads into the segments, private to the user. */
    String writerCommand() {
        return "umask 077; cd " + quoted(folder.toString()) + " && exec split -a " + SUFFIX_LETTERS + " -b "
                + segmentSize + " - " + quoted(writerArgument());
    }

    /** The last word of the writer's command line, by which its process is found. */
    String writerArgument() {
        return prefix + ".";
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }

    /** Offset of the next byte that {@link #read} gives. */
    long position() {
        return position;
    }

    /** Offset of the oldest byte that is still there. */
    long oldest() {
        return oldest;
    }

    /** Offset behind the last byte written so far. */
    long end() throws IOException {
        long segment = segmentOf(position);
        while (Files.exists(file(segment + 1))) {
            segment++;
        }
        return startOf(segment) + sizeOf(file(segment));
    }

    /**
     * Reads what follows the last read into {@code buffer}, from its start.
     *
     * @return the number of bytes read, 0 when there are none yet
     */
    int read(byte[] buffer) throws IOException {
        int total = 0;
        while (total < buffer.length) {
            RandomAccessFile current = fileAt(position);
            int count = current == null
                    ? 0
                    : current.read(buffer, total, (int) Math.min(buffer.length - total, restOfSegment(position)));
            if (count <= 0) {
                break;
            }
            position += count;
            total += count;
        }
        return total;
    }

    private long restOfSegment(long offset) {
        return segmentSize - (offset - base) % segmentSize;
    }

    /** The open segment, positioned where the last read ended: segments are read through in order. */
    private @Nullable RandomAccessFile fileAt(long offset) throws IOException {
        long segment = segmentOf(offset);
        if (segment == openSegment) {
            return open;
        }
        RandomAccessFile next;
        try {
            next = new RandomAccessFile(file(segment).toFile(), "r");
        } catch (FileNotFoundException notYet) {
            return null;
        }
        closeFile();
        open = next;
        openSegment = segment;
        linkNewest(segment);
        return next;
    }

    /** For people: {@code tail -F NAME.log} follows the session. A file system without links only lacks this name. */
    private void linkNewest(long segment) throws IOException {
        Path link = folder.resolve(prefix);
        Path fresh = folder.resolve(prefix + ".new");
        try {
            Files.deleteIfExists(fresh);
            Files.createLink(fresh, file(segment));
            Files.move(fresh, link, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (UnsupportedOperationException | IOException noLinks) {
            Files.deleteIfExists(fresh);
        }
    }

    /** Deletes the oldest segments until the log keeps its bound; what has not been read yet is never deleted. */
    void trim() throws IOException {
        while (position - oldest > bound && segmentOf(oldest) < segmentOf(position)) {
            Files.deleteIfExists(file(segmentOf(oldest)));
            oldest = startOf(segmentOf(oldest) + 1);
        }
    }

    /**
     * Reads stored bytes again, without moving {@link #position()}.
     *
     * @param offset at least {@link #oldest()}
     * @return the bytes read into {@code buffer} from its start, fewer than it holds at the log's end
     */
    int reread(long offset, byte[] buffer) throws IOException {
        int total = 0;
        while (total < buffer.length) {
            long at = offset + total;
            try (RandomAccessFile segment =
                    new RandomAccessFile(file(segmentOf(at)).toFile(), "r")) {
                segment.seek((at - base) % segmentSize);
                int count = segment.read(buffer, total, (int) Math.min(buffer.length - total, restOfSegment(at)));
                if (count <= 0) {
                    return total;
                }
                total += count;
            } catch (FileNotFoundException end) {
                return total;
            }
        }
        return total;
    }

    /** Closes the log and deletes its files. */
    @Override
    public void close() {
        closeFile();
        try (var files = Files.newDirectoryStream(folder, prefix + "*")) {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
        } catch (IOException gone) {
            // The folder goes as a whole at shutdown; a file that stays until then harms nobody.
        }
    }

    private void closeFile() {
        try {
            if (open != null) {
                open.close();
            }
        } catch (IOException ignored) {
            // Nothing was written through it.
        }
        open = null;
        openSegment = -1;
    }

    private long segmentOf(long offset) {
        return (offset - base) / segmentSize;
    }

    private long startOf(long segment) {
        return base + segment * segmentSize;
    }

    private static long sizeOf(Path file) throws IOException {
        try {
            return Files.size(file);
        } catch (NoSuchFileException notYet) {
            return 0;
        }
    }

    /** The file that {@code split -a 6} gives to a segment: aaaaaa, aaaaab, …, aaaaaz, aaaaba, … */
    private Path file(long segment) {
        char[] letters = new char[SUFFIX_LETTERS];
        long rest = segment;
        for (int i = SUFFIX_LETTERS - 1; i >= 0; i--) {
            letters[i] = (char) ('a' + rest % 26);
            rest /= 26;
        }
        return folder.resolve(prefix + "." + new String(letters));
    }
}
