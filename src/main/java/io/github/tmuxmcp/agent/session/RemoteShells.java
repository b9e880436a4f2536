package io.github.tmuxmcp.agent.session;

import io.github.tmuxmcp.agent.service.PromptShape;
import io.github.tmuxmcp.agent.service.ShellCommand;
import io.github.tmuxmcp.agent.service.ShellProcess;
import io.github.tmuxmcp.host.ProcessEntry;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The shells at the other end of an ssh or the like, of which nothing is to be seen here but what they print. Used by whoever has the session's
 * turn.
 *
 * <p>A question is typed only at a prompt that has been seen where a shell was to be expected: after a relay whose arguments open one, or after a
 * command that opens one there. A shell tells who it is with each answer, so the status of a shell that has just been started is not taken for that
 * of the command that started it. What once leaves a question unanswered is never asked again.
 */
final class RemoteShells {
    /** Levels and prompts beyond one relay that are kept in mind. */
    private static final int MOST = 20;
    /** What an unfinished line may stand before: a prompt of at least this length is known by itself. */
    private static final int TELLING_PROMPT = 5;

    private static final Pattern CHANGES_PROMPT = Pattern.compile("\\b(?:PS1|PROMPT)=|\\bactivate\\b|fish_prompt");

    private final Set<PromptShape> prompts = new HashSet<>();
    /** The shells by their process ids, the innermost first. */
    private final Deque<Long> shells = new ArrayDeque<>();

    private @Nullable ProcessEntry relay;
    private boolean shellExpected;
    private @Nullable ProcessEntry mute;

    /** Whether this shell, or what is beyond this relay, has once left a question unanswered. */
    boolean isMute(ProcessEntry asked) {
        return isSame(mute, asked);
    }

    /** It has now. */
    void foundMute(ProcessEntry asked) {
        mute = asked;
    }

    private static boolean isSame(@Nullable ProcessEntry known, ProcessEntry now) {
        return known != null && known.pid() == now.pid() && known.startTime() == now.startTime();
    }

    /** Whether a shell beyond {@code now} shows its prompt, as far as that can be told. */
    boolean isAtPrompt(ProcessEntry now, String cursorLine) {
        if (!isSame(relay, now)) {
            relay = now;
            prompts.clear();
            shells.clear();
            shellExpected = ShellCommand.opensShell(ShellProcess.words(now));
        }
        PromptShape shape = PromptShape.of(cursorLine);
        if (shape == null) {
            return false;
        }
        if (shellExpected && prompts.size() < MOST) {
            prompts.add(shape);
        }
        return prompts.contains(shape);
    }

    /** Whether the shell at the prompt may be another one than that which answered last, and has to say who it is. */
    boolean isUnknown() {
        return shellExpected || shells.isEmpty();
    }

    /** A command is about to be typed at the prompt. */
    void typing(String command) {
        shellExpected = ShellCommand.opensShell(command)
                || CHANGES_PROMPT.matcher(command).find();
    }

    /**
     * Whether the prompt is back.
     *
     * @param promptBefore what stood on the line when the command was typed
     */
    boolean isBack(String cursorLine, String promptBefore) {
        PromptShape shape = PromptShape.of(cursorLine);
        boolean behindOutput = promptBefore.strip().length() >= TELLING_PROMPT && cursorLine.endsWith(promptBefore);
        return (shape != null && prompts.contains(shape)) || behindOutput;
    }

    /**
     * What a question brought.
     *
     * @return the status, unless it is that of a shell which has not run a command yet
     */
    @Nullable
    Integer answered(StatusQuestion.Answer answer) {
        if (!shells.contains(answer.shell())) {
            shells.push(answer.shell());
            if (shells.size() > MOST) {
                shells.removeLast();
            }
            return null;
        }
        while (shells.element() != answer.shell()) {
            shells.pop();
        }
        return answer.status();
    }
}
