package io.github.tmuxmcp.agent.service;

import org.jspecify.annotations.Nullable;

/**
 * The footer of a waited result: which pane, what state, and what to do next. The tools differ only in which of them sends lines, sends
 * keys and reads on.
 *
 * @param label {@code session "NAME"} or {@code pane %N}
 * @param sendLine tool that sends a line
 * @param sendKeys tool that sends keys
 * @param keepWaiting how to wait on
 * @param ended how an end is told, in front of the code
 * @param afterExit what holds once the shell or process has ended
 */
public record Footers(
        String label, String sendLine, String sendKeys, String keepWaiting, String ended, String afterExit) {

    /** For a private session. */
    public static Footers forSession(String name) {
        return new Footers(
                "session \"" + name + "\"",
                "tmux_run",
                "tmux_send_keys",
                "tmux_read with a timeout or wait_for",
                "shell exited with code ",
                "the next tmux_run starts a fresh shell");
    }

    /**
     * For a pane of the user's.
     *
     * @param fate what has become of it, should its process have ended
     */
    public static Footers forPane(String pane, PaneFate fate) {
        return new Footers(
                "pane " + pane,
                "tmux_pane_exec",
                "tmux_pane_send_keys",
                "tmux_pane_capture",
                "exited with code ",
                switch (fate) {
                    case DEAD -> "the pane is dead and still shown";
                    case TAKEN -> "another process has taken the pane";
                    case GONE -> "the pane is gone";
                });
    }

    /** What has become of a pane whose process has ended. */
    public enum PaneFate {
        /** It stays, with what it showed ({@code remain-on-exit}). */
        DEAD,
        /** Another process runs in it ({@code respawn-pane}). */
        TAKEN,
        /** It is no more. */
        GONE
    }

    /** The footer for an outcome; empty when there is none. */
    public String of(WaitOutcome outcome, WaitOptions options) {
        return switch (outcome.state()) {
            case FINISHED ->
                outcome.exitCode() == null || outcome.exitCode() == 0 ? "" : "[exit code " + outcome.exitCode() + "]";
            case EXITED -> "[" + label + ": " + ended + code(outcome.exitCode()) + "; " + afterExit + "]";
            case WAITING -> waiting(outcome);
            case MATCHED ->
                "[" + label + ": matched /" + patternSource(options) + "/; " + foreground(outcome)
                        + " is still running]";
            case IDLE ->
                "[" + label + ": idle, no output for " + Texts.seconds(options.idle()) + " s; " + foreground(outcome)
                        + " is still running (not killed); keep waiting with " + keepWaiting + ", stop it with "
                        + sendKeys + " [\"C-c\"]]";
            case CAP ->
                "[" + label + ": " + foreground(outcome) + " is still running after " + Texts.seconds(options.cap())
                        + " s, the hard cap"
                        + (options.clientCap() ? " that suits this client (max_timeout sets another)" : "")
                        + " (not killed); keep waiting with " + keepWaiting + ", stop it with " + sendKeys
                        + " [\"C-c\"]]";
            case IMMEDIATE -> "";
            case SCREEN -> screen(foreground(outcome));
            case KILLED -> killed();
        };
    }

    /** The footer of a call whose session was ended under it. */
    public String killed() {
        return "[" + label + " was killed while this call waited]";
    }

    /** The footer of a full-screen program's screen. */
    public static String screen(String foreground) {
        return "[screen snapshot — full-screen program \"" + foreground + "\" is running]";
    }

    private String waiting(WaitOutcome outcome) {
        if (outcome.wantsMore()) {
            return "[" + label + ": " + foreground(outcome)
                    + " is waiting for input: a quote or heredoc is still open; send the rest with " + sendLine
                    + ", or give it up with " + sendKeys + " [\"C-c\"]]";
        }
        String secret = outcome.evidence() == Evidence.INPUT_NOECHO ? " that it does not show (a password?)" : "";
        return "[" + label + ": " + foreground(outcome) + " is waiting for input" + secret + "; send a line with "
                + sendLine + ", keys with " + sendKeys + "]";
    }

    /** A program gives itself its name, and may put a newline into it. */
    private static String foreground(WaitOutcome outcome) {
        return Texts.oneLine(outcome.foreground());
    }

    private static String patternSource(WaitOptions options) {
        WaitPattern pattern = options.pattern();
        return pattern == null ? "" : Texts.oneLine(pattern.source());
    }

    private static String code(@Nullable Integer exitCode) {
        return exitCode == null ? "unknown" : exitCode.toString();
    }
}
