package io.github.tmuxmcp.tmux.format;

import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A list of tmux's format variables, asked for in one row. Between the values stands a separator that is drawn once per process, so
 * that no name, title or path can hold it:
 *
 * <pre>
 *   SEPARATOR value SEPARATOR value … SEPARATOR
 * </pre>
 *
 * A row is whole when it starts and ends with the separator and has as many values as fields; a value with a newline makes a row of
 * several lines, which {@link #rows} puts together again.
 */
public final class Format {
    private static final int SEPARATOR_BITS = 64;
    /** Letters and digits between bars: nothing that a format or strftime expands, nothing that tmux escapes when it prints. */
    private static final String SEPARATOR = "|" + new BigInteger(SEPARATOR_BITS, new SecureRandom()).toString(36) + "|";

    private static final Pattern FIELD = Pattern.compile("@?[a-z][a-z0-9_]*");

    private final int fields;
    private final String template;

    private Format(int fields, String template) {
        this.fields = fields;
        this.template = template;
    }

    /**
     * A format of these variables, in this order.
     *
     * @param names variables ({@code pane_id}) or user options ({@code @name}); at least one
     * @throws IllegalArgumentException for any other spelling: modifiers can run what a program put into a title
     */
    public static Format fields(String... names) {
        if (names.length == 0) {
            throw new IllegalArgumentException("a format has at least one field");
        }
        StringBuilder template = new StringBuilder(SEPARATOR);
        for (String name : names) {
            if (!FIELD.matcher(name).matches()) {
                throw new IllegalArgumentException("not the name of a format variable");
            }
            template.append("#{").append(name).append('}').append(SEPARATOR);
        }
        return new Format(names.length, template.toString());
    }

    /** What tmux is given. */
    public String template() {
        return template;
    }

    /**
     * The values of one row, in the order of the fields; empty ones are empty strings.
     *
     * @throws IllegalArgumentException when this is not one whole row of this format
     */
    public List<String> split(String row) {
        List<String> values = new ArrayList<>(fields);
        int start = SEPARATOR.length();
        while (row.startsWith(SEPARATOR) && values.size() < fields) {
            int end = row.indexOf(SEPARATOR, start);
            if (end < 0) {
                break;
            }
            values.add(row.substring(start, end));
            start = end + SEPARATOR.length();
        }
        if (values.size() != fields || start != row.length()) {
            throw new IllegalArgumentException(
                    "a row of " + row.length() + " characters is not one of " + fields + " fields");
        }
        return List.copyOf(values);
    }

    /**
     * The rows of a reply; what stands before or between them is left out.
     *
     * @param lines the lines of a {@code list-…} or {@code display-message -p}
     */
    public List<List<String>> rows(List<String> lines) {
        List<List<String>> rows = new ArrayList<>();
        StringBuilder row = new StringBuilder();
        int separators = 0;
        for (String line : lines) {
            if (row.isEmpty() && !line.startsWith(SEPARATOR)) {
                continue;
            }
            row.append(row.isEmpty() ? "" : "\n").append(line);
            separators += separatorsIn(line);
            if (separators > fields) {
                rows.add(split(row.toString()));
                row.setLength(0);
                separators = 0;
            }
        }
        return List.copyOf(rows);
    }

    /**
     * Where the rows end with which a reply begins, but for the last few of them.
     *
     * @param without rows at their end that belong to what follows
     * @return the index of the first line behind
     */
    public int rowsEnd(List<String> lines, int without) {
        List<Integer> starts = new ArrayList<>();
        int separators = 0;
        int end = 0;
        for (int i = 0; i < lines.size(); i++) {
            if (separators == 0) {
                if (!lines.get(i).startsWith(SEPARATOR)) {
                    break;
                }
                starts.add(i);
            }
            separators += separatorsIn(lines.get(i));
            if (separators > fields) {
                separators = 0;
                end = i + 1;
            }
        }
        return without == 0 || starts.size() < without ? end : starts.get(starts.size() - without);
    }

    /**
     * The row with which a reply begins, as {@code display-message -p} gives it before another command's lines.
     *
     * @param rest takes the lines behind it
     * @return its values; null when the reply begins with none
     */
    public @Nullable List<String> headRow(List<String> lines, List<String> rest) {
        StringBuilder row = new StringBuilder();
        int separators = 0;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (i == 0 && !line.startsWith(SEPARATOR)) {
                return null;
            }
            row.append(i == 0 ? "" : "\n").append(line);
            separators += separatorsIn(line);
            if (separators > fields) {
                rest.addAll(lines.subList(i + 1, lines.size()));
                return split(row.toString());
            }
        }
        return null;
    }

    /** The count of fields only. */
    @Override
    public String toString() {
        return "Format[fields=" + fields + "]";
    }

    private static int separatorsIn(String line) {
        int count = 0;
        for (int at = line.indexOf(SEPARATOR); at >= 0; at = line.indexOf(SEPARATOR, at + SEPARATOR.length())) {
            count++;
        }
        return count;
    }
}
