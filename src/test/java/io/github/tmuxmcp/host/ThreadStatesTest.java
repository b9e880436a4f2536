package io.github.tmuxmcp.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tmuxmcp.host.Foreground.Reading;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThreadStatesTest {
    private static final String READ_0 = "0 0x0 0x7f00 0x400 0x0 0x0 0x0 0x7ffe 0x7fcc\n";
    private static final String FUTEX = "202 0x7f00 0x80 0x0 0x0 0x0 0x0 0x7ffe 0x7fcc\n";
    private static final String EPOLL = "232 0x5 0x7f00 0x400 0xffffffffffffffff 0x0 0x0 0x7ffe 0x7fcc\n";
    private static final String NAP = "230 0x0 0x0 0x7f00 0x0 0x0 0x0 0x7ffe 0x7fcc\n";
    private static final String RUNNING = "running\n";

    @ParameterizedTest
    @CsvSource(textBlock = """
            /dev/pts/3, TTY_READ
            /dev/tty, TTY_READ
            /dev/pts/4, NOT_READING
            /dev/pts/31, NOT_READING
            socket:[123], NOT_READING
            pipe:[123], NOT_READING
            /home/someone/dev/tty, NOT_READING
            """)
    void aBlockedReadCountsWhenItsDescriptorIsThePanesTerminal(String target, Reading reading) {
        assertThat(new FakeProc().thread(READ_0, null).descriptor(0, target).reading("amd64", 'S'))
                .isEqualTo(reading);
    }

    @Test
    void aReadOfADescriptorThatCannotBeSeenIsUnknown() {
        assertThat(new FakeProc().thread(READ_0, null).reading("amd64", 'S')).isEqualTo(Reading.UNKNOWN);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            amd64, 0 0x3 0x0 0x1, TTY_READ
            amd64, 19 0x3 0x0 0x1, TTY_READ
            amd64, 270 0x1 0x7f00 0x0, TTY_READ
            amd64, 23 0x1 0x7f00 0x0, TTY_READ
            amd64, 23 0x0 0x0 0x0, NOT_READING
            amd64, 270 0x8 0x7f00 0x0, POLLING
            amd64, 7 0x7f00 0x2 0x64, POLLING
            amd64, 7 0x0 0x0 0x64, NOT_READING
            amd64, 271 0x7f00 0x1 0x0, POLLING
            amd64, 281 0x5 0x7f00 0x1, POLLING
            amd64, 426 0x5 0x0 0x1, POLLING
            amd64, 45 0x5 0x7f00 0x1, NOT_READING
            aarch64, 63 0x3 0x0 0x1, TTY_READ
            aarch64, 65 0x3 0x0 0x1, TTY_READ
            aarch64, 72 0x1 0x7f00 0x0, TTY_READ
            aarch64, 73 0x7f00 0x1 0x0, POLLING
            aarch64, 22 0x5 0x7f00 0x1, POLLING
            aarch64, 101 0x5 0x7f00 0x1, NOT_READING
            """)
    void callsAreKnownByTheirNumberOnEachArchitecture(String architecture, String call, Reading reading) {
        FakeProc proc = new FakeProc().thread(call + " 0x0 0x0 0x0 0x7ffe 0x7fcc\n", "some_function");
        assertThat(proc.descriptor(0, "/dev/pts/3").descriptor(3, "/dev/tty").reading(architecture, 'S'))
                .isEqualTo(reading);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            wait_woken, TTY_READ
            poll_schedule_timeout.constprop.0, POLLING
            do_epoll_wait, POLLING
            hrtimer_nanosleep, NOT_READING
            do_wait, NOT_READING
            anon_pipe_read, NOT_READING
            0, UNKNOWN
            """)
    void onAnUnknownArchitectureTheKernelFunctionTells(String function, Reading reading) {
        assertThat(new FakeProc()
                        .thread(READ_0, function)
                        .descriptor(0, "/dev/pts/3")
                        .reading("riscv64", 'S'))
                .isEqualTo(reading);
    }

    @Test
    void aCallThatWasRestartedAfterAStopIsToldByTheKernelFunction() {
        String restart = "219 0x0 0x0 0x0 0x0 0x0 0x0 0x7ffe 0x7fcc\n";
        assertThat(new FakeProc().thread(restart, "hrtimer_nanosleep").reading("amd64", 'S'))
                .isEqualTo(Reading.NOT_READING);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            /usr/bin/file, 0100000, TTY_READ
            /dev/null, 0100000, TTY_READ
            pipe:[7], 0100001, TTY_READ
            pipe:[7], 0100000, UNKNOWN
            socket:[7], 0100002, UNKNOWN
            anon_inode:inotify, 0100000, UNKNOWN
            /dev/pts/9, 0100002, UNKNOWN
            """)
    void withoutTheCallAWokenSleeperReadsTheTerminalWhenItHoldsNothingElseToReadSo(
            String other, String flags, Reading reading) {
        FakeProc proc = new FakeProc()
                .thread(null, "wait_woken")
                .descriptor(0, "/dev/pts/3")
                .descriptor(5, other)
                .file("/proc/100/fdinfo/5", "pos:\t0\nflags:\t" + flags + "\nmnt_id:\t15\n");
        assertThat(proc.reading("amd64", 'S')).isEqualTo(reading);
    }

    @Test
    void aSleeperWhoseDescriptorsCannotBeSeenIsUnknown() {
        assertThat(new FakeProc().thread(null, "wait_woken").reading("amd64", 'S'))
                .isEqualTo(Reading.UNKNOWN);
        assertThat(new FakeProc().thread(null, null).reading("amd64", 'S')).isEqualTo(Reading.UNKNOWN);
    }

    @Test
    void aRunnerIsKnownByItsStateWhereTheCallCannotBeRead() {
        FakeProc proc = new FakeProc()
                .thread(null, "0")
                .file("/proc/100/task/100/stat", "100 (x) R 1 100 100 34819 100 0 0 0 0 0 0 0 0 0 20 0 1 0 5 0\n");
        assertThat(proc.reading("amd64", 'R')).isEqualTo(Reading.NOT_READING);
    }

    @Test
    void theMainThreadSpeaksForItsProcess() {
        assertThat(threads(READ_0, RUNNING, NAP)).isEqualTo(Reading.TTY_READ);
        assertThat(threads(EPOLL, READ_0)).isEqualTo(Reading.POLLING);
        assertThat(threads(RUNNING, EPOLL)).isEqualTo(Reading.NOT_READING);
        assertThat(threads(NAP, FUTEX)).isEqualTo(Reading.NOT_READING);
    }

    @Test
    void whereTheMainThreadIdlesAReaderIsProofWhenAllOthersIdleToo() {
        assertThat(threads(FUTEX, READ_0, FUTEX, FUTEX)).isEqualTo(Reading.TTY_READ);
        assertThat(threads(FUTEX, READ_0, RUNNING, FUTEX)).isEqualTo(Reading.POLLING);
        assertThat(threads(FUTEX, READ_0, EPOLL)).isEqualTo(Reading.POLLING);
        assertThat(threads(FUTEX, READ_0, NAP)).isEqualTo(Reading.POLLING);
        assertThat(threads(FUTEX, RUNNING)).isEqualTo(Reading.NOT_READING);
        assertThat(threads(FUTEX, FUTEX)).isEqualTo(Reading.NOT_READING);
    }

    @Test
    void aThreadThatListensWhileTheMainThreadWorksProvesNothing() {
        assertThat(threads(RUNNING, READ_0)).isEqualTo(Reading.POLLING);
        assertThat(threads(NAP, READ_0)).isEqualTo(Reading.POLLING);
    }

    @Test
    void stoppedAndDeadProcessesReadNothing() {
        FakeProc reader = new FakeProc().thread(READ_0, null).descriptor(0, "/dev/pts/3");
        assertThat(reader.reading("amd64", 'T')).isEqualTo(Reading.NOT_READING);
        assertThat(reader.reading("amd64", 't')).isEqualTo(Reading.NOT_READING);
        assertThat(reader.reading("amd64", 'Z')).isEqualTo(Reading.NOT_READING);
    }

    @Test
    void aProcessWhoseThreadsCannotBeListedIsUnknown() {
        assertThat(new FakeProc().reading("amd64", 'S')).isEqualTo(Reading.UNKNOWN);
    }

    @Test
    void aRunShowsInTheTimeSlicesOrElseInTheContextSwitches() {
        FakeProc proc = new FakeProc().thread(NAP, null);
        long before = proc.activity("amd64", 'S').runs();
        assertThat(proc.activity("amd64", 'S').runs()).isEqualTo(before);
        proc.file("/proc/100/task/100/schedstat", "1000 20 8\n");
        assertThat(proc.activity("amd64", 'S').runs()).isNotEqualTo(before);

        proc.file("/proc/100/task/100/schedstat", "0 0 0\n")
                .file(
                        "/proc/100/task/100/status",
                        "Name:\tx\nvoluntary_ctxt_switches:\t3\nnonvoluntary_ctxt_switches:\t4\n");
        long switches = proc.activity("amd64", 'S').runs();
        proc.file(
                "/proc/100/task/100/status", "Name:\tx\nvoluntary_ctxt_switches:\t3\nnonvoluntary_ctxt_switches:\t5\n");
        assertThat(proc.activity("amd64", 'S').runs()).isEqualTo(switches + 1);
    }

    private static Reading threads(String... calls) {
        FakeProc proc = new FakeProc().descriptor(0, "/dev/pts/3");
        for (String call : calls) {
            proc.thread(call, null);
        }
        return proc.reading("amd64", 'S');
    }
}
