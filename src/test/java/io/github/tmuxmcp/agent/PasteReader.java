package io.github.tmuxmcp.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** A program that asks for bracketed paste and notes byte by byte what comes, up to a control D. */
final class PasteReader {
    static final String COMMAND = "sh paste-reader";

    private static final String SCRIPT = """
            saved=$(stty -g)
            stty raw -echo
            printf '\\033[?2004hreads'
            while b=$(dd bs=1 count=1 2>/dev/null | od -An -to1) && [ "$b" != ' 004' ]; do
              printf "\\\\${b# }" >> pasted
            done
            stty "$saved"
            """;

    private PasteReader() {}

    static void writeTo(Path folder) throws IOException {
        Files.writeString(folder.resolve("paste-reader"), SCRIPT);
        Files.deleteIfExists(folder.resolve("pasted"));
    }

    /** Checks that the lines came as one paste with one Enter behind it; a line may end as terminals or as editors end it. */
    static void assertOnePaste(Path folder, String... lines) throws IOException {
        assertThat(Files.readString(folder.resolve("pasted"), StandardCharsets.UTF_8))
                .matches("\u001b\\[200~" + String.join("[\r\n]", lines) + "\u001b\\[201~\r");
    }
}
