package io.github.tmuxmcp.tool;

/** What a JSON {@code null} means as the value of an argument. */
public enum NullPolicy {
    /** A wrong type, as the schema says. */
    REFUSE,
    /** The same as leaving the argument out. */
    ABSENT
}
