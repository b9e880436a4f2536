package io.github.tmuxmcp.host;

import java.util.List;
import java.util.regex.Pattern;

/** The shell script that outlives a process and cleans up after it. */
public final class Watchdog {
    private static final Pattern TICKS = Pattern.compile("[0-9]+");
    private static final Pattern DATE = Pattern.compile("[A-Za-z]{3} [A-Za-z]{3} [0-9]{1,2} [0-9:]{8} [0-9]{4}");

    private static final String HEAD = """
            trap '' HUP INT QUIT
            exec >/dev/null 2>&1
            PATH=$PATH:/usr/bin:/bin
            set -f
            unset IFS
            nap=0.5
            sleep $nap || nap=1
            while :; do
              kill -0 $PPID || exit 0
            """;

    /**
     * The fields after the last parenthesis: $1 is the state, ${20} the start time. A stat that cannot be read while
     * the pid is in use says nothing (no free descriptor), so the next round decides.
     */
    private static final String LOOK_IN_PROC = """
              line=
              while read -r part; do line="$line $part"; done </proc/PID/stat
              set -- ${line##*)}
              case ${1-} in
                '') kill -0 PID || break ;;
                [ZXx]) break ;;
                *) case ${20-} in ''|STAMP) ;; *) break ;; esac ;;
              esac
            """;

    private static final String LOOK_BY_PS = """
              set -- $(LC_ALL=C TZ=UTC0 ps -o state= -o lstart= -p PID)
              case ${1-} in
                '') kill -0 PID || break ;;
                Z*) break ;;
                *) shift; [ "$*" = 'STAMP' ] || break ;;
              esac
            """;

    private static final String TAIL = """
              sleep $nap
            done
            """;

    private Watchdog() {}

    /**
     * The text of a POSIX sh script that waits until a process is gone, is a zombie, or has given its pid to another,
     * and then runs commands. It looks every half second (every second where sleep knows whole ones only), starts
     * nothing but sleep where there is a /proc, ignores SIGHUP, SIGINT and SIGQUIT, and reads and writes nothing. It
     * keeps its stdin open: in a pane that is what holds the terminal, and tmux takes a pane whose terminal nobody
     * holds for ended. When its parent, the tmux server, is gone there is nothing left to guard, and it ends.
     *
     * @param pid the process, 1 or more
     * @param startStamp {@link HostInfo#startStamp} of it, taken while it lives
     * @param onDeath lines of POSIX sh, quoted by the caller, run in this order whatever their status
     * @throws IllegalArgumentException when the pid or the stamp cannot be right
     */
    public static String script(long pid, String startStamp, List<String> onDeath) {
        boolean ticks = TICKS.matcher(startStamp).matches();
        if (pid < 1 || !(ticks || DATE.matcher(startStamp).matches())) {
            throw new IllegalArgumentException("a watchdog needs a living process and its start stamp");
        }
        String look = (ticks ? LOOK_IN_PROC : LOOK_BY_PS)
                .replace("PID", Long.toString(pid))
                .replace("STAMP", startStamp);
        return HEAD + look + TAIL + String.join("\n", onDeath) + "\n";
    }
}
