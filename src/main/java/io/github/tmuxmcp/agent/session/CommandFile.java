package io.github.tmuxmcp.agent.session;

import io.github.tmuxmcp.shell.ShellKind;
import io.github.tmuxmcp.shell.ShellQuoting;
import io.github.tmuxmcp.tool.ToolFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
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
     * Writes the command and gives the line that makes the shell run it. The file is replaced by the next one and goes with the session; a shell
     * that still reads the old one keeps it.
     */
    static String loaderLine(String command, ShellKind shell, Path folder, String session) {
        Path file = folder.resolve(session + ".command");
        try {
            Path fresh = Files.createTempFile(
                    folder,
                    session,
                    ".command",
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.writeString(fresh, command + "\n");
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new ToolFailure(
                    "tmux_failed",
                    "the command cannot be handed to the shell through " + folder
                            + "; is the disk full, or the folder gone?");
        }
        return switch (shell) {
            case BASH, ZSH -> " . " + ShellQuoting.quote(file.toString());
            case FISH -> " source " + ShellQuoting.quoteFish(file.toString());
        };
    }

    /** Removes the file of a session that is gone. */
    static void delete(Path folder, String session) {
        try {
            Files.deleteIfExists(folder.resolve(session + ".command"));
        } catch (IOException e) {
            // It goes with the folder.
        }
    }
}
