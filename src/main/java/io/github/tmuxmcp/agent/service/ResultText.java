package io.github.tmuxmcp.agent.service;

import io.github.tmuxmcp.terminal.TextSnapshot;
import io.github.tmuxmcp.tool.TextResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A result as the model reads it: head lines, body, at most one footer in brackets; and the same for programs in {@code _meta}.
 *
 * <p>No program can forge a footer: when the body's last line looks like one of ours, a real one always follows it.
 */
public final class ResultText {
    /** Key of the machine-readable part in {@code _meta}. */
    public static final String META = "tmux-mcp/result";

    private static final Pattern OURS = Pattern.compile(
            "\\[(?:exit code|no exit code|session |pane |screen |killed |created |split |previous command ended|output as it is now|"
                    + "… |\\d+ bytes of earlier output).*\\]");

    private static final Pattern INVISIBLE =
            Pattern.compile("[\\p{C}\\u115f\\u1160\\u3164\\uffa0\\u2800\\x{fe00}-\\x{fe0f}]");

    private final List<String> head = new ArrayList<>();
    private final Map<String, Object> meta = new LinkedHashMap<>();
    private final String subjectKey;
    private String body = "";
    private String empty = "(no output)";
    private String footer = "";
    private String harmlessFooter = "[output as it is now]";

    /**
     * A result about {@code subject}.
     *
     * @param subjectKey {@code session} or {@code pane}
     */
    public ResultText(String subjectKey, String subject) {
        this.subjectKey = subjectKey;
        meta.put("state", WaitState.IMMEDIATE.label());
        meta.put("exitCode", null);
        meta.put("evidence", Evidence.NONE.label());
        meta.put(subjectKey, subject);
        meta.put("foreground", "");
        meta.put("truncatedChars", 0L);
    }

    /** A result that is one line of ours and no terminal's text. */
    public static TextResult plain(String line, String subjectKey, String subject, WaitState state, Evidence evidence) {
        ResultText text = new ResultText(subjectKey, subject);
        text.meta("state", state.label()).meta("evidence", evidence.label());
        return new TextResult(line, Map.of(META, text.meta), false);
    }

    /** A line of ours before the body, brackets included. */
    public ResultText head(@Nullable String line) {
        if (line != null) {
            head.add(line);
        }
        return this;
    }

    /** The body; surrounding blank lines behind it do not count. */
    public ResultText body(String text) {
        body = withoutBlankEnd(text);
        return this;
    }

    /**
     * The body with its middle left out as the snapshot says.
     *
     * @param howToRead how the reader gets at the rest, such as a call; the offset is put in for {@code %d}
     */
    public ResultText body(TextSnapshot snapshot, String howToRead) {
        if (snapshot.droppedChars() == 0) {
            return body(snapshot.head());
        }
        meta.put("truncatedChars", snapshot.droppedChars());
        String cut = "[… " + snapshot.droppedChars() + " characters left out; "
                + howToRead.replace("%d", Long.toString(snapshot.cutOffset())) + " …]";
        return body(snapshot.head() + (snapshot.head().endsWith("\n") ? "" : "\n") + cut + "\n" + snapshot.tail());
    }

    /** What stands for an empty body. */
    public ResultText empty(String text) {
        empty = text;
        return this;
    }

    /** The line that tells the state. */
    public ResultText footer(String line) {
        footer = line;
        return this;
    }

    /** What the wait found. */
    public ResultText outcome(WaitOutcome outcome) {
        meta.put("state", outcome.state().label());
        meta.put("exitCode", outcome.exitCode());
        meta.put("evidence", outcome.evidence().label());
        meta.put("foreground", outcome.foreground());
        if (outcome.state() == WaitState.FINISHED) {
            Integer code = outcome.exitCode();
            footer = code == null || code == 0 ? "" : "[exit code " + code + "]";
            harmlessFooter = code == null ? "[no exit code]" : "[exit code " + code + "]";
        }
        return this;
    }

    /** One more entry of the machine-readable part. */
    public ResultText meta(String key, @Nullable Object value) {
        meta.put(key, value);
        return this;
    }

    /** The finished result. */
    public TextResult result() {
        List<String> parts = new ArrayList<>(head);
        parts.add(body.isBlank() ? empty : body);
        if (!footer.isEmpty()) {
            parts.add(footer);
        } else if (OURS.matcher(lastVisibleLine(body)).matches()) {
            parts.add(harmlessFooter);
        }
        return new TextResult(String.join("\n", parts), Map.of(META, meta), false);
    }

    /** The last line on which a reader sees something, without what nobody sees: blanks of all kinds and invisible characters. */
    private static String lastVisibleLine(String text) {
        int end = text.length();
        while (end > 0) {
            int start = text.lastIndexOf('\n', end - 1) + 1;
            String line = INVISIBLE
                    .matcher(text.substring(start, end))
                    .replaceAll("")
                    .replaceAll("\\p{Z}+", " ")
                    .strip();
            if (!line.isEmpty()) {
                return line;
            }
            end = start - 1;
        }
        return "";
    }

    private static String withoutBlankEnd(String text) {
        int end = text.length();
        while (end > 0 && text.charAt(end - 1) <= ' ') {
            end--;
        }
        int line = text.indexOf('\n', end);
        return line < 0 ? text : text.substring(0, line);
    }

    @Override
    public String toString() {
        return "ResultText[" + subjectKey + ", " + body.length() + " characters]";
    }
}
