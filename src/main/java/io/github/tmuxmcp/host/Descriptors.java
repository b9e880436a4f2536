package io.github.tmuxmcp.host;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;

/** What the open descriptors of a process are, from {@code /proc/PID/fd}. */
final class Descriptors {
    private static final int FIRST_PTS_MAJOR = 136;
    private static final int LAST_PTS_MAJOR = 143;

    /** Devices that are never waited for. */
    private static final Set<String> HARMLESS =
            Set.of("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom");

    private Descriptors() {}

    /**
     * True when a descriptor's target is the terminal that controls its process.
     *
     * @param target what the link {@code /proc/PID/fd/N} says
     * @param terminal {@link ProcessEntry#terminal} of that process
     */
    static boolean isTerminal(String target, int terminal) {
        if (terminal == 0) {
            return false;
        }
        return target.equals("/dev/tty") || target.equals(pseudoTerminal(terminal));
    }

    /**
     * {@code /dev/pts/N} of a device number as {@code stat} prints it: bits 31-20 and 7-0 are the minor, 19-8 the
     * major number.
     */
    static String pseudoTerminal(int terminal) {
        int major = (terminal >>> 8) & 0xfff;
        int minor = (terminal & 0xff) | ((terminal >>> 12) & 0xfff00);
        if (major < FIRST_PTS_MAJOR || major > LAST_PTS_MAJOR) {
            return "";
        }
        return "/dev/pts/" + (minor + (major - FIRST_PTS_MAJOR) * 256);
    }

    /** True when a process holds its terminal, and nothing else that a thread could sleep on while it reads. */
    static boolean onlyTerminal(ProcFiles files, ProcessEntry process) {
        String folder = "/proc/" + process.pid() + "/fd";
        List<String> descriptors = files.list(folder);
        if (descriptors == null) {
            return false;
        }
        boolean terminal = false;
        for (String descriptor : descriptors) {
            String target = files.link(folder + "/" + descriptor);
            if (target == null) {
                return false;
            }
            if (isTerminal(target, process.terminal())) {
                terminal = true;
            } else if (canBlock(target) && !writesOnly(files, process.pid(), descriptor)) {
                return false;
            }
        }
        return terminal;
    }

    private static boolean canBlock(String target) {
        if (target.startsWith("/dev/")) {
            return !HARMLESS.contains(target);
        }
        return !target.startsWith("/");
    }

    /** The flags in {@code fdinfo} are octal; the last digit's two low bits are the access mode, 1 is O_WRONLY. */
    private static boolean writesOnly(ProcFiles files, long pid, String descriptor) {
        byte[] info = files.read("/proc/" + pid + "/fdinfo/" + descriptor);
        if (info == null) {
            return false;
        }
        String text = new String(info, StandardCharsets.US_ASCII);
        int flags = text.indexOf("flags:");
        int end = flags < 0 ? -1 : text.indexOf('\n', flags);
        return end > 0 && ((text.charAt(end - 1) - '0') & 3) == 1;
    }
}
