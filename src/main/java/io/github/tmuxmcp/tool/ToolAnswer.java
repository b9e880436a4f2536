package io.github.tmuxmcp.tool;

import java.util.Map;

/**
 * What a call gives back, whatever tool it was.
 *
 * @param text for the model
 * @param meta for programs; empty: none
 * @param isError true when the text says why the call failed
 */
public record ToolAnswer(String text, Map<String, Object> meta, boolean isError) {
    /** Lengths only: the text comes from a pane. */
    @Override
    public String toString() {
        return "ToolAnswer[" + text.length() + " characters, " + meta.size() + " meta, isError=" + isError + "]";
    }
}
