package io.github.tmuxmcp.tmux.control;

import io.github.tmuxmcp.tmux.PaneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a control client reads from tmux (tmux(1) CONTROL MODE). Arrays are read only. */
public sealed interface ControlEvent {
    /**
     * A whole block: the answer to one command.
     *
     * @param flags 1 for a command that this client wrote; 0 for others: its start-up command, hooks, key bindings
     * @param ok true when it ended with {@code %end}, false for {@code %error}
     * @param lines its body, without line ends
     * @param cutBytes bytes of the body that were dropped because it was over its bound; 0 for a whole body
     */
    record Block(long number, long flags, boolean ok, List<byte[]> lines, long cutBytes) implements ControlEvent {
        public Block {
            lines = List.copyOf(lines);
        }

        /** Counts only. */
        @Override
        public String toString() {
            return "Block[" + number + ", flags=" + flags + ", ok=" + ok + ", lines=" + lines.size() + "]";
        }
    }

    /**
     * Bytes that a pane's program wrote, as it wrote them; a character can be split over two events.
     *
     * @param ageMillis how long tmux had held them back; 0 without {@code pause-after}
     */
    @SuppressWarnings("ArrayRecordComponent") // compared by nobody, and a copy per event would cost
    record Output(PaneId pane, byte[] data, long ageMillis) implements ControlEvent {
        /** Counts only. */
        @Override
        public String toString() {
            return "Output[" + pane + ", bytes=" + data.length + "]";
        }
    }

    /**
     * Any other notification.
     *
     * @param name without the percent sign: {@code window-add}
     * @param arguments the rest of the line, as it is
     */
    record Notification(String name, String arguments) implements ControlEvent {
        /** The name only: arguments hold names and subscribed values. */
        @Override
        public String toString() {
            return "Notification[" + name + "]";
        }
    }

    /** The client ends; null when tmux gives no reason. */
    record Exit(@Nullable String reason) implements ControlEvent {}

    /** A line that is none of the protocol's: the output of {@code run-shell}, or words of the client itself. */
    record Text(String line) implements ControlEvent {
        /** The count only. */
        @Override
        public String toString() {
            return "Text[characters=" + line.length() + "]";
        }
    }
}
