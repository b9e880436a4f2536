package io.github.tmuxmcp.agent.user;

import io.github.tmuxmcp.agent.service.AgentSettings;
import io.github.tmuxmcp.agent.service.Evidence;
import io.github.tmuxmcp.agent.service.ResultText;
import io.github.tmuxmcp.agent.service.StartFolder;
import io.github.tmuxmcp.agent.service.Texts;
import io.github.tmuxmcp.agent.service.WaitOptions;
import io.github.tmuxmcp.agent.service.WaitState;
import io.github.tmuxmcp.host.ProcessTable;
import io.github.tmuxmcp.limits.Ticker;
import io.github.tmuxmcp.tmux.Reply;
import io.github.tmuxmcp.tmux.TmuxCommand;
import io.github.tmuxmcp.tmux.TmuxException;
import io.github.tmuxmcp.tool.Call;
import io.github.tmuxmcp.tool.TextResult;
import io.github.tmuxmcp.tool.ToolFailure;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The user's own tmux server, as the tools see it. Safe for use by many threads at once. */
public final class UserTmux {
    private final UserServer server;
    private final OwnPane own;
    private final PaneCalls panes;

    public UserTmux(AgentSettings settings, ProcessTable processes, Ticker ticker) {
        this.server = new UserServer(settings, processes);
        this.own = new OwnPane(settings);
        this.panes = new PaneCalls(server, own, ticker);
    }

    private interface Act {
        TextResult run() throws InterruptedException;
    }

    private static TextResult told(Act act) throws InterruptedException {
        try {
            return act.run();
        } catch (TmuxException e) {
            throw new ToolFailure("tmux_failed", Texts.cut(String.valueOf(e.getMessage())));
        }
    }

    /** Sessions, windows and panes; of one session when it is named. */
    public TextResult tree(@Nullable String session) throws InterruptedException {
        return told(() -> {
            UserPanes all = UserPanes.ask(server);
            if (all.isEmpty() && session == null) {
                return plain(
                        "(no tmux server runs at " + server.spelling() + " — tmux_new_session starts one)",
                        "",
                        WaitState.IMMEDIATE);
            }
            List<UserPane> shown = session == null ? all.all() : all.session(session);
            if (shown.isEmpty()) {
                throw new ToolFailure(
                        "not_found",
                        "no session is called exactly " + Texts.quoted(String.valueOf(session))
                                + "; tmux_ls lists them");
            }
            return plain(
                    SessionTree.of(shown) + "\n[server " + server.spelling() + " at "
                            + Texts.oneLine(shown.get(0).socketPath()) + ", pid "
                            + shown.get(0).serverPid() + "]",
                    "",
                    WaitState.IMMEDIATE);
        });
    }

    private static TextResult plain(String text, String pane, WaitState state) {
        return ResultText.plain(text, "pane", pane, state, Evidence.NONE);
    }

    /** What a pane shows. */
    public TextResult capture(String target, @Nullable Integer lines) throws InterruptedException {
        return told(() -> panes.capture(target, lines));
    }

    /** A command line in a pane. */
    public TextResult exec(String target, String command, WaitOptions options, Call call) throws InterruptedException {
        return told(() -> panes.exec(target, command, options, call));
    }

    /** Keys for a pane. */
    public TextResult sendKeys(String target, List<String> keys, WaitOptions options, Call call)
            throws InterruptedException {
        return told(() -> panes.sendKeys(target, keys, options, call));
    }

    // ---- making

    /** A new session, on a new server if none runs. */
    public TextResult newSession(
            String name,
            @Nullable String directory,
            @Nullable String windowName,
            @Nullable String command,
            WaitOptions options,
            Call call)
            throws InterruptedException {
        return told(() -> {
            checkSessionName(name);
            checkWindowName(windowName);
            AgentSettings settings = server.settings();
            TmuxCommand make = TmuxCommand.of("new-session")
                    .flag("-dP")
                    .template("-F", UserPane.FORMAT)
                    .expanded("-s", name)
                    .expanded("-c", StartFolder.of(directory, settings).toString())
                    .option("-x", Integer.toString(settings.columns()))
                    .option("-y", Integer.toString(settings.rows()));
            if (!UserPanes.ask(server).session(name).isEmpty()) {
                throw new ToolFailure(
                        "exists",
                        "there is a session " + Texts.quoted(name)
                                + " already; choose another name, or use it with tmux_new_window");
            }
            Reply reply = server.askStarting(windowName == null ? make : make.expanded("-n", windowName));
            UserPane made = made(reply);
            String line =
                    "[created session \"" + Texts.oneLine(made.sessionName()) + "\" on the user's tmux server — pane "
                            + made.pane() + "; attach with: " + server.spelling() + " attach -t "
                            + attachName(made)
                            + "]";
            return withCommand(made, line, command, options, call);
        });
    }

    /** A new window of a session. */
    public TextResult newWindow(
            String session,
            @Nullable String name,
            @Nullable String directory,
            boolean select,
            @Nullable String command,
            WaitOptions options,
            Call call)
            throws InterruptedException {
        return told(() -> {
            checkWindowName(name);
            UserPanes all = UserPanes.ask(server);
            if (session.isBlank() || all.session(session).isEmpty()) {
                throw new ToolFailure(
                        "not_found", "no session is called exactly " + Texts.quoted(session) + "; tmux_ls lists them");
            }
            TmuxCommand make = TmuxCommand.of("new-window")
                    .flag(select ? "-P" : "-dP")
                    .template("-F", UserPane.FORMAT)
                    .option("-t", all.session(session).get(0).session() + ":");
            make = directory == null
                    ? make
                    : make.expanded(
                            "-c", StartFolder.of(directory, server.settings()).toString());
            UserPane made = made(server.ask(List.of(name == null ? make : make.expanded("-n", name))));
            String line = "[created window " + made.window() + " (" + made.windowPlace() + " \""
                    + Texts.oneLine(made.windowName()) + "\") — pane " + made.pane() + "]";
            return withCommand(made, line, command, options, call);
        });
    }

