package io.github.tmuxmcp.host;

import io.github.tmuxmcp.host.Foreground.Reading;
import org.jspecify.annotations.Nullable;

/** What the processes and the terminal's modes together prove about "waiting for input". Pure. */
public final class InputEvidence {
    /** What the foreground does with input. */
    public enum Verdict {
        /** It waits for a line: the terminal collects it and echoes. */
        READS_LINE,
        /** It waits for a line that is not shown: a password. */
        READS_SECRET,
        /** It waits for keys: a line editor or a full-screen program. */
        READS_RAW,
        /** Nothing reads. */
        NOT_READING,
        /** It cannot be told: an event loop, a relay, another user's program. To be treated as running. */
        UNKNOWN
    }

    private InputEvidence() {}

    /**
     * Judges one look. A blocked read is proof by itself. Waiting for events, or a process that cannot be looked
     * into, counts when the terminal was put into another mode, since that is done in order to read: raw for a line
     * editor, without echo for a secret. A relay keeps the terminal raw for as long as it runs, so there raw proves
     * nothing.
     *
     * @param modes the terminal's modes at about the same moment; null when they could not be read. Then a blocked
     *     read counts as a line's
     */
    public static Verdict judge(Foreground foreground, @Nullable TerminalModes modes) {
        Reading reading = foreground.reading();
        if (reading == Reading.NOT_READING) {
            return Verdict.NOT_READING;
        }
        if (modes == null) {
            return reading == Reading.TTY_READ ? Verdict.READS_LINE : Verdict.UNKNOWN;
        }
        if (!modes.canonical()) {
            return foreground.relay() ? Verdict.UNKNOWN : Verdict.READS_RAW;
        }
        if (!modes.echo()) {
            return Verdict.READS_SECRET;
        }
        return reading == Reading.TTY_READ ? Verdict.READS_LINE : Verdict.UNKNOWN;
    }
}
