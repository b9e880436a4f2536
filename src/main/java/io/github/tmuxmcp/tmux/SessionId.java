package io.github.tmuxmcp.tmux;

/**
 * A session's id, as tmux spells it: {@code $1}. Ids are the only targets that name one session for as long as its server lives;
 * they start again when a server does.
 */
public record SessionId(String value) {
    /**
     * Takes an id as it is.
     *
     * @throws TmuxException INVALID_ARGUMENT unless the value is {@code $} and one to ten digits
     */
    public SessionId {
        Ids.check(value, '$', "session", "$1");
    }

    @Override
    public String toString() {
        return value;
    }
}
