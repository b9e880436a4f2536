package io.github.tmuxmcp.agent.user;

import io.github.tmuxmcp.agent.service.Texts;
import io.github.tmuxmcp.tmux.TmuxCommand;
import io.github.tmuxmcp.tmux.TmuxException;
import io.github.tmuxmcp.tool.ToolFailure;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * All panes of the user's server at one moment, and the targets that name them. A target names exactly one thing or nothing: no prefix, no pattern, none of
 * tmux's special spellings.
 */
final class UserPanes {
    private static final Pattern ID = Pattern.compile("[%@$]\\d{1,9}");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");
    private static final Pattern WINDOW_AND_PANE = Pattern.compile("(.*)\\.(\\d{1,9})", Pattern.DOTALL);

    private final List<UserPane> all;

    private UserPanes(List<UserPane> all) {
        this.all = all;
    }

    /** The question to which {@link #of} reads the answer. */
    static TmuxCommand question() {
        return TmuxCommand.of("list-panes").flag("-a").template("-F", UserPane.FORMAT);
    }

    static UserPanes of(List<String> lines) {
        return new UserPanes(UserPane.FORMAT.rows(lines).stream()
                .filter(row -> !UserPane.isGone(row))
                .map(UserPane::of)
                .toList());
    }

    /** Asks for them; none when no server runs. */
    static UserPanes ask(UserServer server) throws InterruptedException {
        try {
            return of(server.askOrFail(List.of(question())).textLines());
        } catch (TmuxException e) {
            if (e.kind() == TmuxException.Kind.NO_SERVER) {
                return new UserPanes(List.of());
            }
            throw e;
        }
    }

    List<UserPane> all() {
        return all;
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    /** The panes of the session with exactly this name, or this id. */
    List<UserPane> session(String nameOrId) {
        return matching(pane -> isSession(pane, nameOrId));
    }

    private static boolean isSession(UserPane pane, String nameOrId) {
        return isId(nameOrId, '$')
                ? pane.session().value().equals(nameOrId)
                : pane.sessionName().equals(nameOrId);
    }

    private List<UserPane> matching(Predicate<UserPane> condition) {
        return all.stream().filter(condition).toList();
    }

    /**
     * The pane that a target names: itself, or the active one of a window or a session.
     *
     * @throws ToolFailure not_found, or invalid_input for a spelling that names nothing
     */
    UserPane pane(String target) {
        return active(panes(target).panes(), target);
    }

    /** What a target names: a pane, the panes of a window, or those of a session. */
    record Named(Kind kind, List<UserPane> panes) {}

    /** What a target can name. */
    enum Kind {
        PANE,
        WINDOW,
        SESSION
    }

    Named panes(String target) {
        if (target.isBlank() || target.startsWith("-") || target.chars().anyMatch(Character::isISOControl)) {
            throw new ToolFailure(
                    "invalid_input",
                    "target " + Texts.quoted(target)
                            + " names nothing; give a pane id like %3, a window id like @2, session:window.pane, or a session's exact name (tmux_ls lists them)");
        }
        Named named = named(target);
        if (named == null || named.panes().isEmpty()) {
            throw notFound(target);
        }
        return named;
    }

    private @Nullable Named named(String target) {
        if (ID.matcher(target).matches()) {
            return switch (target.charAt(0)) {
                case '%' ->
                    new Named(Kind.PANE, matching(pane -> pane.pane().value().equals(target)));
                case '@' ->
                    new Named(
                            Kind.WINDOW, matching(pane -> pane.window().value().equals(target)));
                default -> new Named(Kind.SESSION, session(target));
            };
        }
        int colon = target.indexOf(':');
        if (colon < 0) {
            return new Named(Kind.SESSION, session(target));
        }
        List<UserPane> session = session(target.substring(0, colon));
        String rest = target.substring(colon + 1);
        List<UserPane> window = window(session, rest);
        if (!window.isEmpty()) {
            return new Named(Kind.WINDOW, window);
        }
        Matcher both = WINDOW_AND_PANE.matcher(rest);
        if (!both.matches()) {
            return null;
        }
        return new Named(
                Kind.PANE,
                window(session, both.group(1)).stream()
                        .filter(pane -> pane.paneIndex() == Integer.parseInt(both.group(2)))
                        .toList());
    }

    /** The panes of a session's window: by index, or else by its name if no other window has it. */
    private static List<UserPane> window(List<UserPane> session, String indexOrName) {
        List<UserPane> found = List.of();
        if (NUMBER.matcher(indexOrName).matches()) {
            int index = Integer.parseInt(indexOrName);
            found = session.stream().filter(pane -> pane.windowIndex() == index).toList();
        }
        if (!found.isEmpty()) {
            return found;
        }
        List<UserPane> named = session.stream()
                .filter(pane -> !indexOrName.isEmpty() && pane.windowName().equals(indexOrName))
                .toList();
        if (named.stream().map(UserPane::window).distinct().count() > 1) {
            throw new ToolFailure(
                    "invalid_input",
                    "several windows of session " + Texts.quoted(session.get(0).sessionName()) + " are called "
                            + Texts.quoted(indexOrName) + "; give an index or an id like @2 (tmux_ls lists them)");
        }
        return named;
    }

    private UserPane active(List<UserPane> panes, String target) {
        // One that several sessions show, or one session twice, is listed for each.
        return panes.stream().map(UserPane::pane).distinct().count() == 1
                ? panes.get(0)
                : panes.stream()
                        .filter(UserPane::paneActive)
                        .filter(pane -> pane.windowActive() || isOneWindow(panes))
                        .findFirst()
                        .orElseThrow(() -> notFound(target));
    }

    private static boolean isOneWindow(List<UserPane> panes) {
        return panes.stream().map(pane -> pane.window().value()).distinct().count() == 1;
    }

    ToolFailure notFound(String target) {
        return new ToolFailure(
                "not_found",
                all.isEmpty()
                        ? "no target " + Texts.quoted(target)
                                + ": no tmux server of the user's runs; tmux_new_session starts one"
                        : "no pane, window or session is exactly " + Texts.quoted(target) + "; tmux_ls lists them");
    }

    private static boolean isId(String text, char sign) {
        return !text.isEmpty() && text.charAt(0) == sign && ID.matcher(text).matches();
    }
}
