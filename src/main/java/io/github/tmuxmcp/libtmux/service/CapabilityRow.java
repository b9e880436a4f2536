package io.github.tmuxmcp.libtmux.service;

import io.github.tmuxmcp.tool.Authority;
import io.github.tmuxmcp.tool.Capability;
import io.github.tmuxmcp.tool.Tool;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What a tool of this mode can reach and what it gives back: the one record from which its annotations, its row in {@code tools/list} and its
 * entry in {@code tmux://capabilities} come.
 *
 * @param reach the process that the tool drives or starts
 * @param effects what it does to tmux's objects; never empty
 * @param outputs what kinds of data it answers with; never empty
 * @param literalization how arguments that tmux could expand are kept from it, by argument
 * @param nestedAuthority tools that can be called through this one
 * @param amplifiesFutureInput later input may reach more panes because of it
 * @param setsNamedValue it sets something to a value that the call names, so that a second call changes nothing
 * @param alwaysLoad a client that loads tools on demand should load this one at once
 */
public record CapabilityRow(
        Toolset toolset,
        ProcessReach reach,
        List<TmuxEffect> effects,
        List<OutputClass> outputs,
        Map<String, Literalization> literalization,
        List<String> nestedAuthority,
        boolean amplifiesFutureInput,
        boolean setsNamedValue,
        boolean alwaysLoad)
        implements Authority {
    /** Under this key the row stands in the {@code _meta} of a tool. */
    public static final String META_KEY = "com.git-pull.libtmux-mcp/capability";

    private static final String ALWAYS_LOAD = "anthropic/alwaysLoad";

    /** The process that a tool drives or starts. */
    public enum ProcessReach {
        NONE,
        /** tmux starts the configured shell. */
        CONFIGURED_PROCESS,
        /** The program in a pane gets input. */
        PANE_INPUT,
        /** The shell in a pane runs a command. */
        PANE_COMMAND
    }

    /** What a tool does to tmux's objects. */
    public enum TmuxEffect {
        OBSERVE,
        CHANGE,
        DELETE
    }

    /** What a tool answers with. */
    public enum OutputClass {
        TMUX_METADATA,
        TERMINAL_CONTENT,
        PROCESS_ENVIRONMENT,
        CONFIGURED_COMMAND
    }

    /** How an argument is kept from being expanded. */
    public enum Literalization {
        DOUBLE_HASH_ONCE,
        VALIDATED_VARIABLE_NAME
    }

    public CapabilityRow {
        if (effects.isEmpty() || outputs.isEmpty()) {
            throw new IllegalArgumentException("a tool does something and answers something");
        }
        effects = List.copyOf(effects);
        outputs = List.copyOf(outputs);
        nestedAuthority = List.copyOf(nestedAuthority);
    }

    /** The row of a tool of this mode. */
    public static CapabilityRow of(Tool<?, ?, ?> tool) {
        if (tool.capability().authority() instanceof CapabilityRow row) {
            return row;
        }
        throw new IllegalArgumentException(tool.name() + " has no row");
    }

    /** A row of a tool that has nothing special about it. */
    public static CapabilityRow of(
            Toolset toolset, ProcessReach reach, List<TmuxEffect> effects, List<OutputClass> outputs) {
        return new CapabilityRow(toolset, reach, effects, outputs, Map.of(), List.of(), false, false, false);
    }

    /** The row of a tool that only looks. */
    public static CapabilityRow inspect(OutputClass... outputs) {
        return of(Toolset.INSPECT, ProcessReach.NONE, List.of(TmuxEffect.OBSERVE), List.of(outputs));
    }

    /** The same, of a tool with one more argument that tmux must not expand. */
    public CapabilityRow literalizing(String argument, Literalization how) {
        Map<String, Literalization> more = new LinkedHashMap<>(literalization);
        more.put(argument, how);
        return new CapabilityRow(
                toolset,
                reach,
                effects,
                outputs,
                more,
                nestedAuthority,
                amplifiesFutureInput,
                setsNamedValue,
                alwaysLoad);
    }

    /** The same, of a tool through which these can be called. */
    public CapabilityRow nesting(List<String> tools) {
        return new CapabilityRow(
                toolset,
                reach,
                effects,
                outputs,
                literalization,
                tools,
                amplifiesFutureInput,
                setsNamedValue,
                alwaysLoad);
    }

    /** The same, of a tool that clients should load at once. */
    public CapabilityRow alwaysLoaded() {
        return new CapabilityRow(
                toolset,
                reach,
                effects,
                outputs,
                literalization,
                nestedAuthority,
                amplifiesFutureInput,
                setsNamedValue,
                true);
    }

    /** The hints that follow from the row. */
    public Capability capability() {
        boolean readOnly = effects.equals(List.of(TmuxEffect.OBSERVE));
        boolean typed = reach == ProcessReach.PANE_INPUT || reach == ProcessReach.PANE_COMMAND;
        return new Capability(
                readOnly,
                effects.contains(TmuxEffect.DELETE) || typed,
                readOnly || setsNamedValue || toolset == Toolset.TEARDOWN,
                reach != ProcessReach.NONE || outputs.contains(OutputClass.TERMINAL_CONTENT),
                this);
    }

    /** The row as clients see it; plain JSON values. Whatever tmux holds may be secret, and may come from anybody. */
    public Map<String, Object> row() {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("toolset", toolset.wireName());
        row.put("processReach", wireName(reach));
        row.put("tmuxEffects", wireNames(effects));
        row.put("outputClasses", wireNames(outputs));
        row.put("mayExposeSecrets", true);
        row.put("mayReturnUntrustedContent", true);
        Map<String, Object> literalized = new LinkedHashMap<>();
        literalization.forEach((argument, how) -> literalized.put(argument, wireName(how)));
        row.put("inputLiteralization", literalized);
        row.put("nestedAuthority", nestedAuthority);
        row.put("amplifiesFutureInput", amplifiesFutureInput);
        return row;
    }

    @Override
    public Map<String, Object> meta() {
        Map<String, Object> meta = new LinkedHashMap<>();
        if (alwaysLoad) {
            meta.put(ALWAYS_LOAD, true);
        }
        meta.put(META_KEY, row());
        return meta;
    }

    private static List<String> wireNames(List<? extends Enum<?>> constants) {
        List<String> names = new ArrayList<>();
        constants.forEach(constant -> names.add(wireName(constant)));
        return names;
    }

    static String wireName(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
