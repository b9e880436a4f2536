package io.github.tmuxmcp.agent.service;

import io.github.tmuxmcp.limits.Ticker;
import io.github.tmuxmcp.tool.ToolFailure;
import java.time.Duration;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * A {@code wait_for}: JavaScript syntax, multiline, {@code .} does not match a newline. It runs on java.util.regex over an input that
 * counts, so that a pattern which backtracks without end is stopped.
 */
public final class WaitPattern {
    /** Longest pattern, in characters. */
    public static final int MAX_LENGTH = 4_096;

    private static final Duration MATCH_LIMIT = Duration.ofMillis(200);

    private final String source;
    private final Pattern pattern;
    private final Ticker ticker;

    private WaitPattern(String source, Pattern pattern, Ticker ticker) {
        this.source = source;
        this.pattern = pattern;
        this.ticker = ticker;
    }

    /**
     * Compiles a pattern.
     *
     * @throws ToolFailure when it is too long or not a pattern; the message says where it fails
     */
    public static WaitPattern compile(String source, Ticker ticker) {
        if (source.length() > MAX_LENGTH) {
            throw new ToolFailure(
                    "invalid_input",
                    "wait_for is " + source.length() + " characters long; at most " + MAX_LENGTH + " are taken");
        }
        try {
            return new WaitPattern(source, JavaScriptRegex.compile(source), ticker);
        } catch (PatternSyntaxException e) {
            String where = e.getIndex() < 0 ? "" : " near character " + e.getIndex();
            throw new ToolFailure(
                    "invalid_input",
                    "wait_for is not a valid regular expression: " + e.getDescription() + where + " in "
                            + Texts.quoted(source)
                            + "; write a JavaScript regex, and escape what is meant literally with \\");
        } catch (StackOverflowError e) {
            throw new ToolFailure("invalid_input", "wait_for nests too deeply: " + Texts.quoted(source));
        }
    }

    /** The pattern as it was given. */
    public String source() {
        return source;
    }

    /**
     * Whether the pattern occurs in {@code text} at or behind {@code from}; anchors and look-behinds see what stands before.
     *
     * @throws ToolFailure when one search takes longer than 200 ms
     */
    public boolean foundIn(String text, int from) {
        try {
            return pattern.matcher(
                            new TimedText(text, 0, text.length(), ticker, ticker.nanos() + MATCH_LIMIT.toNanos()))
                    .region(from, text.length())
                    .useTransparentBounds(true)
                    .useAnchoringBounds(false)
                    .find();
        } catch (TimedText.TimeUp | StackOverflowError e) {
            throw new ToolFailure(
                    "pattern_too_slow",
                    "wait_for /" + Texts.oneLine(source) + "/ took longer than " + MATCH_LIMIT.toMillis()
                            + " ms on one piece of output, so waiting for it was given up; the program was not touched. "
                            + "Use a simpler pattern, without nested repeats such as (a+)+");
        }
    }

    /** A text that ends the search when its time is up: the only place in which a running match can be stopped. */
    private static final class TimedText implements CharSequence {
        private static final int LOOK_EVERY = 4_096;

        private final String text;
        private final int start;
        private final int end;
        private final Ticker ticker;
        private final long stopAt;
        private int untilLook = LOOK_EVERY;

        TimedText(String text, int start, int end, Ticker ticker, long stopAt) {
            this.text = text;
            this.start = start;
            this.end = end;
            this.ticker = ticker;
            this.stopAt = stopAt;
        }

        @Override
        public int length() {
            return end - start;
        }

        @Override
        public char charAt(int index) {
            if (--untilLook == 0) {
                untilLook = LOOK_EVERY;
                if (ticker.nanos() - stopAt > 0) {
                    throw new TimeUp();
                }
            }
            return text.charAt(start + index);
        }

        @Override
        public CharSequence subSequence(int from, int to) {
            return new TimedText(text, start + from, start + to, ticker, stopAt);
        }

        @Override
        public String toString() {
            return text.substring(start, end);
        }

        private static final class TimeUp extends RuntimeException {
            private static final long serialVersionUID = 1;

            TimeUp() {
                super(null, null, false, false);
            }
        }
    }
}
