package io.github.tmuxmcp.tmux;

import io.github.tmuxmcp.tmux.process.VersionQuery;
import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A tmux version. {@code 3.3a} is (3, 3, "a"); {@code next-3.8} is (3, 8, "next") and comes before {@code 3.8}, as does {@code 3.8-rc2};
 * {@code master} and the tmux of OpenBSD 7.0 and newer carry no number of their own and count as newer than any that does.
 */
public record TmuxVersion(int major, int minor, String suffix) implements Comparable<TmuxVersion> {
    /** The oldest version that we work with. */
    public static final TmuxVersion OLDEST = new TmuxVersion(3, 2, "a");

    private static final Pattern NUMBERED =
            Pattern.compile("(?<next>next-)?(?<major>\\d{1,3})\\.(?<minor>\\d{1,3})(?<suffix>[a-z]?(-rc\\d{0,3})?)");
    private static final Pattern OPENBSD = Pattern.compile("openbsd-(?<release>\\d{1,3})\\.\\d{1,3}");
    private static final int UNNUMBERED = 999;
    private static final int FIRST_OPENBSD = 7;
    private static final Comparator<TmuxVersion> ORDER = Comparator.comparingInt(TmuxVersion::major)
            .thenComparingInt(TmuxVersion::minor)
            .thenComparing(version -> !version.isPreview())
            .thenComparing(TmuxVersion::suffix);

    /**
     * Asks a binary for its version.
     *
     * @param tmuxBinary path or name
     * @throws TmuxException NOT_INSTALLED, TIMED_OUT, or TOO_OLD with the version found and the version needed
     */
    public static TmuxVersion of(String tmuxBinary) throws InterruptedException {
        TmuxVersion found = parse(VersionQuery.ask(tmuxBinary));
        found.requireSupported();
        return found;
    }

    /**
     * Reads what {@code tmux -V} prints.
     *
     * @throws TmuxException NOT_INSTALLED when this is no tmux's version
     */
    public static TmuxVersion parse(String text) {
        String version = text.strip().replaceFirst("^tmux ", "");
        Matcher numbered = NUMBERED.matcher(version);
        if (numbered.matches()) {
            String suffix = numbered.group("next") != null ? "next" : numbered.group("suffix");
            return new TmuxVersion(
                    Integer.parseInt(numbered.group("major")), Integer.parseInt(numbered.group("minor")), suffix);
        }
        Matcher openbsd = OPENBSD.matcher(version);
        if (version.equals("master")) {
            return new TmuxVersion(UNNUMBERED, 0, version);
        }
        if (openbsd.matches()) {
            boolean modern = Integer.parseInt(openbsd.group("release")) >= FIRST_OPENBSD;
            return new TmuxVersion(modern ? UNNUMBERED : 0, 0, version);
        }
        throw TmuxException.notInstalled("this does not look like tmux: " + Reply.oneLine(version));
    }

    /**
     * Refuses a version that we do not work with.
     *
     * @throws TmuxException TOO_OLD when this is older than {@link #OLDEST}
     */
    public void requireSupported() {
        if (compareTo(OLDEST) < 0) {
            throw new TmuxException(
                    TmuxException.Kind.TOO_OLD,
                    "tmux " + this + " is too old; install tmux " + OLDEST
                            + " or newer, or set TMUX_MCP_TMUX_BIN (--tmux-bin) to one");
        }
    }

    /** True for this version and every newer one. */
    public boolean isAtLeast(int otherMajor, int otherMinor) {
        return compareTo(new TmuxVersion(otherMajor, otherMinor, "")) >= 0;
    }

    @Override
    public int compareTo(TmuxVersion other) {
        return ORDER.compare(this, other);
    }

    /** The version as tmux prints it. */
    @Override
    public String toString() {
        if (major == UNNUMBERED || major == 0) {
            return suffix;
        }
        String number = major + "." + minor;
        return suffix.equals("next") ? "next-" + number : number + suffix;
    }

    private boolean isPreview() {
        return suffix.equals("next") || suffix.contains("-rc");
    }
}
