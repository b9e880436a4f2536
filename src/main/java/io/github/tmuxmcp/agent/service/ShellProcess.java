package io.github.tmuxmcp.agent.service;

import io.github.tmuxmcp.host.Foreground;
import io.github.tmuxmcp.host.ProcessEntry;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds the shell that has a pane's foreground and reads commands: one that runs a script, or a {@code -c} text, does not. */
public final class ShellProcess {
    /** Options of shells that take a value. */
    private static final Set<String> WITH_VALUE =
            Set.of("--rcfile", "--init-file", "-o", "+o", "-O", "+O", "-C", "--init-command", "-d", "-D");

    private ShellProcess() {}

    /**
     * The leader of the foreground group.
     *
     * @param names of programs that count as shells
     * @return null when the leader is none of them, or runs a script, or passes the terminal on
     */
    public static @Nullable ProcessEntry in(@Nullable Foreground foreground, Set<String> names) {
        if (foreground == null || foreground.relay()) {
            return null;
        }
        for (ProcessEntry member : foreground.members()) {
            if (member.pid() == foreground.group() && names.contains(member.command()) && readsCommands(member)) {
                return member;
            }
        }
        return null;
    }

    private static boolean readsCommands(ProcessEntry shell) {
        Optional<String[]> arguments =
                ProcessHandle.of(shell.pid()).flatMap(handle -> handle.info().arguments());
        List<String> words = Arrays.asList(arguments.orElse(new String[0]));
        int first = shell.command().equals("busybox") && !words.isEmpty() ? 1 : 0;
        for (int i = first; i < words.size(); i++) {
            String word = words.get(i);
            boolean runsText = word.startsWith("-") && !word.startsWith("--") && word.contains("c");
            if (runsText || !(word.startsWith("-") || word.startsWith("+"))) {
                return false;
            }
            if (WITH_VALUE.contains(word)) {
                i++;
            }
        }
        return true;
    }
}
