package io.github.tmuxmcp.agent.session;

import io.github.tmuxmcp.shell.ShellKind;
import io.github.tmuxmcp.shell.ShellQuoting;
import io.github.tmuxmcp.tool.ToolFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * A command that a line editor would not take as it is, in a file that the shell sources. Typing cannot carry characters on which the terminal itself
 * acts (C-c, C-s, …), tabs and newlines go astray without bracketed paste, and editors take seconds over very long text.
 */
final class CommandFile {
    /** Longest text that is typed, in characters. */
    private static final int LONGEST_TYPED = 32_000;
    /** fish draws a pasted text anew for every part of it. */
    private static final int LONGEST_TYPED_IN_FISH = 1_000;

    private static final int KEPT = 20;

    private CommandFile() {}

    /**
     * Whether the command has to go by file.
     *
     * @param bracketedPaste whether the editor takes a paste as one piece
     */
    static boolean needed(String command, ShellKind shell, boolean bracketedPaste) {
        int longest = shell == ShellKind.FISH ? LONGEST_TYPED_IN_FISH : LONGEST_TYPED;
        if (command.length() > longest) {
            return true;
        }
        return command.chars()
                .anyMatch(c -> Character.isISOControl(c) && !(bracketedPaste && (c == '\n' || c == '\t')));
    }

    /**
     * Writes the command and gives the line that makes the shell run it. The line stays in the shell's history, so the last files are kept.
     *
     * @param number of the command in its session
     */
    static String loaderLine(String command, ShellKind shell, Path folder, String session, long number) {
        Path file = file(folder, session, number);
        try {
            Files.deleteIfExists(file);
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.writeString(file, command + "\n");
            Files.deleteIfExists(file(folder, session, number - KEPT));
        } catch (IOException e) {
            throw new ToolFailure(
                    "tmux_failed",
                    "the command cannot be handed to the shell through " + folder
                            + "; is the disk full, or the folder gone?");
        }
        return switch (shell) {
            case BASH, ZSH -> " \\builtin . " + ShellQuoting.quote(file.toString());
            // Not source: that has neither job control nor exit, and its programs share the shell's process group.
            case FISH -> " eval (string collect <" + ShellQuoting.quoteFish(file.toString()) + ")";
        };
    }

    private static Path file(Path folder, String session, long number) {
        return folder.resolve(session + ".command-" + number);
    }

    /** Removes the files of a session that is gone. */
    static void delete(Path folder, String session, long last) {
        try {
            for (long number = Math.max(1, last - KEPT); number <= last; number++) {
                Files.deleteIfExists(file(folder, session, number));
            }
        } catch (IOException e) {
            // They go with the folder.
        }
    }
}
