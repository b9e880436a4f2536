package io.github.tmuxmcp.host;

import java.time.Duration;

/** Prints what this user sees of a pane: {@code READING VERDICT}. Run by tests as another user. */
final class LookMain {
    private LookMain() {}

    public static void main(String[] arguments) throws InterruptedException {
        Foreground foreground = Foreground.look(ProcessTable.system(), Long.parseLong(arguments[0]));
        TerminalModes modes =
                TerminalModes.read(arguments[1], Duration.ofSeconds(5)).orElse(null);
        System.out.println(foreground.reading() + " " + InputEvidence.judge(foreground, modes));
    }
}
