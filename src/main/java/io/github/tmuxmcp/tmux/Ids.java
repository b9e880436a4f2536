package io.github.tmuxmcp.tmux;

/** The one spelling of tmux's ids. */
final class Ids {
    private static final int MAX_DIGITS = 10;

    private Ids() {}

    static void check(String value, char sigil, String noun, String example) {
        int digits = value.length() - 1;
        if (digits >= 1 && digits <= MAX_DIGITS && value.charAt(0) == sigil && isNumber(value)) {
            return;
        }
        throw new TmuxException(TmuxException.Kind.INVALID_ARGUMENT, "a " + noun + " id looks like " + example);
    }

    private static boolean isNumber(String value) {
        for (int i = 1; i < value.length(); i++) {
            if (value.charAt(i) < '0' || value.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }
}
