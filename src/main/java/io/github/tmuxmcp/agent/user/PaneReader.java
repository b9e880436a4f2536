package io.github.tmuxmcp.agent.user;

import io.github.tmuxmcp.agent.service.PromptText;
import io.github.tmuxmcp.agent.service.ShellProcess;
import io.github.tmuxmcp.agent.service.TerminalLook;
import io.github.tmuxmcp.host.Foreground;
import io.github.tmuxmcp.host.InputEvidence;
import io.github.tmuxmcp.host.ProcessEntry;
import io.github.tmuxmcp.host.ReadSize;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Who would take a line that is typed into a pane now.
 *
 * @param kind who
 * @param shell which shell; null unless {@code kind} is SHELL
 * @param editor whether a line editor reads
 * @param foreground as it was looked at
 */
record PaneReader(Kind kind, @Nullable UserShell shell, boolean editor, Foreground foreground) {
    /** Who reads. */
    enum Kind {
        /** A shell at its prompt. */
        SHELL,
        /** A program, or a shell's own {@code read}. */
        PROGRAM,
        /** It cannot be told. */
        UNKNOWN,
        /** Nobody: something runs. */
        NOBODY
    }

    private static final Pattern OPEN_END = Pattern.compile("(?:\\\\|&&|\\|\\|?|\\{|\\b(?:do|then|else|in))\\s*$");
    private static final Pattern HEREDOC = Pattern.compile("<<-?\\s*['\"\\\\]?(\\w+)");
    private static final Pattern OPENS = Pattern.compile("\\b(?:for|while|until|if|case|select)\\b");
    private static final Pattern CLOSES = Pattern.compile("\\b(?:done|fi|esac)\\b");

    /** @param look the screen, in single rows */
    static PaneReader of(PaneLook look, TerminalLook terminal) throws InterruptedException {
        Foreground foreground = terminal.foreground(true);
        InputEvidence.Verdict verdict = terminal.verdict(foreground);
        ProcessEntry process = ShellProcess.in(foreground, UserShell.NAMES);
        if (process == null) {
            return foreground.members().isEmpty()
                    ? byText(look, foreground, verdict)
                    : new PaneReader(kind(verdict), null, verdict == InputEvidence.Verdict.READS_RAW, foreground);
        }
        boolean editor = verdict == InputEvidence.Verdict.READS_RAW;
        boolean prompt = editor
                ? isEditor(process, foreground, terminal)
                : verdict == InputEvidence.Verdict.READS_LINE && readsCommand(process, look);
        prompt &= !continues(look);

        return new PaneReader(
                prompt ? Kind.SHELL : kind(verdict),
                prompt ? UserShell.named(process.command()) : null,
                editor,
                foreground);
    }

    /**
     * The same as {@code before}, without asking for the terminal's modes: for a shell that waits in the same way as when they were asked for, at the very
     * prompt that it showed then; null when it does not.
     */
    static @Nullable PaneReader again(PaneReader before, PaneLook look, TerminalLook terminal) {
        Foreground foreground = terminal.foreground(true);
        ProcessEntry process = ShellProcess.in(foreground, UserShell.NAMES);
        boolean same = process != null
                && before.shell != null
                && foreground.group() == before.foreground.group()
                && foreground.reading() == before.foreground.reading()
                && UserShell.named(process.command()) == before.shell
                && (before.editor || readsCommand(process, look))
                && !continues(look);
        return same ? new PaneReader(Kind.SHELL, before.shell, before.editor, foreground) : null;
    }

    /** Where the system shows no processes. */
    private static PaneReader byText(PaneLook look, Foreground foreground, InputEvidence.Verdict verdict) {
        String command = look.pane().command();
        UserShell shell = UserShell.named(command.startsWith("-") ? command.substring(1) : command);
        boolean prompt = shell != null && PromptText.looksLikePrompt(look.beforeCursor()) && !continues(look);
        return new PaneReader(
                prompt ? Kind.SHELL : Kind.UNKNOWN,
                prompt ? shell : null,
                verdict == InputEvidence.Verdict.READS_RAW,
                foreground);
    }

