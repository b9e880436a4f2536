package io.github.tmuxmcp.agent.session;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Programs on a PATH. */
final class Executables {
    private Executables() {}

    /** The program's absolute path, as a shell with this environment would find it. */
    static Optional<String> find(String program, Map<String, String> environment) {
        if (program.contains("/")) {
            return Files.isExecutable(Path.of(program)) ? Optional.of(program) : Optional.empty();
        }
        for (String folder :
                environment.getOrDefault("PATH", "/usr/local/bin:/usr/bin:/bin").split(":", -1)) {
            Path candidate = Path.of(folder.isEmpty() ? "." : folder, program).toAbsolutePath();
            if (Files.isRegularFile(candidate) && Files.isExecutable(candidate)) {
                return Optional.of(candidate.toString());
            }
        }
        return Optional.empty();
    }
}
