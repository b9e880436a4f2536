package io.github.tmuxmcp.tool;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Finds the name that was meant. */
public final class NearMiss {
    /** A longer name is no slip of the finger, and comparing it would take long. */
    private static final int COMPARED_CHARACTERS = 64;

    private NearMiss() {}

    /** The nearest of the names when it differs by case, underscores and hyphens only, or by at most two letters; null: none. */
    public static @Nullable String of(String given, List<String> names) {
        if (given.length() > COMPARED_CHARACTERS) {
            return null;
        }
        String nearest = null;
        int least = 3;
        String wanted = letters(given);
        for (String name : names) {
            int distance = distance(wanted, letters(name));
            // Two letters of a word of four make another word.
            if (distance < least && distance * 2 < name.length()) {
                nearest = name;
                least = distance;
            }
        }
        return nearest;
    }

    private static String letters(String name) {
        return name.toLowerCase(Locale.ROOT).replace("_", "").replace("-", "");
    }

    /** Levenshtein's distance: insertions, deletions and substitutions. */
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int above = row[j];
                int substituted = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(substituted, Math.min(above, row[j - 1]) + 1);
                diagonal = above;
            }
        }
        return row[b.length()];
    }
}
