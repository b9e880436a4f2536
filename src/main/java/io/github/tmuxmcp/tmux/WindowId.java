package io.github.tmuxmcp.tmux;

/**
 * A window's id, as tmux spells it: {@code @3}. Ids are the only targets that name one window for as long as its server lives;
 * they start again when a server does.
 */
public record WindowId(String value) {
    /**
     * Takes an id as it is.
     *
     * @throws TmuxException INVALID_ARGUMENT unless the value is {@code @} and one to ten digits
     */
    public WindowId {
        Ids.check(value, '@', "window", "@3");
    }

    @Override
    public String toString() {
        return value;
    }
}
