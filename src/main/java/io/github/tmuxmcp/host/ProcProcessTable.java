package io.github.tmuxmcp.host;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The processes of Linux, from {@code /proc}. A foreground group costs a few small files, not a walk over the
 * machine.
 */
final class ProcProcessTable implements ProcessTable {
    /** A tree of more processes than this below one pane is not followed further. */
    private static final int MOST_DESCENDANTS = 10_000;

    private final ProcFiles files;
    private final ThreadStates threads;
    private final boolean tellsChildren;

    ProcProcessTable() {
        this(ProcFiles.SYSTEM, SystemCalls.ofThisMachine());
    }

    ProcProcessTable(ProcFiles files, SystemCalls calls) {
        this.files = files;
        this.threads = new ThreadStates(files, calls);
        this.tellsChildren = files.read("/proc/thread-self/children") != null;
    }

    @Override
    public @Nullable ProcessEntry find(long pid) {
        byte[] line = files.read("/proc/" + pid + "/stat");
        return line == null ? null : StatLine.parse(line);
    }

    @Override
    public List<ProcessEntry> foregroundGroup(ProcessEntry leader) {
        long group = leader.foregroundGroup();
        if (group < 1) {
            return List.of();
        }
        List<ProcessEntry> members = tellsChildren ? descendants(leader, group) : List.of();
        for (ProcessEntry member : members) {
            if (member.pid() == group) {
                return members;
            }
        }
        // A member whose parent has ended hangs below another process. Mostly such a group has lost its leader too;
        // then, and only then, the whole table is read.
        return scan(entry -> entry.group() == group);
    }

    @Override
    public List<ProcessEntry> ofTerminals(Set<Long> panePids) {
        Set<Integer> terminals = new HashSet<>();
        for (long panePid : panePids) {
            ProcessEntry pane = find(panePid);
            if (pane != null && pane.session() == panePid && pane.terminal() != 0) {
                terminals.add(pane.terminal());
            }
        }
        return scan(entry ->
                !entry.isDead() && (panePids.contains(entry.session()) || terminals.contains(entry.terminal())));
    }

    @Override
    public List<ProcessEntry> all() {
        return scan(entry -> !entry.isDead());
    }

    @Override
    public ProcessActivity activity(ProcessEntry process) {
        return threads.of(process);
    }

    /**
     * The members of a group at or below a process. Another session has another terminal, so nothing below it is
     * looked at.
     */
    private List<ProcessEntry> descendants(ProcessEntry top, long group) {
        List<ProcessEntry> members = new ArrayList<>();
        Deque<ProcessEntry> open = new ArrayDeque<>();
        open.add(top);
        for (int seen = 0; !open.isEmpty() && seen < MOST_DESCENDANTS; seen++) {
            ProcessEntry entry = open.remove();
            if (entry.group() == group) {
                members.add(entry);
            }
            for (long child : children(entry.pid())) {
                ProcessEntry found = find(child);
                if (found != null && found.session() == top.session()) {
                    open.add(found);
                }
            }
        }
        return members;
    }

    private List<Long> children(long pid) {
        List<Long> children = new ArrayList<>();
        String folder = "/proc/" + pid + "/task";
        List<String> tasks = files.list(folder);
        if (tasks == null) {
            return children;
        }
        for (String task : tasks) {
            byte[] line = files.read(folder + "/" + task + "/children");
            if (line == null) {
                continue;
            }
            long value = 0;
            for (byte b : line) {
                if (b >= '0' && b <= '9') {
                    value = value * 10 + b - '0';
                } else if (value > 0) {
                    children.add(value);
                    value = 0;
                }
            }
            if (value > 0) {
                children.add(value);
            }
        }
        return children;
    }

    private List<ProcessEntry> scan(Predicate<ProcessEntry> wanted) {
        List<ProcessEntry> found = new ArrayList<>();
        List<String> names = files.list("/proc");
        if (names == null) {
            return found;
        }
        for (String name : names) {
            if (!Character.isDigit(name.charAt(0))) {
                continue;
            }
            byte[] line = files.read("/proc/" + name + "/stat");
            ProcessEntry entry = line == null ? null : StatLine.parse(line);
            if (entry != null && wanted.test(entry)) {
                found.add(entry);
            }
        }
        return found;
    }
}
