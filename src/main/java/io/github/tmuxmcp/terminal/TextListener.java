package io.github.tmuxmcp.terminal;

/** Hears the text that can no longer change. */
@FunctionalInterface
public interface TextListener {
    /** The next piece of the text, in order, whole code points; valid only during the call. */
    void committed(CharSequence text);
}
