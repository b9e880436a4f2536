package io.github.tmuxmcp.tool;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One tool as a value. Schema, annotations, documentation and binding all come from it.
 *
 * @param name what clients call, {@code [a-z0-9_]}, at most 40 characters (clients put a server name before it and cut at 63)
 * @param title for people; empty: none
 * @param description for the model; its first sentence is the purpose in the documentation
 * @param input a record whose components are the arguments; {@code fooBar} is called {@code foo_bar} on the wire
 * @param turn which calls wait for each other; null: none do
 * @param output {@link TextResult}, or a record whose components are the structured answer
 */
public record Tool<C, I, O>(
        String name,
        String title,
        String description,
        Capability capability,
        Class<I> input,
        Class<O> output,
        Handler<C, I, O> handler,
        @Nullable Turn turn) {
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
        return new Tool<>(name, title, description, capability, input, output, handler, null);
    }

    /**
     * What calls of this tool wait for each other over.
     *
     * @param argument the argument that names it, a string
     * @param otherwise its name where the argument is absent
     */
    public record Turn(String argument, String otherwise) {}

    /** The same tool, whose calls on one value of an argument run one after another, first come, first served. */
    public Tool<C, I, O> inTurn(String argument, String otherwise) {
        return new Tool<>(name, title, description, capability, input, output, handler, new Turn(argument, otherwise));
    }
}
