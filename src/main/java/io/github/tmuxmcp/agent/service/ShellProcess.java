package io.github.tmuxmcp.agent.service;

import io.github.tmuxmcp.host.Foreground;
import io.github.tmuxmcp.host.ProcessEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds the shell that has a pane's foreground and reads commands: one that runs a script, or a {@code -c} text, does not. */
public final class ShellProcess {
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
        ProcessEntry leader = leader(foreground);
        return leader != null && names.contains(leader.command()) && readsCommands(leader) ? leader : null;
    }

    /** The leader of the foreground group; null when it has ended. */
    public static @Nullable ProcessEntry leader(Foreground foreground) {
        for (ProcessEntry member : foreground.members()) {
            if (member.pid() == foreground.group() && !member.isDead()) {
                return member;
            }
        }
        return null;
    }

    /** The arguments of a process, itself the first; empty when the system hides them. */
    public static List<String> words(ProcessEntry process) {
        return ProcessHandle.of(process.pid())
                .flatMap(handle -> handle.info().arguments())
                .map(arguments -> {
                    List<String> words = new ArrayList<>();
                    words.add(process.command());
                    words.addAll(List.of(arguments));
                    return words;
                })
                .orElse(new ArrayList<>());
    }

    private static boolean readsCommands(ProcessEntry shell) {
        List<String> words = words(shell);
        boolean applet = shell.command().equals("busybox") && words.size() > 1;
        return words.isEmpty() || ShellCommand.readsCommands(words.subList(applet ? 2 : 1, words.size()));
    }
}
