package io.github.tmuxmcp.shell;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * How one private session's shell is started, so that it reports its commands by {@link Marker}s. The shell reads a file of ours, which
 * reads the user's own start files and then sets the hooks; nothing is typed, and children of the shell see nothing of the nonce.
 */
public final class ShellStart {
    private static final Pattern NONCE = Pattern.compile("[A-Za-z0-9]{8,64}");
    private static final FileAttribute<Set<PosixFilePermission>> OWN_FILE = permissions("rw-------");
    private static final FileAttribute<Set<PosixFilePermission>> OWN_FOLDER = permissions("rwx------");

    private ShellStart() {}

    /**
     * What to give to {@code new-session}.
     *
     * @param command the program and its arguments
     * @param environment additions for {@code new-session -e}; holds nothing secret
     */
    public record Launch(List<String> command, Map<String, String> environment) {
        public Launch {
            command = List.copyOf(command);
            environment = Map.copyOf(environment);
        }
    }

    /**
     * Writes the start files of one shell, replacing those of an earlier start of that name.
     *
     * @param executable the shell: a name to be found in PATH, or a path
     * @param folder exists, private to us (0700)
     * @param name distinguishes the sessions of the folder; a plain file name
     * @param nonce 8 to 64 letters and digits that nobody can guess
     * @param environment what the shell will find as its environment; read for {@code ZDOTDIR}
     * @throws IllegalArgumentException when the name is no plain file name or the nonce is not as said
     */
    public static Launch prepare(
            ShellKind kind, String executable, Path folder, String name, String nonce, Map<String, String> environment)
            throws IOException {
        if (!NONCE.matcher(nonce).matches()) {
            throw new IllegalArgumentException("a nonce is 8 to 64 letters and digits");
        }
        discard(folder, name);
        return switch (kind) {
            case BASH -> bash(executable, file(folder, name, kind), nonce);
            case ZSH -> zsh(executable, file(folder, name, kind), nonce, environment);
            case FISH -> fish(executable, file(folder, name, kind), nonce);
        };
    }

    /**
     * Removes the files of {@link #prepare}. The shells have read them whole by the time of their first marker. Files that are not there
     * or cannot be removed are left to whoever removes the folder.
     */
    public static void discard(Path folder, String name) {
        for (ShellKind kind : ShellKind.values()) {
            remove(file(folder, name, kind));
        }
    }

    private static Launch bash(String executable, Path file, String nonce) throws IOException {
        write(file, script("bash.sh", nonce));
        return new Launch(List.of(executable, "--rcfile", file.toString(), "-i"), Map.of());
    }

    private static Launch zsh(String executable, Path dotFolder, String nonce, Map<String, String> environment)
            throws IOException {
        Files.createDirectory(dotFolder, OWN_FOLDER);
        String theirs = environment.get("ZDOTDIR");
        // zsh finds both files through ZDOTDIR; the user's own value, or its absence, is put back for the user's files.
        String script = script("zsh.zsh", nonce).replace("@OURS@", ShellQuoting.quote(dotFolder.toString()));
        String dotdir = theirs == null ? "unset ZDOTDIR" : "ZDOTDIR=" + ShellQuoting.quote(theirs);
        for (String name : List.of(".zshenv", ".zshrc")) {
            write(dotFolder.resolve(name), script.replace("@THEIRS@", dotdir));
        }
        return new Launch(List.of(executable, "-i"), Map.of("ZDOTDIR", dotFolder.toString()));
    }

    private static Launch fish(String executable, Path file, String nonce) throws IOException {
        write(file, script("fish.fish", nonce));
        String source = "source " + ShellQuoting.quoteFish(file.toString());
        return new Launch(List.of(executable, "--private", "--interactive", "--init-command", source), Map.of());
    }

    private static Path file(Path folder, String name, ShellKind kind) {
        if (name.isEmpty()
                || name.equals(".")
                || name.equals("..")
                || name.indexOf('/') >= 0
                || name.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("a session's name must be a plain file name");
        }
        return folder.resolve(name + "." + kind.command());
    }

    private static String script(String resource, String nonce) throws IOException {
        try (InputStream in = ShellStart.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IOException("the jar lacks " + resource);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("@NONCE@", nonce);
        }
    }

    private static void write(Path file, String text) throws IOException {
        // Created by us or not at all: a link that lies there is not followed.
        Files.createFile(file, OWN_FILE);
        Files.writeString(file, text, StandardOpenOption.WRITE);
    }

    private static void remove(Path path) {
        try {
            if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
                try (Stream<Path> inside = Files.list(path)) {
                    inside.forEach(ShellStart::remove);
                }
            }
            Files.deleteIfExists(path);
        } catch (IOException e) {
            return;
        }
    }

    private static FileAttribute<Set<PosixFilePermission>> permissions(String text) {
        return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(text));
    }
}
