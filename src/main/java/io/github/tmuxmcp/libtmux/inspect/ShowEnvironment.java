package io.github.tmuxmcp.libtmux.inspect;

import io.github.tmuxmcp.libtmux.service.CapabilityRow;
import io.github.tmuxmcp.libtmux.service.CapabilityRow.OutputClass;
import io.github.tmuxmcp.libtmux.service.Declaration;
import io.github.tmuxmcp.tool.Doc;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code show_environment}: the names in tmux's environment. */
final class ShowEnvironment {
    /** What tmux does with a variable. */
    enum State {
        SET,
        /** Taken out of what new panes get. */
        REMOVED
    }

    record Input(
            @Doc("Session id ($1) or name; default: the global environment") @Nullable
            String session) {}

    record Output(List<Entry> entries, @Nullable String session) {}

    record Entry(String name, State state, @Nullable String value, boolean withheld) {}

    static final Declaration<Input, Output> DECLARATION = new Declaration<>(
            "show_environment",
            "Show the environment",
            "List the variables that tmux gives to new panes. Values are withheld unless the operator allows them by name.",
            CapabilityRow.inspect(OutputClass.PROCESS_ENVIRONMENT),
            Input.class,
            Output.class);

    private ShowEnvironment() {}
}
