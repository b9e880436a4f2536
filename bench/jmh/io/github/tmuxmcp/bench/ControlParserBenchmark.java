package io.github.tmuxmcp.bench;

import io.github.tmuxmcp.tmux.control.ControlParser;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/** A megabyte of what tmux says to a control client, read in pieces as they come from a pipe. Operations per second are MB/s. */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(
        value = 1,
        jvmArgs = {"-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"})
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
public class ControlParserBenchmark {
    private static final int PIECE = 64 << 10;

    private final byte[] output = Streams.megabyteOf("%output %1 \\033[32mok\\033[0m test 4711 in 0.12 s\\015\\012\n");
    private final byte[] answers = answers();

    /** Notifications of output, octal escapes in them. */
    @Benchmark
    public void output(Blackhole hole) {
        feed(output, hole);
    }

    /** Answers to commands, of one to ten rows. */
    @Benchmark
    public void answers(Blackhole hole) {
        feed(answers, hole);
    }

    private static void feed(byte[] bytes, Blackhole hole) {
        ControlParser parser = new ControlParser();
        for (int at = 0; at < bytes.length; at += PIECE) {
            parser.feed(bytes, at, Math.min(bytes.length, at + PIECE), hole::consume);
        }
        parser.end(hole::consume);
    }

    private static byte[] answers() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int number = 1; bytes.size() < Streams.MEGABYTE; number++) {
            String guard = " 1700000000 " + number + " 1\n";
            String rows = "|sep|%7|sep|4711|sep|/dev/pts/7|sep|bash|sep|/home/user/project|sep|\n".repeat(number % 10 + 1);
            bytes.writeBytes(("%begin" + guard + rows + "%end" + guard).getBytes(StandardCharsets.US_ASCII));
        }
        return bytes.toByteArray();
    }
}
