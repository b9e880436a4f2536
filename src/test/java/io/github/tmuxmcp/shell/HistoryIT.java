package io.github.tmuxmcp.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Private shells write no history file; history works in memory. */
final class HistoryIT {
    private static final String OLD = "an old line\n";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "HISTFILE=~/.bash_history",
                "export HISTFILE=~/.bash_history; shopt -s histappend; PROMPT_COMMAND='history -a; history -n'",
                "readonly HISTFILE=~/.bash_history",
                "unset HISTFILE",
                "HISTFILESIZE=0 HISTCONTROL=erasedups",
            })
    void bashLeavesTheFileAlone(String rc) throws IOException {
        try (ShellPane pane = new ShellPane(ShellKind.BASH)
                .with(".bashrc", rc + "\n")
                .with(".bash_history", OLD)
                .start()) {
            pane.run("echo remembered");
            pane.run(". ~/.bashrc 2>/dev/null");
            pane.run("history -a");
            pane.run("history -w");
            pane.enter("exit");
            pane.awaitDead();
            assertUntouched(pane, ".bash_history");
        }
    }

    @ParameterizedTest
    @CsvSource({"BASH, .bash_history", "ZSH, .zsh_history", "FISH, .local/share/fish/fish_history"})
    void aHangUpWritesNothing(ShellKind kind, String file) throws IOException {
        try (ShellPane pane = new ShellPane(kind).with(file, OLD).start()) {
            pane.run("echo remembered");
            pane.enter("sh -c 'kill -HUP $PPID' &");
            pane.awaitDead();
            assertUntouched(pane, file);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "setopt inc_append_history", "setopt share_history", "setopt inc_append_history_time"})
    void zshLeavesTheFileAlone(String option) throws IOException {
        String rc = "HISTFILE=~/.zsh_history SAVEHIST=1000 HISTSIZE=1000\n" + option + "\n";
        try (ShellPane pane = new ShellPane(ShellKind.ZSH)
                .with(".zshrc", rc)
                .with(".zsh_history", OLD)
                .start()) {
            pane.run("echo remembered");
            pane.run(". ~/.zshrc");
            pane.run("fc -A");
            pane.run("fc -W");
            pane.enter("exit");
            pane.awaitDead();
            assertUntouched(pane, ".zsh_history");
        }
    }

    @Test
    void fishLeavesTheFileAlone() throws IOException {
        String file = ".local/share/fish/fish_history";
        try (ShellPane pane = new ShellPane(ShellKind.FISH).with(file, OLD).start()) {
            pane.run("echo remembered");
            pane.run("history save");
            pane.enter("exit");
            pane.awaitDead();
            assertUntouched(pane, file);
        }
    }

    @ParameterizedTest
    @CsvSource({"BASH, history", "ZSH, fc -l", "FISH, history"})
    void historyWorksInMemory(ShellKind kind, String command) throws IOException {
        try (ShellPane pane = new ShellPane(kind).start()) {
            pane.run("echo remembered");
            assertThat(pane.run(command).output()).contains("echo remembered");
            pane.run("echo again");
            long ends = pane.ends();
            pane.keys("Up", "Enter");
            pane.awaitPrompt(ends);
            assertThat(ShellPane.plain(pane.raw()).split("\nagain", -1)).hasSizeGreaterThan(2);
        }
    }

    private static void assertUntouched(ShellPane pane, String file) throws IOException {
        Path history = pane.home().resolve(file);
        assertThat(Files.readString(history)).isEqualTo(OLD);
        assertThat(Files.readAttributes(Path.of("/dev/null"), "*").get("isOther"))
                .isEqualTo(true);
        try (Stream<Path> all = Files.walk(pane.home())) {
            assertThat(all.filter(path -> path.toString().contains("history"))).containsExactly(history);
        }
    }
}
