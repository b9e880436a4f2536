package io.github.tmuxmcp.agent.service;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PromptShapeTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "me@host:~$ | me@host:/srv/app$",
                "me@host ~> | me@host /srv [1]>",
                "[me@host ~]# | [me@host srv]#",
                "~ $ | /srv $",
                "/ # | /srv #",
                "bash-5.2$ | bash-5.2$",
                "host% | host%",
                "$ | $",
                "app main ❯ | app feature ❯"
            })
    void aFolderOrABranchLeavesTheShape(String one, String other) {
        assertThat(PromptShape.of(one)).isNotNull().isEqualTo(PromptShape.of(other));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "> ",
                ">>> ",
                "... ",
                "mysql> ",
                "MariaDB [(none)]> ",
                "sqlite> ",
                "Verification code> ",
                "switch> ",
                "base=# ",
                "base=> ",
                "base=*# ",
                "quote> ",
                "dquote> ",
                "Password: ",
                "Really? [y/N] ",
                "In [1]: ",
                "me@host:~$ half a line"
            })
    void theseAreNoShellsPrompt(String line) {
        assertThat(PromptShape.of(line)).isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"me@host:~$ | root@host:~#", "me@host:~$ | me@host:~#", "$ | %", "app ~> | base ~>"})
    void anotherUserOrSignIsAnotherShape(String one, String other) {
        assertThat(PromptShape.of(one)).isNotNull().isNotEqualTo(PromptShape.of(other));
    }
}
