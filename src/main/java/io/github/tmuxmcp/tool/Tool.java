package io.github.tmuxmcp.tool;

import java.util.regex.Pattern;

/**
 * One tool as a value. Schema, annotations, documentation and binding all come from it.
 *
 * @param name what clients call, {@code [a-z0-9_]}, at most 40 characters (clients put a server name before it and cut at 63)
 * @param title for people; empty: none
 * @param description for the model; its first sentence is the purpose in the documentation
 * @param input a record whose components are the arguments; {@code fooBar} is called {@code foo_bar} on the wire
 * @param output {@link TextResult}, or a record whose components are the structured answer
 */
public record Tool<C, I, O>(
        String name,
        String title,
        String description,
        Capability capability,
        Class<I> input,
        Class<O> output,
        Handler<C, I, O> handler) {
    private static final Pattern NAME = Pattern.compile("[a-z0-9_]{1,40}");

    public Tool {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("not a tool name: " + name);
        }
        if (description.isBlank()) {
            throw new IllegalArgumentException(name + " has no description");
        }
        if (!input.isRecord() || !output.isRecord()) {
            throw new IllegalArgumentException(name + ": input and output are records");
        }
    }

    /** The same as the constructor, with the types worked out. */
    public static <C, I, O> Tool<C, I, O> of(
            String name,
            String title,
            String description,
            Capability capability,
            Class<I> input,
            Class<O> output,
            Handler<C, I, O> handler) {
        return new Tool<>(name, title, description, capability, input, output, handler);
    }
}
