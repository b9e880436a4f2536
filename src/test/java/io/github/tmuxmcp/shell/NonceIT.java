package io.github.tmuxmcp.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Who can see the nonce, and what becomes of the files that hold it. */
final class NonceIT {
    @ParameterizedTest
    @EnumSource(ShellKind.class)
    void childrenAndProcessListsDoNotHoldIt(ShellKind kind) throws IOException {
        try (ShellPane pane = new ShellPane(kind).start()) {
            String prefix = ShellPane.NONCE.substring(0, 12);
            assertThat(pane.run("env | grep -c " + prefix).output()).isEqualTo("0");
            assertThat(pane.run("sh -c 'set' | grep -c '[_]_mcp'").output()).isEqualTo("0");
            assertThat(Files.readString(Path.of("/proc/" + pane.pid() + "/cmdline")))
                    .doesNotContain(ShellPane.NONCE);
            assertThat(Files.readString(Path.of("/proc/" + pane.pid() + "/environ")))
                    .doesNotContain(ShellPane.NONCE);
            assertThat(pane.tmux("show-environment", "-t", "main")).doesNotContain(ShellPane.NONCE);
        }
    }

    @Test
    void aBashThatExportsEverythingHidesItAllTheSame() throws IOException {
        try (ShellPane pane = new ShellPane(ShellKind.BASH)
                .with(".bashrc", "set -a; export PS1 PS0 PROMPT_COMMAND\n")
                .start()) {
            pane.run("PS1='$ ' PS0=x PROMPT_COMMAND=true");
            assertThat(pane.run("env | grep -cE 'Nonce|__mcp_[^d]'").output()).isEqualTo("0");
        }
    }

    @ParameterizedTest
    @EnumSource(ShellKind.class)
    void theFilesCanGoAfterTheFirstMarker(ShellKind kind) throws IOException {
        try (ShellPane pane = new ShellPane(kind).start()) {
            ShellStart.discard(pane.root(), "main");
            try (Stream<Path> left = Files.list(pane.root())) {
                assertThat(left.map(path -> path.getFileName().toString())).noneMatch(name -> name.startsWith("main."));
            }
            assertThat(pane.run("sh -c 'exit 6'").status()).isEqualTo(6);
            assertThat(pane.run("sh -c 'exit 7'")).isEqualTo(new ShellPane.Outcome(7, 2, 2, ""));
        }
    }

    @ParameterizedTest
    @EnumSource(ShellKind.class)
    void theFolderMayHaveAnyName(ShellKind kind) throws IOException {
        try (ShellPane pane = new ShellPane(kind, "a 'b' \"c\" $HOME `d` \\ ü;#{pid}").start()) {
            assertThat(pane.run("sh -c 'exit 8'").status()).isEqualTo(8);
        }
    }

    @ParameterizedTest
    @EnumSource(ShellKind.class)
    void theFilesAreOursAloneAndAnEarlierStartIsReplaced(ShellKind kind) throws IOException {
        Path folder = Files.createTempDirectory("start");
        ShellStart.prepare(kind, "sh", folder, "x", "OldOldOld1", Map.of());
        ShellStart.prepare(kind, "sh", folder, "x", "NewNewNew1", Map.of());
        try (Stream<Path> walk = Files.walk(folder)) {
            List<Path> files = walk.filter(Files::isRegularFile).toList();
            assertThat(files).isNotEmpty();
            for (Path file : files) {
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                        .isEqualTo("rw-------");
                assertThat(Files.readString(file)).doesNotContain("OldOldOld1").doesNotContainPattern("@[A-Z]+@");
            }
        }
        ShellStart.discard(folder, "x");
        Files.delete(folder);
    }
}
