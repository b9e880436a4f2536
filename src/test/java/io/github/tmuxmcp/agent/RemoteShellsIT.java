package io.github.tmuxmcp.agent;

import static io.github.tmuxmcp.agent.AgentHarness.assertFinished;
import static io.github.tmuxmcp.agent.AgentHarness.meta;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tmuxmcp.tool.TextResult;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Shells beyond an ssh: codes where a shell answers, none where nobody can know. */
@Timeout(120)
final class RemoteShellsIT {
    private static final String BASH = "exec env PS1='me@far:\\\\w\\\\$ ' bash --norc --noprofile";

    private static void assertNoCode(TextResult result) {
        assertThat(meta(result)).containsEntry("exitCode", null);
        assertThat(result.text()).doesNotContain("7133").doesNotContain("fish_pid");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                BASH,
                "exec env PS1='\\\\u@far:\\\\w\\\\n\\\\$ ' bash --norc --noprofile",
                "exec env PS1='\\\\[\\\\e[1;32m\\\\]me@far\\\\[\\\\e[0m\\\\]:\\\\w\\\\$ ' bash --norc --noprofile",
                "exec zsh -f",
                "exec fish --no-config",
                "exec env PS1='far$ ' dash -i",
            })
    void aRemoteShellGivesTextAndCodes(String login) throws Exception {
        try (SshServer far = SshServer.start(login);
                AgentHarness agent = AgentHarness.start()) {
            assertThat(meta(agent.run(far.command()))).containsEntry("state", "waiting");
            assertFinished(agent.run("echo there; sh -c 'exit 3'"), 3, "there");
            assertFinished(agent.run("cd /tmp"), 0, "(no output)");
            if (!login.contains("dash")) {
                assertFinished(agent.run("echo one\necho two"), 0, "one\ntwo");
            }
            assertFinished(agent.run("pwd"), 0, "/tmp");
            TextResult left = agent.run("exit 3");
            assertThat(meta(left)).containsEntry("state", "finished").containsEntry("exitCode", 3);
            assertFinished(agent.run("echo here"), 0, "here");
        }
    }

    @Test
    void severalLevelsGiveTheirCodes() throws Exception {
        assumeTrue(System.getProperty("user.name").equals("root"), "only root gets another user's shell unasked");
        try (SshServer far = SshServer.start(BASH);
                AgentHarness agent = AgentHarness.start()) {
            agent.run(far.command());
            assertNoCode(agent.run("su -s /bin/bash nobody"));
            assertFinished(agent.run("whoami"), 0, "nobody");
            assertNoCode(agent.run("bash --norc --noprofile"));
            assertFinished(agent.run("sh -c 'exit 4'"), 4, "(no output)");
            assertNoCode(agent.run("bash --norc --noprofile"));
            assertThat(meta(agent.run("exit 5"))).containsEntry("exitCode", 5);
            assertThat(meta(agent.run("exit 6"))).containsEntry("exitCode", 6);
            assertFinished(agent.run("whoami"), 0, "nobody");
            assertThat(meta(agent.run("exit 7"))).containsEntry("exitCode", 7);
            assertFinished(agent.run("echo far"), 0, "far");
            assertThat(agent.run("exit 8").text()).endsWith("[exit code 8]");
            assertFinished(agent.run("echo here"), 0, "here");
        }
    }

    @Test
    void theRemoteShellKeepsItsStatusAndForgetsTheQuestion() throws Exception {
        try (SshServer far = SshServer.start(BASH);
                AgentHarness agent = AgentHarness.start()) {
            agent.run(far.command());
            assertFinished(agent.run("set -u"), 0, "(no output)");
            assertThat(meta(agent.run("echo $missing"))).containsEntry("exitCode", 1);
            assertThat(meta(agent.run("seq 1 20000"))).containsEntry("exitCode", 0);
            assertThat(agent.run("history").text()).contains("set -u").doesNotContain("7133");
            assertFinished(agent.run("printf abc"), 0, "abc");
            assertFinished(agent.run("sh -c 'exit 3'"), 3, "(no output)");
            assertFinished(agent.run("echo $?"), 0, "3");
            assertNoCode(agent.run("exec bash --norc --noprofile"));
            assertThat(agent.reread("default", null, 1000).text()).doesNotContain("7133");
            assertFinished(agent.run("sh -c 'exit 9'"), 9, "(no output)");
            TextResult left = agent.keys("default", "C-d");
            assertThat(left.text()).endsWith("[exit code 9]");
        }
    }

    @Test
    void whatOnlyLooksLikeAShellIsAskedOnce() throws Exception {
        try (SshServer far = SshServer.start("exec sh switch.sh");
                AgentHarness agent = AgentHarness.start()) {
            Files.writeString(
                    far.home.resolve("switch.sh"),
                    "while printf 'switch# '; read -r line; do echo \"$line\" >> typed; echo \"no such command: $line\"; done");
            agent.run(far.command());
            for (String line : List.of("show version", "show ports", "show users")) {
                TextResult result = agent.run(line);
                assertNoCode(result);
                assertThat(result.text()).startsWith("no such command: " + line + "\n");
            }
            assertThat(Files.readString(far.home.resolve("typed"))).containsOnlyOnce("7133");
        }
    }

    @Test
    void aProgramAtTheOtherEndIsNeverAsked() throws Exception {
        try (SshServer far = SshServer.start(BASH);
                AgentHarness agent = AgentHarness.start()) {
            Files.writeString(
                    far.home.resolve("base.sh"),
                    "while printf 'base=# '; read -r line; do echo \"$line\" >> typed; [ \"$line\" = q ] && exit 6; done");
            Files.writeString(
                    far.home.resolve("ask.sh"), "read -p 'Really? [y/N] ' a; read -s -p 'Password: ' b; echo; exit 5");
            agent.run(far.command());
            assertFinished(agent.run("true"), 0, "(no output)");
            assertNoCode(agent.run("sh base.sh"));
            assertNoCode(agent.run("select 1;"));
            assertNoCode(agent.run("q"));
            assertThat(Files.readString(far.home.resolve("typed"))).isEqualTo("select 1;\nq\n");
            assertFinished(agent.run("echo back"), 0, "back");
            assertNoCode(agent.run("bash ask.sh"));
            assertNoCode(agent.run("y"));
            assertNoCode(agent.run("secret"));
            assertNoCode(agent.run("echo 'open"));
            agent.keys("default", "C-c");
            assertFinished(agent.run("echo back"), 0, "back");
            TextResult pager = agent.run("printf '%s\\n' $(seq 1 300) | less");
            assertThat(meta(pager)).containsEntry("state", "screen").containsEntry("exitCode", null);
            agent.keys("default", "q");
            assertFinished(agent.run("echo back"), 0, "back");
            assertThat(agent.run("exit").text()).doesNotContain("7133");
        }
    }

    @Test
    void aRemoteCommandThatIsNoShellIsNeverAsked() throws Exception {
        try (SshServer far = SshServer.start("exec bash --norc --noprofile");
                AgentHarness agent = AgentHarness.start()) {
            agent.run(far.command().replaceFirst("ssh ", "ssh -t ") + " psql base");
            assertNoCode(agent.run("echo there"));
            assertThat(agent.run("exit 3").text()).endsWith("[exit code 3]");
        }
    }

    @Test
    void aLostConnectionGivesTheCodeOfTheSsh() throws Exception {
        try (SshServer far = SshServer.start(BASH);
                AgentHarness agent = AgentHarness.start()) {
            agent.run(far.command());
            assertFinished(agent.run("echo there"), 0, "there");
            CompletableFuture<TextResult> result = CompletableFuture.supplyAsync(() -> {
                try {
                    return agent.run("touch begun; sleep 30");
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            Awaitility.await().until(() -> Files.exists(far.home.resolve("begun")));
            far.loseConnections();
            assertThat(result.get(20, TimeUnit.SECONDS).text()).endsWith("[exit code 255]");
            assertFinished(agent.run("echo here"), 0, "here");
        }
    }

    @Test
    void aPromptThatChangesItsShapeIsAskedAgainWhereTheCommandTellsSo() throws Exception {
        try (SshServer far = SshServer.start(BASH);
                AgentHarness agent = AgentHarness.start()) {
            agent.run(far.command());
            assertFinished(agent.run("true"), 0, "(no output)");
            assertNoCode(agent.run("PS1='\\w new> '"));
            assertFinished(agent.run("cd /usr"), 0, "(no output)");
            assertFinished(agent.run("cd ~; false"), 1, "(no output)");
        }
    }

    @Test
    void dockerExecGivesTextAndCodes() throws Exception {
        assumeTrue(succeeds("docker", "info"), "no docker daemon here");
        assumeTrue(succeeds("docker", "image", "inspect", "debian:stable-slim"), "no image to run");
        String name = "tmux-mcp-it-" + ProcessHandle.current().pid();
        assertThat(succeeds("docker", "run", "-d", "--rm", "--name", name, "debian:stable-slim", "sleep", "100"))
                .isTrue();
        try (AgentHarness agent = AgentHarness.start()) {
            assertNoCode(agent.run("docker exec -it " + name + " bash"));
            assertFinished(agent.run("echo there; sh -c 'exit 3'"), 3, "there");
            assertThat(agent.run("exit 4").text()).endsWith("[exit code 4]");
        } finally {
            succeeds("docker", "kill", name);
        }
    }

    private static boolean succeeds(String... command) throws Exception {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor(60, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException missing) {
            return false;
        }
    }
}
