package io.github.tmuxmcp.tool;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * From a name and arguments to an answer. The one place where an expected failure becomes an answer. Any number of threads may call it;
 * a tool's record is looked at on its first call, not at start-up.
 */
public final class Dispatcher<C> {
    private final Catalog<C> catalog;
    private final C services;
    private final NullPolicy nulls;
    private final AnswerRoom answers;
    private final @Nullable Refusals refusals;
    private final Map<String, Route<C, ?, ?>> routes = new ConcurrentHashMap<>();

    /** A dispatcher that refuses null as a value. */
    public Dispatcher(Catalog<C> catalog, C services) {
        this(catalog, services, NullPolicy.REFUSE);
    }

    /** The same, of tools that take {@code answers} for their long answers. */
    public Dispatcher(Catalog<C> catalog, C services, AnswerRoom answers) {
        this(catalog, services, NullPolicy.REFUSE, answers, null);
    }

    public Dispatcher(Catalog<C> catalog, C services, NullPolicy nulls) {
        this(catalog, services, nulls, new AnswerRoom(), null);
    }

    /**
     * A dispatcher with everything.
     *
     * @param refusals how calls fail; null: in the failure's own words, with its meta
     */
    public Dispatcher(
            Catalog<C> catalog, C services, NullPolicy nulls, AnswerRoom answers, @Nullable Refusals refusals) {
        this.catalog = catalog;
        this.services = services;
        this.nulls = nulls;
        this.answers = answers;
        this.refusals = refusals;
    }

    /** True when there is a tool of exactly that name. */
    public boolean knows(String name) {
        return catalog.find(name) != null;
    }

    /** What the call waits for its turn over: calls of the same text run in the order in which they came. Null: it waits for nobody. */
    public @Nullable String turn(String name, Map<String, ? extends @Nullable Object> arguments) {
        Tool<C, ?, ?> tool = catalog.find(name);
        Tool.Turn turn = tool == null ? null : tool.turn();
        if (turn == null) {
            return null;
        }
        return arguments.get(turn.argument()) instanceof String value ? value : turn.otherwise();
    }

    /**
     * Binds the arguments and runs the handler on this thread. Wrong arguments and {@link ToolFailure} are answers with {@code isError}.
     *
     * @param arguments plain JSON values: maps, lists, strings, {@code Long}, {@code BigDecimal}, booleans, null
     * @throws IllegalArgumentException when {@link #knows} says no
     * @throws InterruptedException when the call was cancelled
     */
    public ToolAnswer call(String name, Map<String, ? extends @Nullable Object> arguments, Call call)
            throws InterruptedException {
        Route<C, ?, ?> route = routes.get(name);
        if (route == null) {
            Tool<C, ?, ?> tool = catalog.find(name);
            if (tool == null) {
                throw new IllegalArgumentException("no such tool");
            }
            route = route(tool);
        }
        try {
            return route.call(services, arguments, call);
        } catch (ToolFailure e) {
            return failed(e);
        }
    }

    /** The answer of a call that fails before or instead of its handler. */
    public ToolAnswer failed(ToolFailure failure) {
        return refusals == null ? new ToolAnswer(failure.message(), failure.meta(), true) : refusals.answer(failure);
    }

    /** Why there is no tool of that name, where the mode has more to say than that; otherwise null. */
    public @Nullable ToolFailure unknown(String name) {
        return refusals == null ? null : refusals.unknown(name);
    }

    /** The answer of the last {@link #call} on this thread is written or dropped; must follow each call, however it ended. */
    public void answered() {
        answers.giveBack();
    }

    /**
     * Looks at the records of all tools now, on a thread of its own: what the first call needs of reflection is a fifth of its time, which
     * another processor spends while the server starts.
     */
    public void prepareInBackground() {
        Thread thread = new Thread(this::prepare, "prepare");
        thread.setDaemon(true);
        thread.start();
    }

    private void prepare() {
        catalog.tools().forEach(this::route);
    }

    private Route<C, ?, ?> route(Tool<C, ?, ?> tool) {
        return routes.computeIfAbsent(tool.name(), ignored -> Route.to(tool, nulls));
    }

    private record Route<C, I, O>(Tool<C, I, O> tool, Binder<I> binder) {
        static <C, I, O> Route<C, I, O> to(Tool<C, I, O> tool, NullPolicy nulls) {
            return new Route<>(tool, new Binder<>(tool.name(), tool.input(), nulls));
        }

        ToolAnswer call(C services, Map<String, ? extends @Nullable Object> arguments, Call call)
                throws InterruptedException {
            O output = tool.handler().handle(services, binder.bind(arguments), call);
            if (output instanceof TextResult text) {
                return new ToolAnswer(text.text(), text.meta(), text.isError());
            }
            return new ToolAnswer(RecordWriter.json((Record) output), Map.of(), false, true);
        }
    }
}
