package io.github.tmuxmcp.host;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The processes of this machine as seen now: from {@code /proc} where it exists, else from one call of {@code ps(1)}
 * for each question. Nothing is kept between two questions. Safe for any thread. A process that the system hides
 * counts as not there.
 */
public interface ProcessTable {
    /** The table of the machine that we run on. */
    static ProcessTable system() {
        return ProcFiles.SYSTEM.read("/proc/self/stat") == null ? new PsProcessTable() : new ProcProcessTable();
    }

    /** The process of this id, dead ones included until their parent has noticed; null when there is none. */
    @Nullable
    ProcessEntry find(long pid);

    /**
     * True while the very process that was seen with this pid and start time lives: false for zombies and for a
     * reused pid.
     */
    default boolean isRunning(long pid, long startTime) {
        ProcessEntry entry = find(pid);
        return entry != null && entry.startTime() == startTime && !entry.isDead();
    }

    /**
     * The members of the terminal's foreground group.
     *
     * @param leader the pane's process as {@link #find} gave it; its {@link ProcessEntry#foregroundGroup} says which
     *     group is meant
     * @return the members in no particular order; empty when there is no such group or the system hides it
     */
    List<ProcessEntry> foregroundGroup(ProcessEntry leader);

    /**
     * Every living process whose session is the pane's or whose controlling terminal is the pane's, jobs under {@code
     * nohup} included: what must end when a session is killed. A pane's process leads its session, so the jobs it
     * left behind are found when it is gone itself.
     *
     * @param panePid tmux's {@code pane_pid}; the caller knows that it has not been reused
     */
    default List<ProcessEntry> ofTerminal(long panePid) {
        return ofTerminals(Set.of(panePid));
    }

    /** {@link #ofTerminal} of several panes, in one walk over the machine. */
    List<ProcessEntry> ofTerminals(Set<Long> panePids);

    /** Every living process, in no particular order. */
    List<ProcessEntry> all();

    /** What a process does with the terminal that controls it, and how often it has run. */
    ProcessActivity activity(ProcessEntry process);
}
