package io.github.tmuxmcp.host;

/**
 * One process at the moment it was looked at, with the names of {@code proc_pid_stat(5)}.
 *
 * @param pid its process id
 * @param parent the id of its parent; 0 when it has none that can be seen
 * @param group its process group
 * @param session its session; 0 where the system does not tell (macOS)
 * @param foregroundGroup the foreground group of its controlling terminal; below 1 when it has no terminal
 * @param terminal a number that is equal for processes of one controlling terminal; 0 when there is none. On Linux
 *     the device number as {@code /proc} prints it
 * @param state one letter: {@code R} runs, {@code S} and {@code D} sleep, {@code T} and {@code t} are stopped, {@code
 *     Z} and {@code X} are dead; macOS also has {@code I} and {@code U}, which sleep
 * @param startTime when it started: clock ticks since boot on Linux, seconds since the epoch elsewhere. Together with
 *     the pid it names a process for good
 * @param command the name of its program without a folder; Linux cuts it at 15 bytes
 */
public record ProcessEntry(
        long pid,
        long parent,
        long group,
        long session,
        long foregroundGroup,
        int terminal,
        char state,
        long startTime,
        String command) {

    /** True for a process that has ended and only waits for its parent to notice. */
    public boolean isDead() {
        return state == 'Z' || state == 'X' || state == 'x';
    }

    /** True for a process that a signal or a debugger has stopped. */
    public boolean isStopped() {
        return state == 'T' || state == 't';
    }

    /** Ids and state; the command is left out, since a program may name itself as it likes. */
    @Override
    public String toString() {
        return "process " + pid + " (group " + group + ", session " + session + ", state " + state + ")";
    }
}
