package io.github.tmuxmcp.tmux;

/**
 * A pane's id, as tmux spells it: {@code %12}. Ids are the only targets that name one pane for as long as its server lives;
 * they start again when a server does.
 */
public record PaneId(String value) {
    /**
     * Takes an id as it is.
     *
     * @throws TmuxException INVALID_ARGUMENT unless the value is {@code %} and one to ten digits
     */
    public PaneId {
        Ids.check(value, '%', "pane", "%12");
    }

    @Override
    public String toString() {
        return value;
    }
}
