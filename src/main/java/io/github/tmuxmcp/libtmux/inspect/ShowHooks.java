package io.github.tmuxmcp.libtmux.inspect;

import io.github.tmuxmcp.libtmux.service.CapabilityRow;
import io.github.tmuxmcp.libtmux.service.CapabilityRow.OutputClass;
import io.github.tmuxmcp.libtmux.service.Declaration;
import io.github.tmuxmcp.tool.Doc;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code show_hooks}: the configured hooks. */
final class ShowHooks {
    record Input(
            @Doc("Session id ($1) or name; default: the global hooks") @Nullable
            String session) {}

    record Output(List<Hook> hooks) {}

    /**
     * One command of a hook.
     *
     * @param index its place; null when it is the only one
     */
    record Hook(String name, @Nullable Integer index, String command) {}

    static final Declaration<Input, Output> DECLARATION = new Declaration<>(
            "show_hooks",
            "Show hooks",
            "List the hooks that are set: tmux commands that run on events.",
            CapabilityRow.inspect(OutputClass.CONFIGURED_COMMAND),
            Input.class,
            Output.class);

    private ShowHooks() {}
}
