package io.github.tmuxmcp.agent.user;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A shell in whose command line we can chain a status line, by the name of its program. */
enum UserShell {
    BASH(Quotes.ANSI_C, true, UserShell.NO_LIMIT),
    ZSH(Quotes.ANSI_C, true, UserShell.NO_LIMIT),
    FISH(Quotes.FISH, true, UserShell.NO_LIMIT),
    KSH(Quotes.ANSI_C, false, 32_000),
    KSH93(Quotes.ANSI_C, false, 32_000),
    MKSH(Quotes.ANSI_C, false, 8_000),
    ASH(Quotes.ANSI_C, false, 1_000),
    BUSYBOX(Quotes.ANSI_C, false, 1_000),
    /** On most systems dash; the terminal keeps 4,095 bytes of a line. */
    SH(Quotes.PLAIN, false, 4_000),
    DASH(Quotes.PLAIN, false, 4_000);

    private static final int FISH_QUOTES = 100;
    private static final int LONGEST_SHOWN = 1_500;
    private static final int NO_LIMIT = 4 << 20;

    /** How a text is quoted. */
    enum Quotes {
        /** {@code $'...'}: one line whatever the text. */
        ANSI_C,
        /** fish: single quotes, and escapes outside of them. */
        FISH,
        /** Single quotes only: a newline is typed as Enter. */
        PLAIN
    }

    /** Their names as the system and tmux show them. */
    static final Set<String> NAMES =
            Arrays.stream(values()).map(UserShell::program).collect(Collectors.toUnmodifiableSet());

    private final Quotes quotes;
    private final boolean yanks;
    private final int longestLine;

    UserShell(Quotes quotes, boolean yanks, int longestLine) {
        this.quotes = quotes;
        this.yanks = yanks;
        this.longestLine = longestLine;
    }

    /** The shell of that program name, {@code bash}, {@code mksh}; null for any other program. */
    static @Nullable UserShell named(String program) {
        return Arrays.stream(values())
                .filter(shell -> shell.program().equals(program))
                .findFirst()
                .orElse(null);
    }

    String program() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** How a text is quoted. With a line editor of its own, a shell that is called sh is bash, ksh or busybox. */
    Quotes quotes(boolean editor) {
        return quotes == Quotes.PLAIN && editor ? Quotes.ANSI_C : quotes;
    }

    /** Whether half a line can be killed by C-e C-u and brought back by C-y. */
    boolean yanks() {
        return yanks;
    }

    /** Whether it always has a line editor at its prompt. */
    boolean hasEditor() {
        return switch (this) {
            case BASH, ZSH, FISH, KSH, KSH93, MKSH -> true;
            case ASH, BUSYBOX, SH, DASH -> false;
        };
    }

    /** Characters of a line up to which its editor shows all of it; mksh scrolls a line sideways on one row. */
    int longestShown() {
        return this == MKSH ? 0 : LONGEST_SHOWN;
    }

    /** Whether a paste of this text is one step for its editor; fish 3 runs a function for each quote and backslash of it. */
    boolean takesPastes(String text) {
        return switch (this) {
            case BASH, ZSH -> true;
            case FISH -> text.chars().filter(c -> c == '\'' || c == '\\').count() <= FISH_QUOTES;
            default -> false;
        };
    }

    /** Bytes of one line that the shell takes. */
    int longestLine() {
        return longestLine;
    }
}
