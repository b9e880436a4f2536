package io.github.tmuxmcp.agent.session;

import org.jspecify.annotations.Nullable;

/** What the calls on a session have left at its shell's prompt, and the next call must know. Used by whoever has the session's turn. */
final class PromptMemory {
    private boolean keysAtPrompt;
    private SessionStream.@Nullable Position unanswered;
    private int unansweredLines;
    private SessionStream.@Nullable Position foreign;

    /** A fresh shell: nothing was typed there. */
    void forget() {
        keysAtPrompt = false;
        unanswered = null;
        foreign = null;
    }

    /**
     * Something was typed at the shell's prompt and its call may have left before the shell answered: the next call must not take the old prompt for a new
     * one.
     *
     * @param before the stream just before typing; null when all has been answered
     * @param lines how many lines were handed to the shell
     */
    void unanswered(SessionStream.@Nullable Position before, int lines) {
        unanswered = before;
        unansweredLines = lines;
    }

    /** Whether the shell has said something to what was typed last: a command started or a prompt came. */
    boolean isAnswered(SessionStream.Position now) {
        SessionStream.Position before = unanswered;
        return before == null
                || now.started() - before.started() >= unansweredLines
                || now.ends() - before.ends() >= unansweredLines;
    }

    /** The shell's place was taken by one that prints no markers, as after {@code exec bash}: none came while it sat at its prompt. */
    void foundForeign(SessionStream.Position at) {
        foreign = at;
    }

    /** Whether {@link #foundForeign} was said and no marker has come since. */
    boolean isForeign(SessionStream.Position now) {
        SessionStream.Position at = foreign;
        return at != null && at.started() == now.started() && at.ends() == now.ends();
    }

    /** Says whether half a line of ours may stand at the prompt: keys were typed there that submitted nothing. */
    void mayHoldHalfLine(boolean mayHold) {
        keysAtPrompt = mayHold;
    }

    /** Whether half a line of ours stands at the prompt. */
    boolean holdsHalfLine(SessionStream stream) {
        return keysAtPrompt && stream.atPrimaryPrompt() && !stream.editingLine().isBlank();
    }
}
