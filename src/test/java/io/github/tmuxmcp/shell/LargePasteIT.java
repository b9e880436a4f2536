package io.github.tmuxmcp.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A pasted command arrives whole. */
final class LargePasteIT {
    @ParameterizedTest
    @CsvSource({"BASH, 1000000", "ZSH, 100000", "FISH, 2000"})
    void everyByteArrives(ShellKind kind, int length) throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; text.length() < length; i++) {
            text.append(i)
                    .append("\t!$`\\ \u00fc ; a line of some length".repeat(6))
                    .append('\n');
        }
        String quoted =
                kind == ShellKind.FISH ? ShellQuoting.quoteFish(text.toString()) : ShellQuoting.quote(text.toString());
        // An inputrc that switches bracketed paste off must not matter.
        try (ShellPane pane = new ShellPane(kind)
                .with(".inputrc", "set enable-bracketed-paste off\n")
                .start()) {
            ShellPane.Outcome outcome = pane.run("printf %s " + quoted + " > ~/arrived");
            assertThat(outcome).isEqualTo(new ShellPane.Outcome(0, 1, 1, ""));
            assertThat(Files.readString(pane.home().resolve("arrived"))).isEqualTo(text.toString());
        }
    }
}
