package io.github.tmuxmcp.host;

import java.util.List;
import java.util.regex.Pattern;

/**
 * The shell script that outlives a process and cleans up after it. It runs as the first pane of a tmux server and may end that server, its own
 * parent; it never asks tmux anything, because a server that is stopped would hold it up.
 */
public final class Watchdog {
    /**
     * A line for {@code onDeath}: kills the tmux server that is the script's parent, and every process in a session that began in one of its
     * panes. It says {@code SIGHUP} first, by the terminals that go with the server. When the server is gone already, those jobs are found
     * by the panes' pids, which the script notes while it waits, and by {@code $TMUX} in their environment, since a pid may have been
     * given to a stranger by then; only where there is no /proc they are missed.
     */
    public static final String END_SERVER = "end_server";

    private static final Pattern TICKS = Pattern.compile("[0-9]+");
    private static final Pattern DATE = Pattern.compile("[A-Za-z]{3} [A-Za-z]{3} [0-9]{1,2} [0-9:]{8} [0-9]{4}");

    private static final String HEAD = """
            trap '' HUP INT QUIT
            exec >/dev/null 2>&1
            PATH=$PATH:/usr/bin:/bin
            unset IFS
            nap=0.5
            """;

    /** The fields after the last parenthesis of a stat line: $1 is the state, ${20} the start time. */
    private static final String BY_PROC = """
            look() {
              state= parent= session= born= line=
              while read -r part; do line="$line $part"; done <"/proc/$1/stat"
              set -- ${line##*)}
              state=${1-} parent=${2-} session=${4-} born=${20-}
            }
            lives() {
              [ -n "$since" ] && look $PPID && [ "$born" = "$since" ]
            }
            remember() {
              lives || return
              kids=
              read -r kids <"/proc/$PPID/task/$PPID/children"
              for kid in $kids; do
                case " $$ $panes " in *" $kid "*) ;; *) panes="$panes $kid" ;; esac
              done
              [ ${#panes} -lt 4000 ] || panes=$kids
            }
            end_jobs() {
              for entry in /proc/[0-9]*; do
                pid=${entry#/proc/}
                look "$pid"
                case $session in ''|$$) continue ;; esac
                case " $kids " in *" $session "*) kill -9 "$pid"; continue ;; esac
                case " $panes " in *" $session "*) grep -q "TMUX=[^=]*,$PPID," "$entry/environ" && kill -9 "$pid" ;; esac
              done
            }
            end_server() {
              kids=
              if lives; then
                for entry in /proc/[0-9]*; do
                  look "${entry#/proc/}"
                  [ "$parent" != $PPID ] || [ "${entry#/proc/}" = $$ ] || kids="$kids ${entry#/proc/}"
                done
                kill -9 $PPID
                sleep 0.1
                [ -z "$kids" ] || kill -9 $kids
              fi
              end_jobs
              end_jobs
            }
            panes=
            look $PPID
            since=$born
            """;

    private static final String BY_PS = """
            look() {
              set -- $(LC_ALL=C TZ=UTC0 ps -o state= -o lstart= -p "$1")
              state=${1-}
              [ $# -eq 0 ] || shift
              born=$*
            }
            remember() { :; }
            end_server() {
              look $PPID
              [ -n "$since" ] && [ "$born" = "$since" ] || return
              ttys=$(ps -A -o ppid= -o pid= -o tty= | while read -r parent pid tty; do
                [ "$parent" != $PPID ] || [ "$pid" = $$ ] || echo " $tty "
              done)
              kids=$(ps -A -o pid= -o tty= | while read -r pid tty; do
                case $tty in ''|*[?-]*) continue ;; esac
                case $ttys in *" $tty "*) echo "$pid" ;; esac
              done)
              kill -9 $PPID
              sleep 0.1
              [ -z "$kids" ] || kill -9 $kids
            }
            look $PPID
            since=$born
            """;

    /** A process that cannot be looked at while its pid is in use says nothing (no free descriptor), so the next round decides. */
    private static final String WAIT = """
            sleep $nap || nap=1
            while :; do
              look PID
              case $state in
                '') kill -0 PID || break ;;
                [ZXx]*) break ;;
                *) case $born in ''|'STAMP') ;; *) break ;; esac ;;
              esac
              remember
              sleep $nap
            done
            """;

    private Watchdog() {}

    /**
     * A line for {@code onDeath}, before {@link #END_SERVER}: a file's first line has pids of panes, with blanks between, that the script may not
     * have seen itself.
     *
     * @param quotedFile a word of sh; the file need not be there
     */
    public static String panesNotedIn(String quotedFile) {
        return "noted=; read -r noted <" + quotedFile + "; panes=\"$panes $noted\"";
    }

    /**
     * The text of a POSIX sh script that waits until a process is gone, is a zombie, or has given its pid to another,
     * and then runs commands. It looks every half second (every second where sleep knows whole ones only), starts
     * nothing but sleep where there is a /proc, ignores SIGHUP, SIGINT and SIGQUIT, and reads and writes nothing. It
     * keeps its stdin open: in a pane that is what holds the terminal, and tmux takes a pane whose terminal nobody
     * holds for ended. It outlives its parent, so that a process killed in the middle of its own clean-up leaves nothing
     * behind either.
     *
     * @param pid the process, 1 or more
     * @param startStamp {@link HostInfo#startStamp} of it, taken while it lives
     * @param onDeath {@link #END_SERVER} and lines of POSIX sh, quoted by the caller, run in this order whatever their status
     * @throws IllegalArgumentException when the pid or the stamp cannot be right
     */
    public static String script(long pid, String startStamp, List<String> onDeath) {
        boolean ticks = TICKS.matcher(startStamp).matches();
        if (pid < 1 || !(ticks || DATE.matcher(startStamp).matches())) {
            throw new IllegalArgumentException("a watchdog needs a living process and its start stamp");
        }
        String wait = WAIT.replace("PID", Long.toString(pid)).replace("STAMP", startStamp);
        return HEAD + (ticks ? BY_PROC : BY_PS) + wait + String.join("\n", onDeath) + "\n";
    }
}
