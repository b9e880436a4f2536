package io.github.tmuxmcp.mcp;

import io.github.tmuxmcp.tool.AnswerRoom;
import io.github.tmuxmcp.tool.Call;
import io.github.tmuxmcp.tool.Capability;
import io.github.tmuxmcp.tool.Catalog;
import io.github.tmuxmcp.tool.Handler;
import io.github.tmuxmcp.tool.Refusals;
import io.github.tmuxmcp.tool.TextResult;
import io.github.tmuxmcp.tool.Tool;
import io.github.tmuxmcp.tool.ToolAnswer;
import io.github.tmuxmcp.tool.ToolFailure;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Small tools to drive a server with. */
final class TestTools {
    /** What the tools of one server share. */
    static final class Services {
        final AtomicInteger running = new AtomicInteger();
        final AtomicInteger interrupted = new AtomicInteger();
        final AnswerRoom answers = new AnswerRoom();
        final CountDownLatch never = new CountDownLatch(1);
    }

    record Echo(String text) {}

    record Nothing() {}

    record Count(int count) {}

    record Held(String on, String command) {}

    enum Side {
        NEAR,
        FAR
    }

    record Rows(List<Row> rows, @Nullable String cursor) {}

    record Row(String text, Side side, long size) {}

    static final Resources RESOURCES = new Resources(
            List.of(new Resources.Resource(
                    "test://text", "text", "Text", "A text.", "application/json", () -> "{\"a\":\n\"\u2028\"}")),
            uri -> new ToolFailure("nothing", "nothing at " + uri, Map.of("kind", "nothing")));

    static final Refusals REFUSALS = new Refusals() {
        @Override
        public ToolAnswer answer(ToolFailure failure) {
            return new ToolAnswer("<" + failure.message() + ">", Map.of("kind", failure.kind()), true);
        }

        @Override
        public ToolFailure unknown(String name) {
            return name.equals("hidden") ? new ToolFailure("hidden", "it is hidden", Map.of("retryable", false)) : null;
        }
    };

    static final Catalog<Services> CATALOG = new Catalog<>(List.of(
            tool("echo", Echo.class, (services, input, call) -> TextResult.of(input.text())),
            tool("sleep", Nothing.class, TestTools::sleep),
            tool("hold", Held.class, (services, input, call) -> sleep(services, new Nothing(), call))
                    .inTurn("on", ""),
            tool("age", Held.class, (services, input, call) -> {
                        call.progress(1, "began");
                        return TextResult.of("" + (System.nanoTime() - call.arrivalNanos()));
                    })
                    .inTurn("on", ""),
            tool("release", Nothing.class, (services, input, call) -> {
                services.never.countDown();
                return TextResult.of("released");
            }),
            Tool.of(
                    "rows",
                    "",
                    "Does rows.",
                    Capability.READ_ONLY,
                    Echo.class,
                    Rows.class,
                    (services, input, call) -> new Rows(List.of(new Row(input.text(), Side.FAR, 3)), null)),
            tool("id_bytes", Nothing.class, (services, input, call) -> TextResult.of("" + call.idBytes())),
            tool("refuse", Nothing.class, (services, input, call) -> {
                throw new ToolFailure("busy", "the pane is busy; wait", Map.of("kind", "busy"));
            }),
            tool("bug", Nothing.class, (services, input, call) -> {
                throw new IllegalStateException("secret detail");
            }),
            tool("memory", Nothing.class, (services, input, call) -> {
                throw new OutOfMemoryError("as if");
            }),
            tool("thread", Nothing.class, (services, input, call) -> {
                throw new OutOfMemoryError("unable to create native thread: as if");
            }),
            tool("recurse", Nothing.class, (services, input, call) -> TextResult.of("" + depth(0))),
            tool(
                    "unwritable",
                    Nothing.class,
                    (services, input, call) -> new TextResult("x", Map.of("object", new Object()), false)),
            tool("progress", Count.class, TestTools::progress),
            tool(
                    "who",
                    Nothing.class,
                    (services, input, call) -> new TextResult(
                            call.client().name() + " " + call.client().version(), Map.of("a", List.of(1, 2.5)), false)),
            tool("roomy", Count.class, (services, input, call) -> {
                services.answers.take(input.count());
                if (input.count() % 2 == 1) {
                    throw new IllegalStateException("odd");
                }
                return TextResult.of("x".repeat(input.count()));
            }),
            tool("spam", Count.class, (services, input, call) -> TextResult.of("x".repeat(input.count())))));

    private TestTools() {}

    private static <I> Tool<Services, I, TextResult> tool(
            String name, Class<I> input, Handler<Services, I, TextResult> handler) {
        return Tool.of(name, "", "Does " + name + ".", Capability.READ_ONLY, input, TextResult.class, handler);
    }

    private static TextResult sleep(Services services, Nothing input, Call call) throws InterruptedException {
        services.running.incrementAndGet();
        try {
            services.never.await();
            return TextResult.of("woken");
        } catch (InterruptedException e) {
            services.interrupted.incrementAndGet();
            throw e;
        } finally {
            services.running.decrementAndGet();
        }
    }

    private static TextResult progress(Services services, Count input, Call call) {
        for (int i = 1; i <= input.count(); i++) {
            call.progress(i, "step " + i);
        }
        return TextResult.of(call.wantsProgress() ? "told" : "not asked");
    }

    private static int depth(int n) {
        Function<Integer, Integer> deeper = TestTools::depth;
        return deeper.apply(n + 1) + 1;
    }
}
