package io.github.tmuxmcp.tmux.control;

import io.github.tmuxmcp.tmux.Reply;
import io.github.tmuxmcp.tmux.Tmux;
import io.github.tmuxmcp.tmux.TmuxCommand;
import io.github.tmuxmcp.tmux.TmuxException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A control client of tmux ({@code tmux -C}) that stays connected: one write and one wake-up per command, no process.
 *
 * <p>Any thread may run commands; they are answered in the order in which they were sent. A daemon thread reads, and never waits for a
 * consumer: a control client that stops reading stops the programs in the panes. A command that timed out, or whose thread was interrupted,
 * keeps its place, so that its late answer is nobody else's. A connection that has failed stays failed; open a new one.
 */
public final class ControlConnection implements Tmux, AutoCloseable {
    /** They run other commands, each with an answer of its own, so that later answers would reach the wrong command. */
    private static final Set<String> MANY_ANSWERS = Set.of("if-shell", "if", "source-file", "source");

    private static final int READ_BYTES = 64 << 10;
    private static final long REAP_SECONDS = 2;

    /** Characters kept of the client's own words before the start-up command is done. */
    private static final int MAX_WORDS = 500;

    private final Process client;
    private final CommandQueue queue;
    private final Duration timeout;
    private final Waiter startUp = new Waiter(0);
    private final Consumer<? super ControlEvent> listener;
    private final StringBuilder words = new StringBuilder();
    private boolean started;

    /**
     * How to start the client.
     *
     * @param command argv: {@code tmux -u -L name -C} and a start-up command such as {@code attach-session} or {@code new-session}
     * @param environment the whole environment of the client, and of a server that it starts
     * @param timeout for the start-up command and for each later one
     */
    public record Start(List<String> command, Map<String, String> environment, Duration timeout) {
        public Start {
            command = List.copyOf(command);
            environment = Map.copyOf(environment);
            if (command.isEmpty() || timeout.isNegative() || timeout.isZero()) {
                throw new IllegalArgumentException("a client needs an argv and a time-out");
            }
        }

        /** Counts only: the environment holds secrets. */
        @Override
        public String toString() {
            return "Start[command=" + command.size() + ", environment=" + environment.size() + ", timeout=" + timeout
                    + "]";
        }
    }

    private ControlConnection(Process client, Duration timeout, Consumer<? super ControlEvent> listener) {
        this.client = client;
        this.timeout = timeout;
        this.listener = listener;
        this.queue = new CommandQueue(client.getOutputStream());
    }

    /**
     * Starts a client and waits until tmux has carried out its start-up command.
     *
     * @throws TmuxException NOT_INSTALLED; NO_SERVER when there is none to attach to; TIMED_OUT; SERVER_GONE or TRANSPORT with tmux's own words
     */
    public static ControlConnection open(Start start) throws InterruptedException {
        return open(start, event -> {});
    }

    /**
     * Opens a connection that tells what tmux says unasked.
     *
     * @param listener gets every event but the answers to our own commands, on the reading thread: it must return at once
     */
    public static ControlConnection open(Start start, Consumer<? super ControlEvent> listener)
            throws InterruptedException {
        ControlConnection connection = new ControlConnection(launch(start), start.timeout(), listener);
        Thread reader = new Thread(connection::read, "tmux-control-reader");
        reader.setDaemon(true);
        boolean open = false;
        try {
            reader.start();
            Reply reply = connection.startUp.await(start.timeout());
            if (!reply.ok()) {
                String text = reply.errorText();
                throw new TmuxException(TmuxException.kindOf(text, TmuxException.Kind.TRANSPORT), "tmux says: " + text);
            }
            open = true;
            return connection;
        } catch (OutOfMemoryError noThread) {
            throw TmuxException.cannotStart(start.command().get(0), noThread);
        } finally {
            if (!open) {
                connection.close();
            }
        }
    }

    @Override
    public Reply run(TmuxCommand command) throws InterruptedException {
        byte[] line = line(command);
        Waiter waiter = new Waiter(line.length);
        queue.send(line, List.of(waiter));
        return waiter.await(timeout);
    }

