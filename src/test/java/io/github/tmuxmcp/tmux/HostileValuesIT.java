package io.github.tmuxmcp.tmux;

import static io.github.tmuxmcp.tmux.TmuxServerFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever a value holds, tmux gets the value, and nothing in it is carried out. */
class HostileValuesIT {
    enum Transport {
        CONTROL,
        PROCESS
    }

    private TmuxServerFixture tmux;
    private Path canary;
    private List<String> values;

    @BeforeEach
    void start() throws Exception {
        tmux = new TmuxServerFixture();
        canary = tmux.folder.resolve("CANARY");
        values = HostileValues.all(canary.toString());
    }

    @AfterEach
    void nothingWasCarriedOut() throws Exception {
        boolean carriedOut = Files.exists(canary);
        tmux.close();
        assertThat(carriedOut).as("a value was carried out").isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void aBufferHoldsTheBytesOfTheValue(Transport transport) throws Exception {
        Tmux service = service(transport);
        Path file = tmux.folder.resolve("%Y #{pid} saved;");
        for (String value : values) {
            List<Reply> replies = service.runAll(List.of(
                    TmuxCommand.of("set-buffer").option("-b", "b").argument(value),
                    TmuxCommand.of("save-buffer").option("-b", "b").expandedArgument(file.toString())));
            assertThat(replies).allMatch(Reply::ok);
            assertThat(Files.readString(file)).isEqualTo(value);
        }
    }

    @ParameterizedTest
    @EnumSource
    void anOptionIsShownAsItWasSet(Transport transport) throws Exception {
        Tmux service = service(transport);
        for (String value : values) {
            Reply set = service.run(
                    TmuxCommand.of("set-option").flag("-g").argument("@x").argument(value));
            assertThat(set.ok()).isTrue();
            // tmux may escape controls when it prints; the buffer test has those.
            if (value.chars().noneMatch(c -> c < ' ' || c == 0x7f || c == '\\' || c == 0x85 || c == 0x2028)) {
                Reply shown =
                        service.run(TmuxCommand.of("show-options").flag("-gv").argument("@x"));
                assertThat(shown.text()).isEqualTo(value);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aPaneGetsTheKeysAsTheyAre(Transport transport) throws Exception {
        tmux.awaitPane();
        Tmux service = service(transport);
        StringBuilder sent = new StringBuilder();
        PaneId pane = new PaneId("%0");
        for (String value : values) {
            assertThat(service.run(TmuxCommand.of("send-keys")
                                    .target(pane)
                                    .flag("-l")
                                    .argument(value))
                            .ok())
                    .isTrue();
            sent.append(value);
        }
        soon().untilAsserted(() -> assertThat(typed()).isEqualTo(sent.toString()));
    }

    @ParameterizedTest
    @EnumSource
    void aDirectoryIsThatDirectory(Transport transport) throws Exception {
        Tmux service = service(transport);
        for (String value : values) {
            if (value.contains("/") || value.equals("~") || value.startsWith("~root")) {
                continue;
            }
            Path directory = Files.createDirectories(tmux.folder.resolve("d" + value));
            Path proof = tmux.folder.resolve("pwd");
            Files.deleteIfExists(proof);
            Reply reply = service.run(
                    TmuxCommand.of("new-window")
                            .flag("-d")
                            .expanded("-c", directory.toString())
                            .argument(
                                    "pwd -P >\"$HOME/pwd.new\"; printf x >>\"$HOME/pwd.new\"; mv \"$HOME/pwd.new\" \"$HOME/pwd\""));
            assertThat(reply.ok()).as(reply.errorText()).isTrue();
            soon().until(() -> Files.exists(proof));
            assertThat(Files.readString(proof)).isEqualTo(directory.toRealPath() + "\nx");
        }
    }

    @ParameterizedTest
    @EnumSource
    void anEnvironmentValueArrives(Transport transport) throws Exception {
        Tmux service = service(transport);
        List<TmuxCommand> commands = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            commands.add(TmuxCommand.of("new-window")
                    .flag("-d")
                    .option("-e", "VALUE=" + values.get(i))
                    .argument("printf %s \"$VALUE\" >\"$HOME/v" + i + "\"; touch \"$HOME/done" + i + "\""));
        }
        assertThat(service.runAll(commands)).allMatch(Reply::ok);
        for (int i = 0; i < values.size(); i++) {
            Path done = tmux.folder.resolve("done" + i);
            soon().until(() -> Files.exists(done));
            assertThat(Files.readString(tmux.folder.resolve("v" + i))).isEqualTo(values.get(i));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aPipeWritesToThatFile(Transport transport) throws Exception {
        tmux.awaitPane();
        Tmux service = service(transport);
        for (int i = 0; i < values.size(); i++) {
            Path file = tmux.folder.resolve("p" + i + values.get(i).replace("/", "_"));
            String command = "touch '" + file.toString().replace("'", "'\\''") + "'";
            Reply reply = service.run(
                    TmuxCommand.of("pipe-pane").target(new PaneId("%0")).expandedArgument(command));
            assertThat(reply.ok()).as(reply.errorText()).isTrue();
            soon().until(() -> Files.exists(file));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aNameIsKeptOrRefusedAndNeverExpanded(Transport transport) throws Exception {
        Tmux service = service(transport);
        Format name = new Format();
        for (String value : values) {
            Reply renamed = service.run(
                    TmuxCommand.of("rename-window").target(new WindowId("@0")).expandedArgument(value));
            if (renamed.ok() && isPlainName(value)) {
                assertThat(name.of(service)).isEqualTo(value);
            }
            service.run(TmuxCommand.of("new-window")
                    .flag("-d")
                    .expanded("-n", value)
                    .argument("true"));
            service.run(TmuxCommand.of("new-session")
                    .flag("-d")
                    .expanded("-s", value)
                    .expanded("-n", value)
                    .argument("true"));
            service.run(
                    TmuxCommand.of("rename-session").target(new SessionId("$0")).expandedArgument(value));
            service.run(TmuxCommand.of("select-pane").target(new PaneId("%0")).expanded("-T", value));
        }
        // Windows and status lines are drawn from names: give tmux a reason to look at them.
        assertThat(service.run(TmuxCommand.of("refresh-client"))).isNotNull();
    }

    @Test
    void aFormatExpandsToTheLiteral() throws Exception {
        Tmux service = service(Transport.CONTROL);
        for (String value : values) {
            Reply reply =
                    service.run(TmuxCommand.of("display-message").flag("-p").expandedArgument(value));
            assertThat(reply.ok()).isTrue();
            if (value.chars().noneMatch(c -> c < ' ' || c == 0x7f || c == '\\' || c == 0x85 || c == 0x2028)) {
                assertThat(reply.text()).isEqualTo(value);
            }
        }
    }

    private Tmux service(Transport transport) throws InterruptedException {
        return transport == Transport.CONTROL ? tmux.connect() : tmux.process();
    }

    private String typed() throws IOException {
        return new String(Files.readAllBytes(tmux.folder.resolve("typed")), StandardCharsets.UTF_8);
    }

    /** tmux escapes backslashes, dollars and controls in names in some versions. */
    private static boolean isPlainName(String value) {
        return value.codePoints().allMatch(c -> c >= ' ' && c < 0x7f && c != '\\' && c != '$');
    }

    private static final class Format {
        private final io.github.tmuxmcp.tmux.format.Format fields =
                io.github.tmuxmcp.tmux.format.Format.fields("window_id", "window_name");

        String of(Tmux service) throws InterruptedException {
            Reply reply = service.run(TmuxCommand.of("list-windows").flag("-a").template("-F", fields));
            return fields.rows(reply.textLines()).stream()
                    .filter(row -> row.get(0).equals("@0"))
                    .map(row -> row.get(1))
                    .findFirst()
                    .orElseThrow();
        }
    }
}
