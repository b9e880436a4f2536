package io.github.tmuxmcp.agent.session;

import io.github.tmuxmcp.agent.service.Texts;
import io.github.tmuxmcp.tmux.Reply;
import io.github.tmuxmcp.tmux.Tmux;
import io.github.tmuxmcp.tmux.TmuxCommand;
import io.github.tmuxmcp.tmux.format.Format;
import io.github.tmuxmcp.tool.ToolFailure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The options of the private tmux server, and what it tells of itself. */
final class ServerSettings {
    private static final int HISTORY_LINES = 50_000;
    private static final Format FACTS = Format.fields("pid", "start_time", "pane_pid");

    /**
     * What a server tells of itself.
     *
     * @param watchdog pid of the pane's process
     */
    record Facts(PrivateServer.Identity identity, long watchdog) {}

    private ServerSettings() {}

    /**
     * Sets the options and asks, all in one round trip. window-size manual is set per window: as a global option it crashes tmux 3.3a at the
     * next new-session.
     *
     * @param watchdogSession the session that our client is attached to
     */
    static Facts apply(Tmux tmux, String watchdogSession) throws InterruptedException {
        List<TmuxCommand> commands = new ArrayList<>();
        commands.add(TmuxCommand.of("display-message").flag("-p").argument(FACTS));
        Map<String, String> global = Map.ofEntries(
                Map.entry("history-limit", Integer.toString(HISTORY_LINES)),
                Map.entry("status", "off"),
                Map.entry("remain-on-exit", "on"),
                Map.entry("default-terminal", defaultTerminal()),
                Map.entry("allow-rename", "off"),
                Map.entry("automatic-rename", "off"),
                Map.entry("set-titles", "off"),
                Map.entry("mouse", "off"),
                Map.entry("detach-on-destroy", "off"),
                Map.entry("destroy-unattached", "off"),
                Map.entry("update-environment", ""),
                Map.entry("bell-action", "none"),
                Map.entry("monitor-activity", "off"));
        global.forEach((option, value) -> commands.add(
                TmuxCommand.of("set-option").flag("-g").argument(option).argument(value)));
        // Our client leaves when somebody kills this session, and the next call makes both anew.
        commands.add(TmuxCommand.of("set-option")
                .option("-t", "=" + watchdogSession + ":")
                .argument("detach-on-destroy")
                .argument("on"));
        commands.add(TmuxCommand.of("set-option")
                .flag("-s")
                .argument("exit-unattached")
                .argument("off"));
        commands.add(
                TmuxCommand.of("set-option").flag("-s").argument("escape-time").argument("10"));
        List<Reply> replies = tmux.runAll(commands);
        for (Reply reply : replies) {
            if (!reply.ok()) {
                throw new ToolFailure(
                        "tmux_failed", "tmux refused a setting of the private server: " + Texts.cut(reply.errorText()));
            }
        }
        List<String> fields = FACTS.split(replies.get(0).text());
        return new Facts(new PrivateServer.Identity(fields.get(0), fields.get(1)), Long.parseLong(fields.get(2)));
    }

    private static String defaultTerminal() {
        return List.of(
                                "/etc/terminfo",
                                "/lib/terminfo",
                                "/usr/share/terminfo",
                                "/usr/local/share/terminfo",
                                "/opt/homebrew/share/terminfo")
                        .stream()
                        .anyMatch(root -> Files.exists(Path.of(root, "t", "tmux-256color"))
                                || Files.exists(Path.of(root, "74", "tmux-256color")))
                ? "tmux-256color"
                : "screen-256color";
    }
}
