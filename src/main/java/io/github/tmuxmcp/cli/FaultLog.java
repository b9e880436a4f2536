package io.github.tmuxmcp.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where faults go: one line on stderr, the trace into a file.
 *
 * <p>Some clients never read our stderr, and a full pipe would stop the process for ever; so it gets at most {@value #MOST_LINES}
 * lines of at most {@value #LONGEST_LINE} characters in a process's life. The file is opened for each entry, so that several servers
 * share it; at 1 MiB it is renamed to {@code NAME.1}, which replaces the one before. The file nobody asked for is not created before the
 * first entry, and one that cannot be written is told of once.
 *
 * <p>Any thread may call; entries do not interleave.
 */
final class FaultLog {
    static final int MOST_LINES = 100;
    static final int LONGEST_LINE = 300;
    static final long LARGEST_FILE = 1L << 20;

    private final @Nullable Path file;
    private final PrintStream terminal;
    private int lines;
    private boolean fileFailed;

    /**
     * @param file where traces go; null for nowhere
     * @param terminal the process's stderr
     */
    FaultLog(@Nullable Path file, PrintStream terminal) {
        this.file = file;
        this.terminal = terminal;
    }

    /** The file for traces: what was asked for, else the XDG state folder's, else none when there is no home. */
    static @Nullable Path file(@Nullable String asked, Map<String, String> environment, Path workingDirectory) {
        if (asked != null && !asked.isEmpty()) {
            return workingDirectory.resolve(asked);
        }
        String state = environment.getOrDefault("XDG_STATE_HOME", "");
        if (state.startsWith("/")) {
            return Path.of(state, "tmux-mcp", "tmux-mcp.log");
        }
        String home = environment.getOrDefault("HOME", "");
        return home.startsWith("/") ? Path.of(home, ".local", "state", "tmux-mcp", "tmux-mcp.log") : null;
    }

    /**
     * Makes a file that was asked for, empty when it is new, so that a bad name is known at the start.
     *
     * @throws IOException when traces could not be written there
     */
    static void make(Path file) throws IOException {
        if (Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file)) {
            // Opening a named pipe would wait for its reader.
            if (!Files.isWritable(file)) {
                throw new IOException("not writable");
            }
            return;
        }
        append(file, "");
    }

    /** Tells the operator something: one line on stderr, within the bounds. */
    synchronized void tell(String line) {
        if (lines >= MOST_LINES) {
            return;
        }
        lines++;
        String text = line.replace('\n', ' ').replace('\r', ' ');
        if (text.length() > LONGEST_LINE) {
            text = text.substring(0, LONGEST_LINE) + "...";
        }
        String last = lines == MOST_LINES ? " (the last line here; more in the log file)" : "";
        terminal.println("tmux-mcp: " + text + last);
        terminal.flush();
    }

    /** Reports a bug or a failed system call: a line on stderr, its stack trace in the file. */
    synchronized void fault(String what, Throwable fault) {
        tell(what + ": " + fault);
        StringWriter trace = new StringWriter();
        fault.printStackTrace(new PrintWriter(trace));
        trace(what + "\n" + trace);
    }

    /** Reports an entry of several lines: the first on stderr, all in the file. */
    synchronized void report(String entry) {
        tell(entry.lines().findFirst().orElse(""));
        trace(entry);
    }

    /** Writes an entry to the file only. */
    synchronized void trace(String text) {
        Path log = file;
        if (log == null || fileFailed) {
            return;
        }
        try {
            append(log, Instant.now() + " " + ProcessHandle.current().pid() + " " + text.stripTrailing() + "\n");
        } catch (IOException failed) {
            fileFailed = true;
            tell("cannot write the log file " + log + " (" + failed.getClass().getSimpleName() + "); see --log-file");
        }
    }

    private static void append(Path log, String entry) throws IOException {
        Path folder = log.toAbsolutePath().getParent();
        if (folder != null && !Files.isDirectory(folder)) {
            Files.createDirectories(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
        if (Files.exists(log) && Files.size(log) >= LARGEST_FILE) {
            Files.move(log, log.resolveSibling(log.getFileName() + ".1"), StandardCopyOption.REPLACE_EXISTING);
        }
        try (FileChannel channel = FileChannel.open(
                log,
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
            ByteBuffer bytes = StandardCharsets.UTF_8.encode(entry);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        }
    }
}
