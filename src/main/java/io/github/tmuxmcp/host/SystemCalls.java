package io.github.tmuxmcp.host;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The system calls in which a thread can wait, by number: the numbers are the architecture's own. A call that is not
 * in the table, a 32-bit program's among them, is told by the kernel function that the thread sleeps in.
 */
final class SystemCalls {
    /** What a thread that sits in a call waits for. */
    enum Kind {
        /** Bytes of the descriptor in the first argument. */
        READ,
        /** Descriptors below the number in the first argument. */
        SELECT,
        /** As many descriptors as the second argument says. */
        POLL,
        /** Descriptors that the arguments do not name. */
        EVENTS,
        /** Another thread, or a signal: it has nothing to do. */
        IDLE,
        /** Time, a child, a network peer. */
        OTHER
    }

    private static final Map<Long, Kind> X86_64 = Map.ofEntries(
            Map.entry(0L, Kind.READ), // read
            Map.entry(19L, Kind.READ), // readv
            Map.entry(23L, Kind.SELECT), // select
            Map.entry(270L, Kind.SELECT), // pselect6
            Map.entry(7L, Kind.POLL), // poll
            Map.entry(271L, Kind.POLL), // ppoll
            Map.entry(232L, Kind.EVENTS), // epoll_wait
            Map.entry(281L, Kind.EVENTS), // epoll_pwait
            Map.entry(441L, Kind.EVENTS), // epoll_pwait2
            Map.entry(426L, Kind.EVENTS), // io_uring_enter
            Map.entry(202L, Kind.IDLE), // futex
            Map.entry(449L, Kind.IDLE), // futex_waitv
            Map.entry(455L, Kind.IDLE), // futex_wait
            Map.entry(128L, Kind.IDLE), // rt_sigtimedwait
            Map.entry(35L, Kind.OTHER), // nanosleep
            Map.entry(230L, Kind.OTHER), // clock_nanosleep
            Map.entry(61L, Kind.OTHER), // wait4
            Map.entry(247L, Kind.OTHER), // waitid
            Map.entry(42L, Kind.OTHER), // connect
            Map.entry(43L, Kind.OTHER), // accept
            Map.entry(288L, Kind.OTHER), // accept4
            Map.entry(45L, Kind.OTHER), // recvfrom
            Map.entry(47L, Kind.OTHER), // recvmsg
            Map.entry(299L, Kind.OTHER)); // recvmmsg

    private static final Map<Long, Kind> AARCH64 = Map.ofEntries(
            Map.entry(63L, Kind.READ), // read
            Map.entry(65L, Kind.READ), // readv
            Map.entry(72L, Kind.SELECT), // pselect6
            Map.entry(73L, Kind.POLL), // ppoll
            Map.entry(22L, Kind.EVENTS), // epoll_pwait
            Map.entry(441L, Kind.EVENTS), // epoll_pwait2
            Map.entry(426L, Kind.EVENTS), // io_uring_enter
            Map.entry(98L, Kind.IDLE), // futex
            Map.entry(449L, Kind.IDLE), // futex_waitv
            Map.entry(455L, Kind.IDLE), // futex_wait
            Map.entry(137L, Kind.IDLE), // rt_sigtimedwait
            Map.entry(101L, Kind.OTHER), // nanosleep
            Map.entry(115L, Kind.OTHER), // clock_nanosleep
            Map.entry(260L, Kind.OTHER), // wait4
            Map.entry(95L, Kind.OTHER), // waitid
            Map.entry(203L, Kind.OTHER), // connect
            Map.entry(202L, Kind.OTHER), // accept
            Map.entry(242L, Kind.OTHER), // accept4
            Map.entry(207L, Kind.OTHER), // recvfrom
            Map.entry(212L, Kind.OTHER), // recvmsg
            Map.entry(243L, Kind.OTHER)); // recvmmsg

    private final Map<Long, Kind> kinds;

    private SystemCalls(Map<Long, Kind> kinds) {
        this.kinds = kinds;
    }

    /** The table of an architecture as {@code os.arch} spells it; an empty one for those that are not known. */
    static SystemCalls of(String architecture) {
        return new SystemCalls(
                switch (architecture) {
                    case "amd64", "x86_64" -> X86_64;
                    case "aarch64", "arm64" -> AARCH64;
                    default -> Map.of();
                });
    }

    static SystemCalls ofThisMachine() {
        return of(System.getProperty("os.arch", ""));
    }

    /** The kind of a call; null when the number is not in the table. */
    @Nullable
    Kind kind(long number) {
        return kinds.get(number);
    }
}
