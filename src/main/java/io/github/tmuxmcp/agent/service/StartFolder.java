package io.github.tmuxmcp.agent.service;

import io.github.tmuxmcp.tool.ToolFailure;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The folder in which a new session starts. */
public final class StartFolder {
    private StartFolder() {}

    /**
     * The folder that {@code cwd} names: absolute, relative to the server's working directory, or under {@code ~}.
     *
     * @param given null for the server's own working directory
     * @throws ToolFailure when there is no such folder or it cannot be entered
     */
    public static Path of(@Nullable String given, AgentSettings settings) {
        if (given == null) {
            return settings.workingDirectory();
        }
        if (given.chars().anyMatch(Character::isISOControl)) {
            throw new ToolFailure(
                    "invalid_input", "cwd " + Texts.quoted(given) + " holds a control character; give another folder");
        }
        Path folder = path(given, settings);
        if (given.isEmpty() || !Files.isDirectory(folder) || !Files.isExecutable(folder)) {
            throw new ToolFailure(
                    "invalid_input",
                    "cwd " + Texts.quoted(given) + " " + problem(folder) + "; give a folder that exists");
        }
        return folder;
    }

    private static Path path(String given, AgentSettings settings) {
        String home = settings.environment().getOrDefault("HOME", "");
        boolean underHome = !home.isEmpty() && (given.equals("~") || given.startsWith("~/"));
        try {
            return underHome
                    ? Path.of(home + given.substring(1))
                    : settings.workingDirectory().resolve(given).normalize();
        } catch (InvalidPathException e) {
            throw new ToolFailure(
                    "invalid_input", "cwd " + Texts.quoted(given) + " is not a path; give a folder that exists");
        }
    }

    private static String problem(Path folder) {
        if (Files.isDirectory(folder)) {
            return "cannot be entered";
        }
        return Files.exists(folder) ? "is a file" : "does not exist";
    }
}