    @Override
    public List<Reply> runAll(List<TmuxCommand> commands) throws InterruptedException {
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        List<Waiter> waiters = new ArrayList<>(commands.size());
        for (TmuxCommand command : commands) {
            byte[] line = line(command);
            lines.writeBytes(line);
            waiters.add(new Waiter(line.length));
        }
        if (waiters.isEmpty()) {
            return List.of();
        }
        queue.send(lines.toByteArray(), waiters);
        List<Reply> replies = new ArrayList<>(waiters.size());
        for (Waiter waiter : waiters) {
            replies.add(waiter.await(timeout));
        }
        return List.copyOf(replies);
    }

    /** False once the client or its server has ended, or the connection was closed. */
    public boolean isAlive() {
        return !queue.failed() && client.isAlive();
    }

    /** The client's process id. */
    public long pid() {
        return client.pid();
    }

    /** Kills the client, reaps it, and fails whoever waits. The server and its sessions stay. */
    @Override
    public void close() {
        queue.fail(TmuxException.Kind.TRANSPORT, "the connection to tmux is closed");
        // Not Process.destroyForcibly: that flushes stdin first, and so waits for a writer that a stopped server holds
        // up.
        client.toHandle().destroyForcibly();
        boolean interrupted = Thread.interrupted();
        try {
            client.waitFor(REAP_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException again) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static Process launch(Start start) {
        ProcessBuilder builder = new ProcessBuilder(start.command());
        builder.environment().clear();
        builder.environment().putAll(start.environment());
        // The client's own words come as lines outside of every block; a pipe of its own could fill up and block it.
        builder.redirectErrorStream(true);
        try {
            return builder.start();
        } catch (IOException | OutOfMemoryError failed) {
            throw TmuxException.cannotStart(start.command().get(0), failed);
        }
    }

    private byte[] line(TmuxCommand command) {
        if (MANY_ANSWERS.contains(command.name()) || (command.name().startsWith("run") && command.hasFlag('C'))) {
            throw new TmuxException(
                    TmuxException.Kind.INVALID_ARGUMENT,
                    command.name() + " has more than one answer on a control connection");
        }
        return command.controlLine();
    }

    private void read() {
        ControlParser parser = new ControlParser();
        byte[] buffer = new byte[READ_BYTES];
        String end = "the tmux client has ended";
        try (InputStream in = client.getInputStream()) {
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                parser.feed(buffer, 0, count, this::on);
            }
            parser.end(this::on);
        } catch (IOException | RuntimeException | OutOfMemoryError fault) {
            end = "reading from tmux failed: " + fault.getClass().getSimpleName();
        }
        String said = Reply.oneLine(words.toString());
        startUp.fail(new Waiter.Failure(
                TmuxException.kindOf(said, TmuxException.Kind.SERVER_GONE),
                said.isEmpty() ? end : "tmux says: " + said));
        queue.fail(TmuxException.Kind.SERVER_GONE, end);
    }

    private void on(ControlEvent event) {
        if (event instanceof ControlEvent.Block block) {
            onBlock(block);
            return;
        }
        if (event instanceof ControlEvent.Exit exit) {
            String reason = exit.reason();
            queue.fail(
                    TmuxException.Kind.SERVER_GONE,
                    "tmux has ended the connection" + (reason == null ? "" : ": " + Reply.oneLine(reason)));
        }
        if (event instanceof ControlEvent.Text text && !started && words.length() < MAX_WORDS) {
            words.append(text.line(), 0, Math.min(text.line().length(), MAX_WORDS))
                    .append(' ');
        }
        listener.accept(event);
    }

    private void onBlock(ControlEvent.Block block) {
        Reply reply = new Reply(block.ok(), block.lines());
        Waiter.Failure bad = block.cutBytes() == 0
                ? null
                : new Waiter.Failure(
                        TmuxException.Kind.TRANSPORT,
                        "tmux's answer is over the bound of " + ControlParser.MAX_BYTES + " bytes");
        if (block.flags() == 1) {
            queue.answer(reply, bad);
            return;
        }
        if (!started) {
            started = true;
            startUp.complete(reply);
        }
        listener.accept(block);
    }
}
