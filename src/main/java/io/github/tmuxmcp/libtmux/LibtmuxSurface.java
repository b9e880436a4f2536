package io.github.tmuxmcp.libtmux;

import io.github.tmuxmcp.libtmux.service.CallerContext;
import io.github.tmuxmcp.libtmux.service.CapabilitiesReport;
import io.github.tmuxmcp.libtmux.service.CapabilityRow;
import io.github.tmuxmcp.libtmux.service.Connection;
import io.github.tmuxmcp.libtmux.service.ErrorKind;
import io.github.tmuxmcp.libtmux.service.Failures;
import io.github.tmuxmcp.libtmux.service.Limitation;
import io.github.tmuxmcp.libtmux.service.NestedCalls;
import io.github.tmuxmcp.libtmux.service.Toolset;
import io.github.tmuxmcp.tool.AnswerRoom;
import io.github.tmuxmcp.tool.Call;
import io.github.tmuxmcp.tool.Capability;
import io.github.tmuxmcp.tool.Catalog;
import io.github.tmuxmcp.tool.Dispatcher;
import io.github.tmuxmcp.tool.Json;
import io.github.tmuxmcp.tool.NearMiss;
import io.github.tmuxmcp.tool.NullPolicy;
import io.github.tmuxmcp.tool.Refusals;
import io.github.tmuxmcp.tool.Selection;
import io.github.tmuxmcp.tool.Tool;
import io.github.tmuxmcp.tool.ToolAnswer;
import io.github.tmuxmcp.tool.ToolFailure;
import io.github.tmuxmcp.tool.ToolsJson;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one process serves: the selected tools, how they are listed, and the report of what they reach. Frozen at the start; the one place that
 * knows both which tools there are and which of them are hidden.
 *
 * @param <C> what the tools work with
 */
public final class LibtmuxSurface<C> {
    private static final int SHOWN_NAME = 100;

    private final List<Tool<C, ?, ?>> all;
    private final Selection selection;
    private final Connection connection;
    private final List<Limitation> limitations;
    private final List<Tool<C, ?, ?>> served;

    /**
     * @param all every tool of the mode, sorted by name
     * @param request what the operator asked for; its names are known
     */
    public LibtmuxSurface(
            List<Tool<C, ?, ?>> all, Selection.Request request, Connection connection, List<Limitation> limitations) {
        this.all = List.copyOf(all);
        this.selection = Selection.of(
                namesByToolset(all), request, connection.provenance().defaultToolsets());
        this.connection = connection;
        this.limitations = List.copyOf(limitations);
        this.served = serve(all, selection);
    }

    /** The names of each toolset's tools, in the order of the toolsets. */
    static <C> Map<String, List<String>> namesByToolset(List<Tool<C, ?, ?>> tools) {
        Map<String, List<String>> names = new LinkedHashMap<>();
        Toolset.NAMES.forEach(toolset -> names.put(toolset, new ArrayList<>()));
        tools.forEach(tool -> names.getOrDefault(toolset(tool), List.of()).add(tool.name()));
        return names;
    }

    private static String toolset(Tool<?, ?, ?> tool) {
        return CapabilityRow.of(tool).toolset().wireName();
    }

    private static <C> List<Tool<C, ?, ?>> serve(List<Tool<C, ?, ?>> all, Selection selection) {
        List<Tool<C, ?, ?>> served = new ArrayList<>();
        for (Tool<C, ?, ?> tool : all) {
            if (selection.effective().contains(tool.name())) {
                served.add(withoutNested(tool, selection.excluded()));
            }
        }
        return List.copyOf(served);
    }

    private static <C, I, O> Tool<C, I, O> withoutNested(Tool<C, I, O> tool, List<String> excluded) {
        CapabilityRow row = CapabilityRow.of(tool);
        if (row.nestedAuthority().stream().noneMatch(excluded::contains)) {
            return tool;
        }
        List<String> left = new ArrayList<>(row.nestedAuthority());
        left.removeAll(excluded);
        Capability capability = row.nesting(left).capability();
        return new Tool<>(
                tool.name(),
                tool.title(),
                tool.description(),
                capability,
                tool.input(),
                tool.output(),
                tool.handler(),
                tool.turn());
    }

    public Selection selection() {
        return selection;
    }

    /** What is served, in the order in which clients see it. */
    public List<Tool<C, ?, ?>> served() {
        return served;
    }

