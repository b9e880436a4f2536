package io.github.tmuxmcp.tool;

import java.util.Map;

/**
 * The output of a tool that answers in text: one text item, no output schema.
 *
 * @param text for the model; may hold anything that a terminal can show
 * @param meta for programs ({@code result._meta}); plain JSON values: maps, lists, strings, numbers, booleans, null; empty: none
 * @param isError true when the text says why the call failed
 */
public record TextResult(String text, Map<String, Object> meta, boolean isError) {
    /** A result without anything for programs. */
    public static TextResult of(String text) {
        return new TextResult(text, Map.of(), false);
    }

    /** Lengths only: the text comes from a pane. */
    @Override
    public String toString() {
        return "TextResult[" + text.length() + " characters, " + meta.size() + " meta, isError=" + isError + "]";
    }
}
