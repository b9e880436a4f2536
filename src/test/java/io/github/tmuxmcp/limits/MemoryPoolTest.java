package io.github.tmuxmcp.limits;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MemoryPoolTest {
    private final MemoryPool pool = new MemoryPool(1_000);

    @Test
    void nobodyGetsMoreThanHalfOfWhatIsFree() {
        MemoryPool.Share first = pool.open();
        MemoryPool.Share second = pool.open();
        assertThat(first.take(501)).isFalse();
        assertThat(first.take(500)).isTrue();
        assertThat(second.take(251)).isFalse();
        assertThat(second.take(250)).isTrue();
        assertThat(pool.free()).isEqualTo(250);
    }

    @Test
    void nobodyGivesBackMoreThanHeTook() {
        MemoryPool.Share share = pool.open();
        share.take(100);
        share.give(400);
        assertThat(pool.free()).isEqualTo(1_000);
    }

    @Test
    void aClosedShareHasGivenAllBackAndGetsNothing() {
        MemoryPool.Share share = pool.open();
        share.take(300);
        share.close();
        share.close();
        assertThat(share.take(1)).isFalse();
        assertThat(pool.free()).isEqualTo(1_000);
    }
}