    /**
     * The result of {@code tools/list}.
     *
     * @param complete the result for all tools, as it was generated; without a restriction it is served as it is
     */
    public String toolsListJson(String complete) {
        if (served.size() == all.size()) {
            return complete;
        }
        List<Map<String, Object>> left = new ArrayList<>();
        if (Json.parse(complete) instanceof Map<?, ?> list && list.get("tools") instanceof List<?> tools) {
            for (Object tool : tools) {
                if (tool instanceof Map<?, ?> described
                        && selection.effective().contains(String.valueOf(described.get("name")))) {
                    left.add(named(described));
                }
            }
        }
        return ToolsJson.list(ReadBatchSchema.without(left, selection.excluded()));
    }

    /** JSON has names for keys only. */
    @SuppressWarnings("unchecked")
    private static Map<String, Object> named(Map<?, ?> object) {
        return (Map<String, Object>) object;
    }

    /** All tools as {@code tools/list} describes them, in order; reflects over every record. */
    static List<Map<String, Object>> describe(List<? extends Tool<?, ?, ?>> tools) {
        List<Map<String, Object>> described = new ArrayList<>();
        tools.forEach(tool -> described.add(ToolsJson.describe(tool)));
        return ReadBatchSchema.complete(described);
    }

    /** The text of {@code tmux://capabilities}. */
    public String capabilitiesJson() {
        return Json.compact(CapabilitiesReport.of(served, selection, connection, limitations));
    }

    /** What the operator is told once the server runs, after its name and version. */
    public String greeting(CallerContext caller) {
        return "serving " + served.size() + " tools on one "
                + connection.provenance().label() + " socket"
                + (caller instanceof CallerContext.InPane inPane ? ", from pane " + inPane.pane() : "");
    }

    /** Why nothing can be read at a URI. */
    public static ToolFailure unknownResource(String uri) {
        return ErrorKind.INVALID_INPUT.failure("no resource " + uri + "; there is " + CapabilitiesReport.URI);
    }

    /** What runs the calls: only what is served, null as absent, failures in this mode's shape. */
    public Dispatcher<C> dispatcher(C services, AnswerRoom answers) {
        return dispatcher(served, services, answers);
    }

    private Dispatcher<C> dispatcher(List<Tool<C, ?, ?>> tools, C services, AnswerRoom answers) {
        return new Dispatcher<>(new Catalog<>(tools), services, NullPolicy.ABSENT, answers, new Refusals() {
            @Override
            public ToolAnswer answer(ToolFailure failure) {
                return Failures.answer(failure);
            }

            @Override
            public ToolFailure unknown(String name) {
                return hidden(name);
            }
        });
    }

    /** The calls that the batch may make: of every tool that its row names, served by itself or not, but of no excluded one. */
    public NestedCalls nested(C services, AnswerRoom answers) {
        List<String> names = new ArrayList<>();
        all.stream()
                .filter(tool -> tool.name().equals(ReadBatchSchema.TOOL))
                .forEach(batch -> names.addAll(CapabilityRow.of(batch).nestedAuthority()));
        names.removeAll(selection.excluded());
        Dispatcher<C> dispatcher = dispatcher(
                all.stream().filter(tool -> names.contains(tool.name())).toList(), services, answers);
        return new NestedCalls() {
            @Override
            public boolean offers(String tool) {
                return dispatcher.knows(tool);
            }

            @Override
            public ToolAnswer call(String tool, Map<String, ? extends @Nullable Object> arguments, Call call)
                    throws InterruptedException {
                return dispatcher.call(tool, arguments, call);
            }
        };
    }

    private ToolFailure hidden(String name) {
        for (Tool<C, ?, ?> tool : all) {
            if (tool.name().equals(name)) {
                return ErrorKind.INVALID_INPUT.failure(
                        selection.excluded().contains(name)
                                ? name + " is excluded here; the operator offers it by taking it out of "
                                        + "LIBTMUX_EXCLUDE_TOOLS (--exclude-tools)"
                                : name + " is not offered here; the operator offers it by adding " + toolset(tool)
                                        + " to LIBTMUX_TOOLSETS (--toolsets) or " + name
                                        + " to LIBTMUX_TOOLS (--tools)");
            }
        }
        String near = NearMiss.of(name, selection.effective());
        String shown = name.length() <= SHOWN_NAME ? name : name.substring(0, SHOWN_NAME) + "…";
        return ErrorKind.INVALID_INPUT.failure("no tool " + shown
                + (near == null
                        ? "; LIBTMUX_TOOLSETS and LIBTMUX_TOOLS decide which tools are offered"
                        : "; did you mean " + near + "?"));
    }
}
