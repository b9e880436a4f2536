package io.github.tmuxmcp.cli;

import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The given values of all settings, as text: the command line's over the environment's, an empty variable being none. */
final class Options {
    private final Map<Setting, String> fromCommandLine;
    private final Map<String, String> environment;
    private final int environmentExitCode;

    /**
     * @param fromCommandLine what was given as an option
     * @param environment the variables of the process
     */
    Options(Map<Setting, String> fromCommandLine, Map<String, String> environment) {
        this(fromCommandLine, environment, UsageException.EXIT_CODE);
    }

    /**
     * The same, where a bad variable is told apart from a bad command line.
     *
     * @param environmentExitCode ends the start when a variable is bad
     */
    Options(Map<Setting, String> fromCommandLine, Map<String, String> environment, int environmentExitCode) {
        this.environmentExitCode = environmentExitCode;
        this.fromCommandLine = new EnumMap<>(Setting.class);
        this.fromCommandLine.putAll(fromCommandLine);
        this.environment = environment;
    }

    /** The value given for a setting, or null. */
    @Nullable
    String given(Setting setting) {
        String option = fromCommandLine.get(setting);
        if (option != null) {
            return option;
        }
        String variable = environment.get(setting.variable());
        return variable == null || variable.isEmpty() ? null : variable;
    }

    /** The value given for a setting as it was given, an empty variable too; null when there is neither. */
    @Nullable
    String raw(Setting setting) {
        String option = fromCommandLine.get(setting);
        return option == null ? environment.get(setting.variable()) : option;
    }

    /** True when the command line has it. */
    boolean isOption(Setting setting) {
        return fromCommandLine.containsKey(setting);
    }

    /** The value given for a setting, or its preset. */
    String value(Setting setting) {
        String given = given(setting);
        return given == null ? setting.preset() : given;
    }

    /** The refusal of a setting's value: which option or variable, what was found, what is expected. */
    UsageException refusal(Setting setting) {
        return refusal(setting, "");
    }

    /**
     * The same, with more about what is wrong.
     *
     * @param detail such as {@code element 2 is empty}; empty: nothing
     */
    UsageException refusal(Setting setting, String detail) {
        return new UsageException(
                origin(setting) + " is " + UsageException.shown(raw(setting)) + (detail.isEmpty() ? "" : "; " + detail)
                        + "; expected " + setting.expected(),
                isOption(setting) ? UsageException.EXIT_CODE : environmentExitCode);
    }

    /** The option or the variable that a setting's value comes from. */
    String origin(Setting setting) {
        return isOption(setting) ? setting.option() : setting.variable();
    }

    /** What was given on the command line. */
    Set<Setting> fromCommandLine() {
        return fromCommandLine.keySet();
    }

    Map<String, String> environment() {
        return environment;
    }
}
