package io.github.tmuxmcp.agent.session;

import io.github.tmuxmcp.terminal.OutputText;
import io.github.tmuxmcp.terminal.TextSnapshot;
import io.github.tmuxmcp.terminal.VtParser;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * What comes between the end of a command and the start of the prompt, line by line. Nobody but a background job prints there (a hook of the user
 * does so behind the start of the prompt), apart from the shell's own notices, which are left out.
 */
final class TextBeforePrompt {
    /** "[1]+  Done   sleep 1", the rest of its pipeline, "You have new mail in /var/mail/me". */
    private static final Pattern NOTICE =
            Pattern.compile("\\[\\d+\\][-+ ] {1,2}.*|     +\\| .*|(You have (new )?mail|The mail) in .*");

    private final OutputText line;
    private final OutputText output;
    private boolean open;
    private long from;

    /**
     * @param line where a line is gathered
     * @param output where a background job's lines go
     */
    TextBeforePrompt(OutputText line, OutputText output) {
        this.line = line;
        this.output = output;
    }

    /** A command has ended: what follows stands before the prompt. */
    void begin(long offset) {
        line.reset();
        open = true;
        from = offset;
    }

    boolean isOpen() {
        return open;
    }

    /** Where the text goes while this is open. */
    OutputText line() {
        return line;
    }

    /**
     * A line has ended there.
     *
     * @return bytes of output in it, 0 when there was none
     */
    int endLine(long offset) {
        TextSnapshot all = line.snapshot();
        String text = all.head() + all.tail();
        line.reset();
        long start = from;
        from = offset;
        if (text.isBlank() || NOTICE.matcher(text.stripTrailing()).matches()) {
            return 0;
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        new VtParser().feed(bytes, 0, bytes.length, start, output);
        return bytes.length;
    }

    /** The prompt starts there, or what else follows a command's end. Text without an end of line stands on the prompt's own row: an editor's mode. */
    void end() {
        open = false;
    }
}
