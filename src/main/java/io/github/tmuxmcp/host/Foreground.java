package io.github.tmuxmcp.host;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the foreground of a pane was doing when it was looked at. On Linux no child process is started for it. A
 * program moves on while it is looked at, so one look is a hint and two equal ones with the same {@link #activity}
 * are a fact.
 */
public final class Foreground {
    /** What the members of the foreground group, and all their threads, wait for. */
    public enum Reading {
        /** Some member is blocked in a read of the pane's terminal, or waits for its standard input alone: proof. */
        TTY_READ,
        /**
         * Some member waits in select, poll or epoll, or listens to the terminal beside other work: the terminal's
         * modes decide.
         */
        POLLING,
        /** Everything runs, is stopped, or sleeps elsewhere: nothing reads. */
        NOT_READING,
        /** It cannot be told: another user's process, no /proc, or a relay that waits for a program elsewhere. */
        UNKNOWN
    }

    /** Linux' device numbers of pseudo terminals. */
    private static final int FIRST_PTS = 136;

    private static final int LAST_PTS = 143;

    private static final Set<String> SHELLS =
            Set.of("sh", "bash", "zsh", "fish", "dash", "ash", "ksh", "mksh", "tcsh", "csh", "busybox");

    /** Programs that pass the terminal on, raw, to a program elsewhere. */
    private static final Set<String> RELAYS = Set.of(
            "ssh",
            "mosh-client",
            "telnet",
            "docker",
            "podman",
            "nerdctl",
            "kubectl",
            "oc",
            "lxc",
            "lxc-attach",
            "machinectl",
            "screen",
            "tmux",
            "tmux: client",
            "script",
            "asciinema",
            "expect",
            "su",
            "sudo",
            "doas",
            "runuser",
            "picocom",
            "minicom");

    /** Relays that open a terminal of their own on this machine and run a program of this machine in it. */
    private static final Set<String> LOCAL_RELAYS = Set.of("su", "sudo", "doas", "runuser", "script");

    private final long group;
    private final String command;
    private final Reading reading;
    private final boolean shellItself;
    private final List<ProcessEntry> members;
    private final long activity;
    /** Its path where it is not the pane's own; else empty. */
    private String terminal = "";

    Foreground(
            long group,
            String command,
            Reading reading,
            boolean shellItself,
            List<ProcessEntry> members,
            long activity) {
        this.group = group;
        this.command = command;
        this.reading = reading;
        this.shellItself = shellItself;
        this.members = List.copyOf(members);
        this.activity = activity;
    }

    /**
     * Looks at the foreground group of a pane's terminal. Where that is a {@code sudo} or the like that has opened a terminal of its own for its
     * program, it is the foreground group of that one.
     *
     * @param panePid tmux's {@code pane_pid}. When that process is gone, the group is 0, there are no members, and
     *     nothing is known
     */
    public static Foreground look(ProcessTable table, long panePid) {
        ProcessEntry pane = table.find(panePid);
        if (pane == null || pane.isDead() || pane.foregroundGroup() < 1) {
            return new Foreground(0, "", Reading.UNKNOWN, false, List.of(), 0);
        }
        Foreground foreground = look(table, pane);
        ProcessEntry beyond = beyond(table, pane, foreground);
        if (beyond == null) {
            return foreground;
        }
        Foreground inner = look(table, beyond.pid());
        Foreground passedOn = new Foreground(
                inner.group, inner.command, inner.reading, false, inner.members, inner.activity + foreground.activity);
        passedOn.terminal = inner.terminal.isEmpty() ? path(beyond.terminal()) : inner.terminal;
        return passedOn;
    }

    /** The leader of the terminal that a local relay in the foreground has opened; null when there is none. */
    private static @Nullable ProcessEntry beyond(ProcessTable table, ProcessEntry pane, Foreground foreground) {
        Set<Long> relays = new HashSet<>();
        for (ProcessEntry member : foreground.members) {
            if (LOCAL_RELAYS.contains(member.command())) {
                relays.add(member.pid());
            }
        }
        if (relays.isEmpty()) {
            return null;
        }
        for (ProcessEntry entry : table.all()) {
            if (relays.contains(entry.parent())
                    && entry.terminal() != pane.terminal()
                    && entry.foregroundGroup() > 0
                    && !path(entry.terminal()).isEmpty()) {
                return entry;
            }
        }
        return null;
    }

    /** The path of a pseudo terminal by its device number, see {@code proc_pid_stat(5)}; empty for others. */
    private static String path(int device) {
        int major = (device >> 8) & 0xfff;
        int minor = (device & 0xff) | ((device >> 12) & 0xfff00);
        return major >= FIRST_PTS && major <= LAST_PTS ? "/dev/pts/" + ((major - FIRST_PTS) * 256 + minor) : "";
    }

    private static Foreground look(ProcessTable table, ProcessEntry pane) {
        long group = pane.foregroundGroup();
        List<ProcessEntry> members = table.foregroundGroup(pane);
        Reading reading = members.isEmpty() ? Reading.UNKNOWN : Reading.NOT_READING;
        ProcessEntry reader = null;
        long activity = 0;
        for (ProcessEntry member : members) {
            ProcessActivity seen = table.activity(member);
            activity += seen.runs() + 31 * member.pid();
            // What is beyond a relay may read though the relay waits: su -c starts it in a session of its own.
            reading = stronger(reading, RELAYS.contains(member.command()) ? Reading.UNKNOWN : Reading.NOT_READING);
            reading = stronger(reading, seen.reading());
            if (seen.reading() == Reading.TTY_READ
                    || (reader == null && seen.reading() == Reading.POLLING && member.pid() == group)) {
                reader = member;
            }
        }
        return new Foreground(
                group, tellingName(members, group, reader), reading, group == pane.group(), members, activity);
    }

    private static Reading stronger(Reading one, Reading other) {
        return rank(one) >= rank(other) ? one : other;
    }

    private static int rank(Reading reading) {
        return switch (reading) {
            case TTY_READ -> 3;
            case POLLING -> 2;
            case UNKNOWN -> 1;
            case NOT_READING -> 0;
        };
    }

    private static String tellingName(List<ProcessEntry> members, long group, @Nullable ProcessEntry reader) {
        if (reader != null) {
            return reader.command();
        }
        if (members.isEmpty()) {
            return "";
        }
        ProcessEntry leader = members.get(0);
        ProcessEntry newest = null;
        for (ProcessEntry member : members) {
            if (member.pid() == group) {
                leader = member;
            }
            boolean program = !SHELLS.contains(member.command());
            if (program && (newest == null || member.startTime() >= newest.startTime())) {
                newest = member;
            }
        }
        return newest == null || !SHELLS.contains(leader.command()) ? leader.command() : newest.command();
    }

    /**
     * The terminal that the group is in the foreground of.
     *
     * @param paneTty tmux's {@code pane_tty}, which it mostly is
     */
    public String terminal(String paneTty) {
        return terminal.isEmpty() ? paneTty : terminal;
    }

    /** The id of the foreground process group; 0 when there is none. */
    public long group() {
        return group;
    }

    /**
     * The name of the most telling member: the one that reads the terminal, else the group's leader, or for a busy shell
     * the newest member that is not one. Empty when no member can be seen.
     */
    public String command() {
        return command;
    }

    /** What the members wait for, the strongest evidence of any of them. */
    public Reading reading() {
        return reading;
    }

    /**
     * True when the foreground group is that of the pane's own process: a shell at its prompt or in a builtin, or the
     * pane's only program.
     */
    public boolean isShellItself() {
        return shellItself;
    }

    /** The members that were seen, dead ones included. */
    public List<ProcessEntry> members() {
        return members;
    }

    /**
     * A number that differs after any member has run, ended or joined, so that "our input was consumed" can be seen.
     * It has no order. It stays the same where the system does not tell (ps).
     */
    public long activity() {
        return activity;
    }

    /**
     * True when a member passes the terminal on to a program that cannot be seen from here (ssh, docker, tmux, ...).
     * It polls a raw terminal whatever the program beyond does, so its raw waiting proves nothing.
     */
    public boolean relay() {
        for (ProcessEntry member : members) {
            if (RELAYS.contains(member.command())) {
                return true;
            }
        }
        return false;
    }

    @Override
    public String toString() {
        return "foreground group " + group + " (" + members.size() + " members, " + reading + ")";
    }
}