    private static Kind kind(InputEvidence.Verdict verdict) {
        return switch (verdict) {
            case READS_LINE, READS_SECRET, READS_RAW -> Kind.PROGRAM;
            case UNKNOWN -> Kind.UNKNOWN;
            case NOT_READING -> Kind.NOBODY;
        };
    }

    /** A shell that has an editor reads commands by no other way; one without does so by the buffer, unlike its {@code read}. */
    private static boolean readsCommand(ProcessEntry process, PaneLook look) {
        UserShell shell = UserShell.named(process.command());
        if (shell == null || shell.hasEditor()) {
            return false;
        }
        Boolean fills = ReadSize.fillsBuffer(process);
        return fills == null ? PromptText.looksLikePrompt(look.beforeCursor()) : fills;
    }

    /** Whether the shell in the foreground waits for a command without an editor. */
    static boolean takesCommand(Foreground foreground) {
        ProcessEntry process = ShellProcess.in(foreground, UserShell.NAMES);
        UserShell shell = process == null ? null : UserShell.named(process.command());
        return process != null
                && shell != null
                && !shell.hasEditor()
                && !Boolean.FALSE.equals(ReadSize.fillsBuffer(process));
    }

    /** Whether bash's own {@code read} asks for so many keys and no line; of other shells it cannot be told. */
    static boolean takesSingleKeys(PaneReader reader) {
        ProcessEntry process = ShellProcess.in(reader.foreground, UserShell.NAMES);
        return reader.kind == Kind.PROGRAM && reader.editor && process != null && isPlainRead(process);
    }

    private static boolean isPlainRead(ProcessEntry process) {
        return process.command().equals("bash") && Boolean.TRUE.equals(ReadSize.sitsInRead(process));
    }

    /** An editor shows by itself what is typed, and that of bash waits in no plain read: {@code read -n 1} is otherwise. */
    private static boolean isEditor(ProcessEntry process, Foreground foreground, TerminalLook terminal)
            throws InterruptedException {
        return !isPlainRead(process) && !terminal.echoes(foreground);
    }

    /** Whether the prompt asks for the rest of a command. A prompt may be a bare sign as well; then the rows above decide. */
    private static boolean continues(PaneLook look) {
        String prompt = look.beforeCursor();
        if (!prompt.strip().equals(">") && PromptText.looksLikeContinuation(prompt.stripLeading())) {
            return true;
        }
        if (!prompt.strip().equals(">")) {
            return false;
        }
        int row = Math.min(look.pane().cursorRow(), look.lines().size()) - 1;
        StringBuilder rows = new StringBuilder();
        while (row >= 0 && look.lines().get(row).startsWith(">")) {
            rows.insert(0, "\n" + look.lines().get(row).substring(1).strip());
            row--;
        }
        return isOpen(rows.toString()) || (row >= 0 && isOpen(look.lines().get(row) + rows));
    }

    /** Whether the last of some lines of shell text asks for another. */
    private static boolean isOpen(String row) {
        Matcher heredoc = HEREDOC.matcher(row);
        boolean waits = false;
        while (heredoc.find()) {
            waits |= row.lines()
                    .skip(row.substring(0, heredoc.end()).lines().count())
                    .noneMatch(heredoc.group(1)::equals);
        }
        return waits
                || OPEN_END.matcher(row).find()
                || (OPENS.matcher(row).find() && !CLOSES.matcher(row).find())
                || odd(row, '\'')
                || odd(row, '"')
                || row.chars().filter(c -> c == '(').count()
                        > row.chars().filter(c -> c == ')').count();
    }

    private static boolean odd(String row, char sign) {
        return row.chars().filter(c -> c == sign).count() % 2 == 1;
    }
}
