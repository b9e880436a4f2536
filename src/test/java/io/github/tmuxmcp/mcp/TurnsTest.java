package io.github.tmuxmcp.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

class TurnsTest {
    private final Queue<Runnable> handedOver = new ArrayDeque<>();
    private final List<String> done = new ArrayList<>();
    private final Turns turns = new Turns(handedOver::add);

    private Runnable work(String name) {
        return new Runnable() {
            @Override
            public void run() {
                done.add(name);
            }
        };
    }

    @Test
    void workOfOneKeyRunsInOrderAndWithdrawnWorkNever() {
        Runnable second = work("second");
        assertThat(turns.execute("a", work("first"))).isFalse();
        assertThat(turns.execute("a", second)).isTrue();
        assertThat(turns.execute("a", work("third"))).isTrue();
        assertThat(turns.execute("b", work("other"))).isFalse();
        assertThat(turns.withdraw("a", second)).isTrue();
        assertThat(turns.withdraw("a", second)).isFalse();
        handedOver.forEach(Runnable::run);
        assertThat(done).containsExactly("first", "third", "other");
        assertThat(turns.execute("a", work("later"))).isFalse();
    }

    @Test
    void workThatBeganCannotBeWithdrawn() {
        List<Boolean> withdrawn = new ArrayList<>();
        Runnable work = new Runnable() {
            @Override
            public void run() {
                withdrawn.add(turns.withdraw("a", this));
            }
        };
        turns.execute("a", work);
        handedOver.remove().run();
        assertThat(withdrawn).containsExactly(false);
        turns.execute(null, work);
        assertThat(turns.withdraw(null, work)).isFalse();
    }

    @Test
    void afterWorkThatThrowsTheNextHasItsTurn() {
        Thread.UncaughtExceptionHandler before = Thread.currentThread().getUncaughtExceptionHandler();
        Thread.currentThread().setUncaughtExceptionHandler((thread, failure) -> done.add(failure.getMessage()));
        try {
            turns.execute("a", () -> {
                throw new IllegalStateException("failed");
            });
            turns.execute("a", work("next"));
            handedOver.remove().run();
        } finally {
            Thread.currentThread().setUncaughtExceptionHandler(before);
        }
        assertThat(done).containsExactly("failed", "next");
    }

    @Test
    void nothingIsKeptOfWorkThatTheExecutorRefuses() {
        boolean[] open = {false};
        Turns refusing = new Turns(work -> {
            if (!open[0]) {
                throw new RejectedExecutionException();
            }
            work.run();
        });
        assertThatThrownBy(() -> refusing.execute("a", work("refused"))).isInstanceOf(RejectedExecutionException.class);
        open[0] = true;
        refusing.execute("a", work("taken"));
        assertThat(done).containsExactly("taken");
    }
}
