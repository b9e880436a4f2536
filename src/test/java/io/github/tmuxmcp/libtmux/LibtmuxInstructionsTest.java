package io.github.tmuxmcp.libtmux;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tmuxmcp.libtmux.service.CallerContext;
import org.junit.jupiter.api.Test;

final class LibtmuxInstructionsTest {
    @Test
    void theInstructionsAreShort() {
        assertThat(LibtmuxTools.INSTRUCTIONS.getBytes(UTF_8).length).isLessThanOrEqualTo(2_048);
    }

    @Test
    void aClientInAPaneIsToldSoInAFewWords() {
        CallerContext caller = CallerContext.of("/tmp/x,1,0", "%4000000000");
        String more = LibtmuxTools.instructions(caller).substring(LibtmuxTools.INSTRUCTIONS.length());
        assertThat(more).contains("%4000000000").hasSizeLessThanOrEqualTo(256);
        assertThat(LibtmuxTools.instructions(CallerContext.of(null, null))).isEqualTo(LibtmuxTools.INSTRUCTIONS);
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