    /** A pane's half as a new pane. */
    public TextResult splitPane(
            String target,
            boolean right,
            @Nullable Integer size,
            @Nullable String directory,
            boolean select,
            @Nullable String command,
            WaitOptions options,
            Call call)
            throws InterruptedException {
        return told(() -> {
            UserPane from = UserPanes.ask(server).pane(target);
            TmuxCommand make = TmuxCommand.of("split-window")
                    .flag(select ? "-P" : "-dP")
                    .flag(right ? "-h" : "-v")
                    .template("-F", UserPane.FORMAT)
                    .target(from.pane());
            make = size == null ? make : make.option("-l", size + "%");
            make = directory == null
                    ? make
                    : make.expanded(
                            "-c", StartFolder.of(directory, server.settings()).toString());
            UserPane made = made(server.ask(List.of(make)));
            String line = "[split pane " + from.pane() + " → new pane " + made.pane() + " ("
                    + (right ? "right" : "below") + ")]";
            return withCommand(made, line, command, options, call);
        });
    }

    /** The session as a shell takes it. */
    private static String attachName(UserPane made) {
        return made.sessionName().matches("[A-Za-z0-9_-]{1,100}") ? made.sessionName() : "'" + made.session() + "'";
    }

    private static UserPane made(Reply reply) {
        if (!reply.ok()) {
            throw new ToolFailure("tmux_failed", "tmux refused: " + Texts.cut(reply.errorText()));
        }
        List<List<String>> rows = UserPane.FORMAT.rows(reply.textLines());
        if (rows.size() != 1) {
            throw new ToolFailure("tmux_failed", "tmux did not say which pane it made; tmux_ls lists what is there");
        }
        return UserPane.of(rows.get(0));
    }

    private TextResult withCommand(UserPane made, String line, @Nullable String command, WaitOptions options, Call call)
            throws InterruptedException {
        if (command == null) {
            panes.made(made);
            return plain(line, made.pane().value(), WaitState.IMMEDIATE);
        }
        try {
            return panes.execInFresh(made, line, command, options, call);
        } catch (ToolFailure e) {
            throw new ToolFailure(e.kind(), line + "\nThe command was not run: " + e.message(), e.meta());
        }
    }

    private static void checkSessionName(String name) {
        if (name.isEmpty() || name.indexOf('.') >= 0 || name.indexOf(':') >= 0) {
            throw new ToolFailure(
                    "invalid_input",
                    "session name " + Texts.quoted(name) + " is empty or has a . or : in it; choose another");
        }
        checkName("session name", name);
    }

    private static void checkWindowName(@Nullable String name) {
        if (name != null) {
            checkName("window name", name);
        }
    }

    /** Refuses what tmux would store in another form. */
    private static void checkName(String what, String name) {
        boolean odd = name.chars().anyMatch(c -> Character.isISOControl(c) || c == '\\');
        if (odd
                || name.startsWith("-")
                || name.startsWith("=")
                || name.startsWith("$")
                || name.startsWith("%")
                || name.startsWith("@")
                || name.contains("#[")) {
            throw new ToolFailure(
                    "invalid_input",
                    what + " " + Texts.quoted(name)
                            + " has a control character, a backslash or #[ in it, or begins with -, =, $, % or @, which tmux would change or take for something else; choose another");
        }
    }

    // ---- ending

    /** Ends a pane, a window or a session. */
    public TextResult kill(String target, @Nullable String kind) throws InterruptedException {
        return told(() -> {
            UserPanes all = UserPanes.ask(server);
            UserPanes.Named named = all.panes(target);
            UserPanes.Kind what = kind == null ? named.kind() : UserPanes.Kind.valueOf(kind.toUpperCase(Locale.ROOT));
            UserPane one = named.panes().size() == 1 ? named.panes().get(0) : all.pane(target);
            List<UserPane> ended = all.all().stream()
                    .filter(pane -> switch (what) {
                        case PANE -> pane.pane().value().equals(one.pane().value());
                        case WINDOW -> pane.window().value().equals(one.window().value());
                        case SESSION ->
                            pane.session().value().equals(one.session().value());
                    })
                    .toList();
            own.refuse(ended, "ending it");
            String line = switch (what) {
                case PANE -> {
                    server.askOrFail(List.of(TmuxCommand.of("kill-pane").target(one.pane())));
                    yield "[killed pane " + one.pane() + "]";
                }
                case WINDOW -> {
                    server.askOrFail(List.of(TmuxCommand.of("kill-window").target(one.window())));
                    yield "[killed window " + one.windowPlace() + "]";
                }
                case SESSION -> {
                    server.askOrFail(List.of(TmuxCommand.of("kill-session").target(one.session())));
                    yield "[killed session " + Texts.oneLine(one.sessionName()) + "]";
                }
            };
            return plain(line, one.pane().value(), WaitState.KILLED);
        });
    }
}
