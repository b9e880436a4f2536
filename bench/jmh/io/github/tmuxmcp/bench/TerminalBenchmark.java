package io.github.tmuxmcp.bench;

import io.github.tmuxmcp.terminal.OutputText;
import io.github.tmuxmcp.terminal.Screen;
import io.github.tmuxmcp.terminal.TextBudget;
import io.github.tmuxmcp.terminal.TextSnapshot;
import io.github.tmuxmcp.terminal.VtParser;
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

/** A megabyte of what a pane prints, to clean text or to a screen, on the compiler that the server runs with. Operations per second are MB/s. */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(
        value = 1,
        jvmArgs = {"-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"})
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
public class TerminalBenchmark {
    private static final int COLUMNS = 200;
    private static final int ROWS = 50;
    private static final int PIECE = 64 << 10;

    private final byte[] plain = Streams.plain();
    private final byte[] coloured = Streams.coloured();
    private final byte[] bars = Streams.bars();
    private final byte[] oneLine = Streams.oneLine();
    private final byte[] fullScreen = Streams.fullScreen();

    @Benchmark
    public TextSnapshot cleanPlainLines() {
        return clean(plain);
    }

    @Benchmark
    public TextSnapshot cleanColouredLines() {
        return clean(coloured);
    }

    @Benchmark
    public TextSnapshot cleanProgressBars() {
        return clean(bars);
    }

    @Benchmark
    public TextSnapshot cleanOneLongLine() {
        return clean(oneLine);
    }

    @Benchmark
    public String screenOfPlainLines() {
        return screen(plain);
    }

    @Benchmark
    public String screenOfAFullScreenProgram() {
        return screen(fullScreen);
    }

    private static TextSnapshot clean(byte[] bytes) {
        VtParser parser = new VtParser();
        OutputText output = new OutputText(COLUMNS, ROWS, TextBudget.DEFAULT);
        for (int at = 0; at < bytes.length; at += PIECE) {
            parser.feed(bytes, at, Math.min(bytes.length, at + PIECE), at, output);
        }
        return output.snapshot();
    }

    private static String screen(byte[] bytes) {
        Screen screen = new Screen(COLUMNS, ROWS);
        for (int at = 0; at < bytes.length; at += PIECE) {
            screen.write(bytes, at, Math.min(bytes.length, at + PIECE));
        }
        return screen.text();
    }
}
