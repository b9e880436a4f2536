package io.github.tmuxmcp.libtmux;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class LibtmuxInstructionsTest {
    @Test
    void theInstructionsAreShort() {
        assertThat(LibtmuxTools.INSTRUCTIONS.getBytes(UTF_8).length).isLessThanOrEqualTo(2_048);
    }

    @Test
    void theInstructionsNameOnlyToolsThatThereAre() {
        assertThat(LibtmuxTools.INSTRUCTIONS.split("[^a-z_]+"))
                .filteredOn(word -> word.contains("_"))
                .isSubsetOf(LibtmuxContract.tools().stream()
                        .map(LibtmuxContract.Described::name)
                        .toList());
    }
}
