package io.github.tmuxmcp.agent.service;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Tells from a command's words alone whether it opens a shell that reads commands. Pure; in doubt the answer is no. */
public final class ShellCommand {
    private static final Set<String> SHELLS =
            Set.of("sh", "bash", "zsh", "fish", "dash", "ash", "ksh", "ksh93", "mksh");
    /** Options of shells that take a value. */
    private static final Set<String> SHELL_VALUES =
            Set.of("--rcfile", "--init-file", "-o", "+o", "-O", "+O", "-C", "--init-command", "-d", "-D");

    private static final String SSH_FLAGS = "46AaCfGgKkMNnqsTtVvXxYy";
    private static final String CONTAINER_FLAGS = "idtqP";
    private static final Set<String> CONTAINER_LONG_FLAGS = Set.of(
            "--interactive",
            "--tty",
            "--detach",
            "--privileged",
            "--rm",
            "--init",
            "--read-only",
            "--quiet",
            "--stdin");
    private static final String SU_FLAGS = "lmpfP";
    private static final Set<String> SU_LONG_FLAGS = Set.of("--login", "--preserve-environment", "--fast", "--pty");
    private static final String SUDO_FLAGS = "AbEHiKknPSs";
    private static final Set<String> SUDO_LONG_FLAGS =
            Set.of("--login", "--shell", "--set-home", "--preserve-env", "--non-interactive", "--stdin", "--askpass");

    /** What a line must not hold to be taken for one simple command: quotes and whatever makes it several. */
    private static final Pattern NOT_SIMPLE = Pattern.compile("[\"'`\\\\;&|<>(){}$\\n*?]");

    private static final Pattern ASSIGNMENT = Pattern.compile("[A-Za-z_]\\w*=.*");

    private ShellCommand() {}

    /** Whether a typed line does. */
    public static boolean opensShell(String line) {
        return !NOT_SIMPLE.matcher(line.strip()).find()
                && opensShell(List.of(line.strip().split("\\s+")));
    }

    /** Whether a program with these arguments, itself the first, does. */
    public static boolean opensShell(List<String> words) {
        if (words.isEmpty()) {
            return false;
        }
        String name = words.get(0).replaceFirst(".*/", "").replaceFirst("^-", "");
        List<String> rest = words.subList(1, words.size());
        if (SHELLS.contains(name)) {
            return readsCommands(rest);
        }
        return switch (name) {
            case "exec", "command" -> opensShell(rest);
            case "env" -> opensShell(withoutAssignments(rest));
            case "su", "runuser" -> isLogin(rest);
            case "sudo", "doas" -> sudo(rest);
            case "ssh" -> ssh(rest);
            case "docker", "podman", "nerdctl" -> container(rest);
            case "kubectl", "oc" ->
                rest.contains("exec") && opensShell(rest.subList(rest.indexOf("--") + 1, rest.size()));
            default -> false;
        };
    }

    /** Whether a shell with these arguments reads commands: one that runs a script, or a {@code -c} text, does not. */
    static boolean readsCommands(List<String> arguments) {
        for (int i = 0; i < arguments.size(); i++) {
            String word = arguments.get(i);
            boolean runsText = word.startsWith("-") && !word.startsWith("--") && word.contains("c");
            if (runsText || !(word.startsWith("-") || word.startsWith("+"))) {
                return false;
            }
            if (SHELL_VALUES.contains(word)) {
                i++;
            }
        }
        return true;
    }

    private static List<String> withoutAssignments(List<String> words) {
        int i = 0;
        while (i < words.size()
                && (words.get(i).equals("-i")
                        || ASSIGNMENT.matcher(words.get(i)).matches())) {
            i++;
        }
        return words.subList(i, words.size());
    }

    private static boolean isLogin(List<String> arguments) {
        boolean runsText = arguments.stream().anyMatch(word -> word.matches("-c.*|--(session-)?command.*"));
        List<String> user =
                operands(arguments.stream().filter(word -> !word.equals("-")).toList(), SU_FLAGS, SU_LONG_FLAGS);
        return !runsText && user != null && user.size() <= 1;
    }

    private static boolean sudo(List<String> arguments) {
        List<String> command = operands(arguments, SUDO_FLAGS, SUDO_LONG_FLAGS);
        if (command == null) {
            return false;
        }
        return command.isEmpty()
                ? arguments.stream().anyMatch(word -> word.matches("-[A-Za-z]*[is]|--login|--shell"))
                : opensShell(command);
    }

    private static boolean ssh(List<String> arguments) {
        List<String> operands = operands(arguments, SSH_FLAGS, Set.of());
        if (operands == null || operands.isEmpty() || arguments.contains("-N") || arguments.contains("-W")) {
            return false;
        }
        // A command is one text, however many words it comes in.
        List<String> more = operands(operands.subList(1, operands.size()), SSH_FLAGS, Set.of());
        return more != null && (more.isEmpty() || opensShell(String.join(" ", more)));
    }

    private static boolean container(List<String> arguments) {
        int verb = Math.max(arguments.indexOf("exec"), arguments.indexOf("run"));
        if (verb < 0) {
            return false;
        }
        List<String> operands =
                operands(arguments.subList(verb + 1, arguments.size()), CONTAINER_FLAGS, CONTAINER_LONG_FLAGS);
        return operands != null && operands.size() > 1 && opensShell(operands.subList(1, operands.size()));
    }

    /**
     * What follows the options.
     *
     * @param flags letters of options without a value; any other option has one, in its own word or in the next
     * @return null when a value is missing
     */
    private static @Nullable List<String> operands(List<String> words, String flags, Set<String> longFlags) {
        int i = 0;
        while (i < words.size() && words.get(i).startsWith("-")) {
            String word = words.get(i++);
            if (word.equals("--")) {
                break;
            }
            boolean alone = word.startsWith("--")
                    ? longFlags.contains(word) || word.contains("=")
                    : !needsNextWord(word.substring(1), flags);
            i += alone ? 0 : 1;
        }
        return i > words.size() ? null : words.subList(i, words.size());
    }

    private static boolean needsNextWord(String letters, String flags) {
        for (int i = 0; i < letters.length(); i++) {
            if (flags.indexOf(letters.charAt(i)) < 0) {
                return i == letters.length() - 1;
            }
        }
        return false;
    }
}
