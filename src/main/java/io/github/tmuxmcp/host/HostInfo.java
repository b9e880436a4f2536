package io.github.tmuxmcp.host;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What is needed to name a process to someone who will look for it later. */
public final class HostInfo {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final int MOST_BYTES = 4096;

    private HostInfo() {}

    /** The process id of this JVM. */
    public static long ownPid() {
        return ProcessHandle.current().pid();
    }

    /**
     * A text that tells a process from a later one of the same pid: field 22 of {@code /proc/PID/stat} (digits), or
     * where there is no /proc what {@code ps -o lstart=} prints in the C locale and UTC, single-spaced. {@link
     * Watchdog} compares it.
     *
     * @return empty text when there is no such process
     */
    public static String startStamp(long pid) {
        if (ProcFiles.SYSTEM.read("/proc/self/stat") == null) {
            return startStampByPs(pid);
        }
        ProcessEntry entry = new ProcProcessTable().find(pid);
        return entry == null ? "" : Long.toString(entry.startTime());
    }

    static String startStampByPs(long pid) {
        Optional<byte[]> output;
        try {
            output = Command.output(List.of("ps", "-o", "lstart=", "-p", Long.toString(pid)), TIMEOUT, MOST_BYTES);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
        return output.map(bytes ->
                        new String(bytes, StandardCharsets.US_ASCII).strip().replaceAll("\\s+", " "))
                .orElse("");
    }
}
