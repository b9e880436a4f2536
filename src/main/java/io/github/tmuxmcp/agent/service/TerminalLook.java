package io.github.tmuxmcp.agent.service;

import io.github.tmuxmcp.host.Foreground;
import io.github.tmuxmcp.host.InputEvidence;
import io.github.tmuxmcp.host.ProcessTable;
import io.github.tmuxmcp.host.TerminalModes;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Asks the system about a pane's terminal during one wait: the foreground as often as wanted, the modes once per silence. */
public final class TerminalLook {
    private static final Duration STTY_TIMEOUT = Duration.ofMillis(500);

    private final ProcessTable processes;
    private final long panePid;
    private final String tty;
    private @Nullable TerminalModes modes;
    private long modesOfGroup = -1;

    /**
     * @param panePid tmux's {@code pane_pid}
     * @param tty tmux's {@code pane_tty}
     */
    public TerminalLook(ProcessTable processes, long panePid, String tty) {
        this.processes = processes;
        this.panePid = panePid;
        this.tty = tty;
    }

    /** The foreground now; after new output the modes may have changed, so the next verdict asks for them again. */
    public Foreground foreground(boolean afterOutput) {
        if (afterOutput) {
            modesOfGroup = -1;
        }
        return Foreground.look(processes, panePid);
    }

    /** Whether the terminal itself shows nothing of what is typed and no line editor does so in its place. */
    public boolean hidesTyping(Foreground foreground) throws InterruptedException {
        verdict(foreground);
        TerminalModes known = modes;
        return known != null && known.canonical() && !known.echo();
    }

    /** Whether the terminal shows what is typed; false where that is not known. */
    public boolean echoes(Foreground foreground) throws InterruptedException {
        verdict(foreground);
        TerminalModes known = modes;
        return known != null && known.echo();
    }

    /** What proves that the program reads; the modes are asked for only where they decide. */
    public InputEvidence.Verdict verdict(Foreground foreground) throws InterruptedException {
        if (foreground.reading() == Foreground.Reading.NOT_READING) {
            return InputEvidence.Verdict.NOT_READING;
        }
        if (modesOfGroup != foreground.group()) {
            modes = TerminalModes.read(foreground.terminal(tty), STTY_TIMEOUT).orElse(null);
            modesOfGroup = foreground.group();
        }
        return InputEvidence.judge(foreground, modes);
    }
}
