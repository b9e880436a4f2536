package io.github.tmuxmcp.cli;

import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The given values of all settings, as text: the command line's over the environment's, an empty variable being none. */
final class Options {
    private final Map<Setting, String> fromCommandLine;
    private final Map<String, String> environment;

    /**
     * @param fromCommandLine what was given as an option
     * @param environment the variables of the process
     */
    Options(Map<Setting, String> fromCommandLine, Map<String, String> environment) {
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

    /** The value given for a setting, or its preset. */
    String value(Setting setting) {
        String given = given(setting);
        return given == null ? setting.preset() : given;
    }

    /** The refusal of a setting's value: which option or variable, what was found, what is expected. */
    UsageException refusal(Setting setting) {
        String origin = fromCommandLine.containsKey(setting) ? setting.option() : setting.variable();
        return new UsageException(
                origin + " is " + UsageException.shown(given(setting)) + "; expected " + setting.expected());
    }

    Map<String, String> environment() {
        return environment;
    }
}
