package io.github.tmuxmcp.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class AnswerRoomTest {
    private final AnswerRoom room = new AnswerRoom();

    @Test
    void aLongAnswerWaitsUntilOthersAreWritten() throws Exception {
        room.take(1_500_000);
        AtomicBoolean got = new AtomicBoolean();
        Thread other = new Thread(() -> {
            take(1_000_000);
            got.set(true);
            room.giveBack();
        });
        other.start();
        Awaitility.await().until(() -> other.getState() == Thread.State.WAITING);
        assertThat(got).isFalse();
        room.giveBack();
        other.join(Duration.ofSeconds(10).toMillis());
        assertThat(got).isTrue();
    }

    @Test
    void aShortAnswerWaitsForNobody() throws Exception {
        room.take(Long.MAX_VALUE);
        CountDownLatch got = new CountDownLatch(1);
        new Thread(() -> {
                    take(AnswerRoom.SMALL);
                    got.countDown();
                })
                .start();
        got.await();
        room.giveBack();
    }

    @Test
    void aThreadThatTakesAnewWaitsForItselfNever() throws Exception {
        for (int i = 0; i < 10; i++) {
            room.take(Long.MAX_VALUE);
        }
        room.giveBack();
        room.giveBack();
    }

    private void take(long chars) {
        try {
            room.take(chars);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
