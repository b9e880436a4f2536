package io.github.tmuxmcp.libtmux.inspect;

import io.github.tmuxmcp.libtmux.service.CapabilityRow;
import io.github.tmuxmcp.libtmux.service.CapabilityRow.Literalization;
import io.github.tmuxmcp.libtmux.service.CapabilityRow.OutputClass;
import io.github.tmuxmcp.libtmux.service.Declaration;
import io.github.tmuxmcp.tool.Dashed;
import io.github.tmuxmcp.tool.Doc;
import org.jspecify.annotations.Nullable;

/** {@code show_option}: the value of one option. */
final class ShowOption {
    /** Where tmux keeps an option. */
    @Dashed
    enum Scope {
        SERVER,
        GLOBAL_SESSION,
        GLOBAL_WINDOW,
        SESSION,
        WINDOW,
        PANE
    }

    record Input(
            String name,

            @Doc("Default global-session") @Nullable Scope scope,

            @Doc("Session, window or pane id, for these scopes") @Nullable
            String target) {}

    record Output(String name, @Nullable String value) {}

    static final Declaration<Input, Output> DECLARATION = new Declaration<>(
            "show_option",
            "Show an option",
            "Show the value of one tmux option in one scope; null when it is not set there.",
            CapabilityRow.inspect(OutputClass.TMUX_METADATA, OutputClass.CONFIGURED_COMMAND)
                    .literalizing("name", Literalization.DOUBLE_HASH_ONCE),
            Input.class,
            Output.class);

    private ShowOption() {}
}
