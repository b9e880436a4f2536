package io.github.tmuxmcp.host;

import java.nio.charset.StandardCharsets;

/** How often a thread has been given a processor: a number that grows whenever it runs. */
final class Runs {
    private Runs() {}

    /**
     * The count of a thread's time slices, from {@code schedstat} (three numbers, the last is the count), or from the
     * context switches in the much slower {@code status} where the kernel was built without it.
     *
     * @param thread a folder {@code /proc/PID/task/TID}
     */
    static long of(ProcFiles files, String thread) {
        byte[] statistics = files.read(thread + "/schedstat");
        if (statistics != null) {
            long slices = lastNumber(statistics);
            if (slices > 0) {
                return slices;
            }
        }
        byte[] status = files.read(thread + "/status");
        if (status == null) {
            return 0;
        }
        String text = new String(status, StandardCharsets.ISO_8859_1);
        long switches = 0;
        int at = text.indexOf("voluntary_ctxt_switches:");
        while (at >= 0) {
            int end = text.indexOf('\n', at);
            String line = end < 0 ? text.substring(at) : text.substring(at, end);
            switches += lastNumber(line.getBytes(StandardCharsets.ISO_8859_1));
            at = end < 0 ? -1 : text.indexOf("voluntary_ctxt_switches:", end);
        }
        return switches;
    }

    private static long lastNumber(byte[] text) {
        long value = 0;
        boolean inside = false;
        for (byte b : text) {
            boolean digit = b >= '0' && b <= '9';
            if (digit) {
                value = (inside ? value * 10 : 0) + b - '0';
            }
            inside = digit;
        }
        return value;
    }
}
