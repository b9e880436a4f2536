package io.github.tmuxmcp.agent.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ShellCommandTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "bash",
                "  /bin/zsh -f ",
                "bash --rcfile rc -i",
                "exec fish",
                "env -i TERM=x bash --norc",
                "su",
                "su -",
                "su - user",
                "su -s /bin/bash nobody",
                "sudo -i",
                "sudo -u me -s",
                "sudo -n su -",
                "doas -s",
                "ssh host",
                "ssh -p 22 -i key me@host",
                "ssh -p22 -vA host",
                "ssh host -p 22",
                "ssh -t host sudo -i",
                "ssh -t host docker exec -it web bash",
                "docker exec -it web bash",
                "docker exec -it -u root --workdir=/srv web sh -l",
                "podman run --rm -it --name x debian bash",
                "docker compose exec web bash",
                "kubectl exec -it -n ns pod -- bash"
            })
    void theseOpenAShell(String line) {
        assertThat(ShellCommand.opensShell(line)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "exec",
                "bash script.sh",
                "bash -c true",
                "bash -lc true",
                "bash -ic",
                "su - user -c id",
                "su -c id",
                "sudo id",
                "sudo -u bash id",
                "sudo -l",
                "ssh host uptime",
                "ssh -N host",
                "ssh -W a:1 host",
                "ssh",
                "ssh -p",
                "docker exec -it web psql",
                "docker exec -it web psql -U bash",
                "docker exec -it --name bash web",
                "docker logs bash",
                "kubectl exec -it pod -- psql",
                "kubectl logs bash",
                "psql",
                "bash | cat",
                "bash <<< x",
                "echo bash",
                "env"
            })
    void theseDoNot(String line) {
        assertThat(ShellCommand.opensShell(line)).isFalse();
    }

    @Test
    void wordsThatAProcessHasAreNotSplitAgain() {
        assertThat(ShellCommand.opensShell(List.of("ssh", "host", "bash -l"))).isTrue();
        assertThat(ShellCommand.opensShell(List.of("ssh", "host", "bash; uptime")))
                .isFalse();
        assertThat(ShellCommand.opensShell(List.of("bash", "my script"))).isFalse();
    }
}
