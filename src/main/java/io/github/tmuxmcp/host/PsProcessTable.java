package io.github.tmuxmcp.host;

import io.github.tmuxmcp.host.Foreground.Reading;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The processes of a system without {@code /proc} (macOS), from {@code ps(1)}: one call of some milliseconds for each
 * question.
 */
final class PsProcessTable implements ProcessTable {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final int MOST_BYTES = 8 << 20;

    @Override
    public @Nullable ProcessEntry find(long pid) {
        List<ProcessEntry> found = ask(List.of("ps", "-o", PsLine.FORMAT, "-p", Long.toString(pid)), entry -> true);
        return found.isEmpty() ? null : found.get(0);
    }

    @Override
    public List<ProcessEntry> foregroundGroup(ProcessEntry leader) {
        long group = leader.foregroundGroup();
        return group < 1 ? List.of() : all(entry -> entry.group() == group);
    }

    @Override
    public List<ProcessEntry> ofTerminals(Set<Long> panePids) {
        List<ProcessEntry> everything = all(entry -> true);
        // A pane's process leads a group of its own; another of that pid is a stranger whose terminal is not ours.
        Set<Integer> terminals = everything.stream()
                .filter(entry ->
                        entry.pid() == entry.group() && entry.terminal() != 0 && panePids.contains(entry.pid()))
                .map(ProcessEntry::terminal)
                .collect(Collectors.toSet());
        everything.removeIf(entry ->
                entry.isDead() || (!panePids.contains(entry.session()) && !terminals.contains(entry.terminal())));
        return everything;
    }

    @Override
    public List<ProcessEntry> all() {
        return all(entry -> !entry.isDead());
    }

    /** ps tells no more than the state; a process that sleeps may sleep in a read. */
    @Override
    public ProcessActivity activity(ProcessEntry process) {
        boolean sleeps = process.state() != 'R' && !process.isStopped() && !process.isDead();
        return new ProcessActivity(sleeps ? Reading.UNKNOWN : Reading.NOT_READING, 0);
    }

    private static List<ProcessEntry> all(Predicate<ProcessEntry> wanted) {
        return ask(List.of("ps", "-axo", PsLine.FORMAT), wanted);
    }

    private static List<ProcessEntry> ask(List<String> command, Predicate<ProcessEntry> wanted) {
        List<ProcessEntry> found = new ArrayList<>();
        byte[] output;
        try {
            output = Command.output(command, TIMEOUT, MOST_BYTES).orElse(new byte[0]);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return found;
        }
        for (String line : new String(output, StandardCharsets.UTF_8).lines().toList()) {
            ProcessEntry entry = PsLine.parse(line);
            if (entry != null && wanted.test(entry)) {
                found.add(entry);
            }
        }
        return found;
    }
}
