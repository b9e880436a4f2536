package io.github.tmuxmcp.tool;

import java.util.Map;

/**
 * What a call gives back, whatever tool it was.
 *
 * @param text for the model
 * @param meta for programs; empty: none
 * @param isError true when the text says why the call failed
 * @param structured true when the text is one JSON object on one line, which programs get as {@code structuredContent} as well
 */
public record ToolAnswer(String text, Map<String, Object> meta, boolean isError, boolean structured) {
    /** An answer in text. */
    public ToolAnswer(String text, Map<String, Object> meta, boolean isError) {
        this(text, meta, isError, false);
    }

    /** Lengths only: the text comes from a pane. */
    @Override
    public String toString() {
        return "ToolAnswer[" + text.length() + " characters, " + meta.size() + " meta, isError=" + isError + "]";
    }
}
