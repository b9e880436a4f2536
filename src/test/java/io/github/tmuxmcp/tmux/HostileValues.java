package io.github.tmuxmcp.tmux;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Values that mean something to tmux, to a shell or to strftime, and random ones of the same letters. */
public final class HostileValues {
    private static final String LETTERS = "ab#{}()[]%HY;\\'\"$~ \t\n-,:|!*?&<>`=@.é≤😀\u0001\u001b\u007f\r\u0085\u200d";
    private static final int RANDOM = 60;

    private HostileValues() {}

    /** Values with every character that can be carried; The canary is a file that must not come to be. */
    public static List<String> all(String canary) {
        List<String> values = new ArrayList<>(List.of(
                "#(touch " + canary + ")",
                "#[#(touch " + canary + ")]",
                "##(touch " + canary + ")",
                "###(touch " + canary + ")",
                "`touch " + canary + "`",
                "$(touch " + canary + ")",
                "x; run-shell 'touch " + canary + "'",
                "x\nrun-shell 'touch " + canary + "'",
                "x'\nrun-shell \"touch " + canary + "\"\n'",
                "x\" ; run-shell 'touch " + canary + "'",
                "#{HOME}",
                "#{pane_id}",
                "#{E:@x}",
                "%H",
                "%Y-%m-%d",
                "%%",
                "%",
                "100%",
                "%if",
                "%1",
                "##",
                "#",
                "###",
                "#[",
                "##[x",
                "#[fg=red]",
                "#{",
                "#}",
                "#,",
                "#S",
                "#{?x,#,,y}",
                "x;",
                ";",
                ";;",
                "a;;",
                "a\\;",
                "\\;",
                "\\\\;",
                "a ; b",
                "'",
                "''",
                "'x'",
                "\"",
                "\"x\"",
                "a\nb",
                "\n",
                "a\n",
                "\na",
                "\r",
                "\r\n",
                "a\tb",
                "\t",
                "-x",
                "-",
                "--",
                "---",
                "-t",
                "-----BEGIN KEY-----",
                "{",
                "}",
                "{}",
                "{ x }",
                "$HOME",
                "${HOME}",
                "$",
                "~",
                "~/x",
                "~root",
                "\\",
                "\\\\",
                "\\n",
                "a\\",
                "\\\"",
                "#comment",
                "a #b",
                " ",
                " a ",
                "a  b",
                "A=b",
                "FOO=bar",
                "é≤日本",
                "😀👩‍👩‍👧",
                "\u0001\u001f\u001b[0m\u007f",
                "\u0085\u2028",
                "!",
                "*",
                "=x:",
                "$1",
                "@1",
                "find . -exec ls {} \\;"));
        Random random = new Random(20261130);
        int[] letters = LETTERS.codePoints().toArray();
        for (int i = 0; i < RANDOM; i++) {
            StringBuilder value = new StringBuilder();
            for (int length = 1 + random.nextInt(12); length > 0; length--) {
                value.appendCodePoint(letters[random.nextInt(letters.length)]);
            }
            values.add(value.toString());
        }
        return values;
    }
}
