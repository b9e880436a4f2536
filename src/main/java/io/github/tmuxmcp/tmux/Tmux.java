package io.github.tmuxmcp.tmux;

import java.util.List;

/** A tmux server that can be asked. Safe for use by many threads at once. */
public interface Tmux {
    /**
     * Asks tmux one command and waits for its answer.
     *
     * @return tmux's answer, also when tmux refused the command
     * @throws TmuxException when tmux could not be asked or did not answer in time
     * @throws InterruptedException when the thread was interrupted before the answer came; the command may still be carried out
     */
    Reply run(TmuxCommand command) throws InterruptedException;

    /**
     * Asks several commands. Each is carried out whether or not the ones before it succeeded.
     *
     * @return one answer for each command, in order
     * @throws TmuxException when tmux could not be asked or did not answer in time; some of the commands may have been carried out
     * @throws InterruptedException as for {@link #run}
     */
    List<Reply> runAll(List<TmuxCommand> commands) throws InterruptedException;
}
