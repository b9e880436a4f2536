package io.github.tmuxmcp.shell;

import java.util.Locale;
import java.util.Optional;

/** The shells that a private session can run and that report each command by markers of ours. */
public enum ShellKind {
    BASH,
    ZSH,
    FISH;

    /** The kind that this name says: {@code bash}, {@code zsh} or {@code fish}, a path to it, or a login shell's {@code -zsh}; empty for any other. */
    public static Optional<ShellKind> named(String name) {
        String base = name.substring(name.lastIndexOf('/') + 1);
        String command = base.startsWith("-") ? base.substring(1) : base;
        for (ShellKind kind : values()) {
            if (kind.command().equals(command)) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
    }

    /** The name of the program, without a folder. */
    public String command() {
        return name().toLowerCase(Locale.ROOT);
    }
}
