package io.github.tmuxmcp.libtmux;

import io.github.tmuxmcp.libtmux.inspect.InspectTools;
import io.github.tmuxmcp.libtmux.service.Declaration;
import io.github.tmuxmcp.tool.TextResult;
import io.github.tmuxmcp.tool.Tool;
import io.github.tmuxmcp.tool.ToolsJson;
import java.util.List;

/** Tools whose handlers are still to come. */
public final class DeclaredTools {
    /** As clients would see them; calling one fails. */
    public static final List<Tool<Object, ?, ?>> ALL =
            InspectTools.DECLARED.stream().map(DeclaredTools::uncallable).toList();

    /** The same arguments, with a handler that says that they were taken. */
    public static final List<Tool<Object, ?, ?>> BINDING =
            InspectTools.DECLARED.stream().map(DeclaredTools::onlyBinding).toList();

    private DeclaredTools() {}

    /** The result of {@code tools/list} for all of them. */
    public static String listJson() {
        return ToolsJson.list(LibtmuxSurface.describe(ALL));
    }

    private static Tool<Object, ?, ?> uncallable(Declaration<?, ?> declaration) {
        return declaration.by((services, input, call) -> {
            throw new IllegalStateException("no handler yet");
        });
    }

    private static <I> Tool<Object, ?, ?> onlyBinding(Declaration<I, ?> declaration) {
        return Tool.of(
                declaration.name(),
                declaration.title(),
                declaration.description(),
                declaration.row().capability(),
                declaration.input(),
                TextResult.class,
                (services, input, call) -> TextResult.of("taken"));
    }
}
