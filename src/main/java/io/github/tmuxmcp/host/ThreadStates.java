package io.github.tmuxmcp.host;

import io.github.tmuxmcp.host.Foreground.Reading;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What the threads of a process wait for, and what that says of the process.
 *
 * <p>The main thread speaks for its process. Where it only waits for other threads (a Java program's does from the
 * start), the others speak; then a blocked read of the terminal is proof only when every other thread idles too. A
 * thread that reads the terminal beside others that work or wait for events is how programs listen for a key while
 * they do their job, so there the terminal's modes decide, as for a program that polls.
 */
final class ThreadStates {
    private enum State {
        READS,
        POLLS,
        IDLE,
        SLEEPS,
        RUNS,
        HIDDEN
    }

    private static final Set<State> READER_AND_IDLERS = EnumSet.of(State.READS, State.IDLE);

    private final ProcFiles files;
    private final SystemCalls calls;

    ThreadStates(ProcFiles files, SystemCalls calls) {
        this.files = files;
        this.calls = calls;
    }

    ProcessActivity of(ProcessEntry process) {
        String folder = "/proc/" + process.pid() + "/task";
        List<String> tasks = files.list(folder);
        if (tasks == null) {
            return new ProcessActivity(process.isDead() ? Reading.NOT_READING : Reading.UNKNOWN, 0);
        }
        String main = Long.toString(process.pid());
        State mainState = State.IDLE;
        Set<State> others = EnumSet.noneOf(State.class);
        long runs = 0;
        for (String task : tasks) {
            String thread = folder + "/" + task;
            runs += Runs.of(files, thread) + task.hashCode();
            if (process.isStopped()) {
                continue;
            }
            if (!task.equals(main)) {
                others.add(state(process, thread));
            } else if (!process.isDead()) {
                mainState = state(process, thread);
            }
        }
        Reading reading = process.isStopped() ? Reading.NOT_READING : judge(mainState, others);
        return new ProcessActivity(reading, runs);
    }

    private static Reading judge(State main, Set<State> others) {
        boolean listens = others.contains(State.READS);
        boolean attends = listens || others.contains(State.POLLS);
        return switch (main) {
            case READS -> Reading.TTY_READ;
            case POLLS -> Reading.POLLING;
            case HIDDEN -> Reading.UNKNOWN;
            // A busy program may have a helper that polls (node has), which says nothing of the terminal.
            case RUNS -> listens ? Reading.POLLING : Reading.NOT_READING;
            case SLEEPS -> attends ? Reading.POLLING : withoutListener(others);
            case IDLE -> {
                if (listens && READER_AND_IDLERS.containsAll(others)) {
                    yield Reading.TTY_READ;
                }
                yield attends ? Reading.POLLING : withoutListener(others);
            }
        };
    }

    private static Reading withoutListener(Set<State> others) {
        return others.contains(State.HIDDEN) ? Reading.UNKNOWN : Reading.NOT_READING;
    }

    /**
     * Field by field, {@code /proc/PID/task/TID/syscall} is the number and the arguments in hexadecimal, or the word
     * "running".
     */
    private State state(ProcessEntry process, String thread) {
        byte[] call = files.read(thread + "/syscall");
        if (call == null || call.length == 0) {
            return byKernelFunction(process, thread);
        }
        if (call[0] == 'r') {
            return State.RUNS;
        }
        String[] fields = new String(call, StandardCharsets.US_ASCII).split(" ", 4);
        SystemCalls.Kind kind = fields.length < 4 ? null : calls.kind(Long.parseLong(fields[0]));
        if (kind == null) {
            return byKernelFunction(process, thread);
        }
        return switch (kind) {
            case READ -> reads(process, number(fields[1]));
            // Descriptor 0 alone: `read -t` and line editors. None at all: a nap.
            case SELECT ->
                switch ((int) number(fields[1])) {
                    case 0 -> State.SLEEPS;
                    case 1 -> reads(process, 0);
                    default -> State.POLLS;
                };
            case POLL -> (int) number(fields[2]) == 0 ? State.SLEEPS : State.POLLS;
            case EVENTS -> State.POLLS;
            case IDLE -> State.IDLE;
            case OTHER -> State.SLEEPS;
        };
    }

    private State reads(ProcessEntry process, long descriptor) {
        String target = files.link("/proc/" + process.pid() + "/fd/" + (int) descriptor);
        if (target == null) {
            return State.HIDDEN;
        }
        return Descriptors.isTerminal(target, process.terminal()) ? State.READS : State.SLEEPS;
    }

    private static long number(String hexadecimal) {
        return Long.parseUnsignedLong(hexadecimal, 2, hexadecimal.length(), 16);
    }

    /**
     * The second best source, where {@code syscall} may not be read (Yama) or does not help. A sleeper in {@code
     * wait_woken} reads a terminal, a network socket or an inotify descriptor: proof only when it holds nothing but
     * the terminal that could be read so.
     */
    private State byKernelFunction(ProcessEntry process, String thread) {
        byte[] bytes = files.read(thread + "/wchan");
        String function = bytes == null ? "0" : new String(bytes, StandardCharsets.US_ASCII).strip();
        if (function.isEmpty() || function.equals("0")) {
            return runs(thread) ? State.RUNS : State.HIDDEN;
        }
        if (function.equals("wait_woken")) {
            return Descriptors.onlyTerminal(files, process) ? State.READS : State.HIDDEN;
        }
        if (function.contains("poll") || function.contains("select")) {
            return State.POLLS;
        }
        return function.startsWith("futex") || function.contains("sigtimedwait") ? State.IDLE : State.SLEEPS;
    }

    private boolean runs(String thread) {
        byte[] line = files.read(thread + "/stat");
        ProcessEntry entry = line == null ? null : StatLine.parse(line);
        return entry != null && entry.state() == 'R';
    }
}
