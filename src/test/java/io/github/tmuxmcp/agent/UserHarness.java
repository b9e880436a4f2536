package io.github.tmuxmcp.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tmuxmcp.limits.Ticker;
import io.github.tmuxmcp.tool.TextResult;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/** The agent's tools beside a tmux server that stands for the user's: tmux's default socket, in the harness's own folder. */
final class UserHarness implements AutoCloseable {
    private static final Map<String, String> SHELL = Map.of("SHELL", "/bin/bash");

    final AgentHarness agent;

    private UserHarness(AgentHarness agent) {
        this.agent = agent;
    }

    /** A server with one session {@code main}, whose pane runs nothing but what the tests open. */
    static UserHarness start() throws IOException {
        return start("200x50");
    }

    static UserHarness start(String size) throws IOException {
        UserHarness user = bare();
        String[] columnsAndRows = size.split("x", -1);
        user.tmux(
                "-f",
                "/dev/null",
                "new-session",
                "-d",
                "-s",
                "main",
                "-x",
                columnsAndRows[0],
                "-y",
                columnsAndRows[1],
                "sleep",
                "1000");
        return user;
    }

    /** The same, with a clock of its own, by which waits are measured. */
    static UserHarness start(Ticker ticker) throws IOException {
        UserHarness user = new UserHarness(AgentHarness.with("bash", SHELL, ticker));
        user.tmux("-f", "/dev/null", "new-session", "-d", "-s", "main", "sleep", "1000");
        return user;
    }

    /** No server yet. */
    static UserHarness bare() throws IOException {
        UserHarness user = new UserHarness(AgentHarness.with("bash", SHELL));
        Files.writeString(user.agent.home.resolve(".bashrc"), "PS1='$ '\n");
        Files.writeString(user.agent.home.resolve(".tmux.conf"), "");
        return user;
    }

    /** Opens a window with a program; its pane's id. */
    String open(String... command) throws IOException {
        List<String> words = new ArrayList<>(List.of("new-window", "-d", "-P", "-F", "#{pane_id}", "-t", "main:"));
        words.addAll(List.of("env", "HISTFILE="));
        words.addAll(List.of(command));
        return tmux(words.toArray(String[]::new));
    }

    /** A bash at its prompt. */
    String bash() throws IOException {
        String pane = open("bash", "--norc", "--noprofile");
        awaitText(pane, "bash-");
        return pane;
    }

    /** A pane with this shell at its prompt; the test is skipped where there is no such shell. */
    String shell(String command) throws IOException {
        String program = command.substring(0, (command + " ").indexOf(' '));
        boolean there = Arrays.stream(System.getenv("PATH").split(File.pathSeparator, -1))
                .anyMatch(folder -> new File(folder, program).canExecute());
        assumeTrue(there, program + " is not here");
        String pane = open(command.split(" ", -1));
        Awaitility.await("a prompt").until(() -> !shown(pane).isBlank());
        return pane;
    }

    void awaitText(String pane, String text) {
        Awaitility.await("text " + text)
                .atMost(10, TimeUnit.SECONDS)
                .until(() -> shown(pane).contains(text));
    }

    String shown(String pane) throws IOException {
        return tmux("capture-pane", "-p", "-J", "-t", pane);
    }

    String tmux(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("tmux", "-u"));
        command.addAll(Arrays.asList(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).directory(agent.root.toFile());
        builder.environment().clear();
        builder.environment().putAll(agent.settings.environment());
        Process process = builder.start();
        process.getOutputStream().close();
        String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
        return answer.stripTrailing();
    }

    Path folder() {
        return agent.root;
    }

    TextResult exec(String target, String command) throws InterruptedException {
        return exec(target, command, null, null);
    }

    TextResult exec(String target, String command, Double timeout, String waitFor) throws InterruptedException {
        return TmuxPaneExec.TOOL
                .handler()
                .handle(
                        agent.services,
                        new TmuxPaneExec.Input(target, command, timeout, waitFor, null),
                        AgentHarness.call());
    }

    TextResult keys(String target, String... keys) throws InterruptedException {
        return keys(target, null, keys);
    }

    TextResult keys(String target, Double timeout, String... keys) throws InterruptedException {
        return TmuxPaneSendKeys.TOOL
                .handler()
                .handle(
                        agent.services,
                        new TmuxPaneSendKeys.Input(target, List.of(keys), timeout, null, null),
                        AgentHarness.call());
    }

    /** Keys, and a wait for output that matches. */
    TextResult keysUntil(String target, String waitFor, String... keys) throws InterruptedException {
        return TmuxPaneSendKeys.TOOL
                .handler()
                .handle(
                        agent.services,
                        new TmuxPaneSendKeys.Input(target, List.of(keys), 15.0, waitFor, null),
                        AgentHarness.call());
    }

    TextResult capture(String target, Integer lines) throws InterruptedException {
        return TmuxPaneCapture.TOOL
                .handler()
                .handle(agent.services, new TmuxPaneCapture.Input(target, lines), AgentHarness.call());
    }

    TextResult ls(String session) throws InterruptedException {
        return TmuxLs.TOOL.handler().handle(agent.services, new TmuxLs.Input(session), AgentHarness.call());
    }

    TextResult newSession(String name, String cwd, String windowName, String command) throws InterruptedException {
        return TmuxNewSession.TOOL
                .handler()
                .handle(
                        agent.services,
                        new TmuxNewSession.Input(name, cwd, windowName, command, null, null, null),
                        AgentHarness.call());
    }

    TextResult newWindow(String session, String name, String cwd, Boolean select, String command)
            throws InterruptedException {
        return TmuxNewWindow.TOOL
                .handler()
                .handle(
                        agent.services,
                        new TmuxNewWindow.Input(session, name, cwd, select, command, null, null, null),
                        AgentHarness.call());
    }

    TextResult split(String target, TmuxSplitPane.Direction direction, Integer size, String cwd, String command)
            throws InterruptedException {
        return TmuxSplitPane.TOOL
                .handler()
                .handle(
                        agent.services,
                        new TmuxSplitPane.Input(target, direction, size, cwd, null, command, null, null, null),
                        AgentHarness.call());
    }

    TextResult kill(String target, TmuxKillTarget.Kind kind) throws InterruptedException {
        return TmuxKillTarget.TOOL
                .handler()
                .handle(agent.services, new TmuxKillTarget.Input(target, kind), AgentHarness.call());
    }

    /** Ends the user's server by its own socket; the agent's harness then checks that nothing is left. */
    @Override
    public void close() throws IOException {
        try {
            tmux("kill-server");
        } finally {
            agent.close();
        }
    }
}
