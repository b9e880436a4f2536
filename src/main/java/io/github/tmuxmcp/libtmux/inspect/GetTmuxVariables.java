package io.github.tmuxmcp.libtmux.inspect;

import io.github.tmuxmcp.libtmux.service.CapabilityRow;
import io.github.tmuxmcp.libtmux.service.CapabilityRow.Literalization;
import io.github.tmuxmcp.libtmux.service.CapabilityRow.OutputClass;
import io.github.tmuxmcp.libtmux.service.Declaration;
import io.github.tmuxmcp.tool.Doc;
import io.github.tmuxmcp.tool.Items;
import io.github.tmuxmcp.tool.Size;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code get_tmux_variables}: format variables by name. */
final class GetTmuxVariables {
    static final int MOST_NAMES = 32;

    record Input(
            @Doc("1 to 32 names")
            @Items(min = 1, max = MOST_NAMES)
            @Size(pattern = "^[A-Za-z][A-Za-z0-9_]*$", words = "a letter, then letters, digits or _")
            List<String> names,

            @Doc("Pane id (%1); without it only variables of the server have a value") @Nullable
            String pane) {}

    record Output(Map<String, String> values) {}

    static final Declaration<Input, Output> DECLARATION = new Declaration<>(
            "get_tmux_variables",
            "tmux variables",
            "Read tmux variables by name, such as pane_width or session_name. An unknown name is empty; a name that tmux holds as an environment "
                    + "variable is refused unless the operator allows it.",
            CapabilityRow.inspect(OutputClass.TMUX_METADATA, OutputClass.CONFIGURED_COMMAND)
                    .literalizing("names", Literalization.VALIDATED_VARIABLE_NAME),
            Input.class,
            Output.class);

    private GetTmuxVariables() {}
}
