package io.github.tmuxmcp.cli;

/**
 * Everything that an operator can set: one constant, from which come the environment variable, the command-line option, the help and
 * the text of a refusal. The order is that of the help.
 */
enum Setting {
    IDLE_TIMEOUT(
            "TMUX_MCP_IDLE_TIMEOUT",
            "--idle-timeout",
            "SECONDS",
            "15",
            "seconds from 0.1 to 3600, such as 15",
            "Silence after which a waiting call returns"),
    MAX_TIMEOUT(
            "TMUX_MCP_MAX_TIMEOUT",
            "--max-timeout",
            "SECONDS",
            "600",
            "seconds from 0.5 to 3600, such as 600",
            "Longest wait of one call"),
    PROMPT_SETTLE(
            "TMUX_MCP_PROMPT_SETTLE_MS",
            "--prompt-settle-ms",
            "MS",
            "800",
            "whole milliseconds from 0 to 60000, such as 800",
            "Silence before text that looks like a prompt counts as one"),
    SIZE(
            "TMUX_MCP_SIZE",
            "--size",
            "COLSxROWS",
            "200x50",
            "columns x rows from 20x5 to 500x200, such as 200x50",
            "Size of private panes"),
    MAX_OUTPUT(
            "TMUX_MCP_MAX_OUTPUT",
            "--max-output",
            "CHARS",
            "30000",
            "characters from 100 to 200000, such as 30000",
            "Characters of a result before its middle is left out"),
    TMUX_BINARY("TMUX_MCP_TMUX_BIN", "--tmux-bin", "PROGRAM", "tmux", "a program's name or path", "The tmux program"),
    USER_SOCKET(
            "TMUX_MCP_USER_SOCKET",
            "--user-socket",
            "NAME",
            "",
            "a socket's name without /, as tmux -L takes it",
            "Name of your tmux server's socket (tmux -L)"),
    USER_SOCKET_PATH(
            "TMUX_MCP_USER_SOCKET_PATH",
            "--user-socket-path",
            "PATH",
            "",
            "a path of at most 100 bytes, as tmux -S takes it",
            "Path of your tmux server's socket (tmux -S); wins over the name"),
    SHELL("TMUX_MCP_SHELL", "--shell", "SHELL", "bash", "bash, zsh or fish", "Shell of private sessions"),
    MAX_LOG(
            "TMUX_MCP_MAX_LOG",
            "--max-log",
            "BYTES",
            "64M",
            "bytes from 1M to 16G, such as 64M",
            "Output kept per private session"),
    KEEP_ENVIRONMENT(
            "TMUX_MCP_KEEP_ENV",
            "--keep-env",
            "NAMES",
            "",
            "names of variables separated by commas",
            "Variables of the client that panes get all the same"),
    LOG_FILE("TMUX_MCP_LOG_FILE", "--log-file", "PATH", "", "a file that can be written", "Where traces of faults go"),
    SOCKET(
            "LIBTMUX_SOCKET_PATH",
            "--socket",
            "PATH",
            "",
            "a path of at most 100 bytes, as tmux -S takes it",
            "Path of the tmux server's socket (tmux -S)"),
    SOCKET_NAME(
            "LIBTMUX_SOCKET",
            "--socket-name",
            "NAME",
            "libtmux-mcp",
            "a socket's name without /, as tmux -L takes it",
            "Name of the tmux server's socket (tmux -L)"),
    TMUX_CONFIG(
            "LIBTMUX_TMUX_CONFIG",
            "--tmux-config",
            "PATH",
            "",
            "the absolute path of a file that can be read",
            "tmux configuration of a server that is started"),
    TOOLSETS(
            "LIBTMUX_TOOLSETS",
            "--toolsets",
            "NAMES",
            "",
            "names separated by commas out of inspect, manage, execute, teardown",
            "Toolsets, none if empty; default all on a server of its own, else all but teardown"),
    TOOLS("LIBTMUX_TOOLS", "--tools", "NAMES", "", "names of tools separated by commas", "Tools beside the toolsets"),
    EXCLUDE_TOOLS(
            "LIBTMUX_EXCLUDE_TOOLS",
            "--exclude-tools",
            "NAMES",
            "",
            "names of tools separated by commas",
            "Tools left out, whatever else is selected"),
    ENVIRONMENT_VALUES(
            "LIBTMUX_ENVIRONMENT_VALUES",
            "--environment-values",
            "NAMES",
            "",
            "at most 32 names of variables separated by commas",
            "Variables of tmux whose values may be told"),
    ALLOW_ATTENDED(
            "LIBTMUX_ALLOW_ATTENDED",
            "--allow-attended",
            "",
            "",
            "1 or 0",
            "Type into panes that a person looks at, too"),
    CALLER_TMUX(
            "TMUX",
            "--caller-tmux",
            "TMUX",
            "",
            "the value of $TMUX in the pane that the client runs in",
            "Server of the pane that the client runs in"),
    CALLER_PANE(
            "TMUX_PANE",
            "--caller-pane",
            "PANE",
            "",
            "the value of $TMUX_PANE in the pane that the client runs in",
            "Pane that the client runs in, never typed into or ended");

    private final String variable;
    private final String option;
    private final String parameter;
    private final String preset;
    private final String expected;
    private final String description;

    Setting(String variable, String option, String parameter, String preset, String expected, String description) {
        this.variable = variable;
        this.option = option;
        this.parameter = parameter;
        this.preset = preset;
        this.expected = expected;
        this.description = description;
    }

    String variable() {
        return variable;
    }

    String option() {
        return option;
    }

    /** The option's letter, as tmux has it; empty when it has none. */
    String letter() {
        return this == SOCKET ? "-S" : this == SOCKET_NAME ? "-L" : "";
    }

    /** True when the option takes no value. */
    boolean isSwitch() {
        return this == ALLOW_ATTENDED;
    }

    /** What the help calls the value. */
    String parameter() {
        return parameter;
    }

    /** The value when nobody gives one; empty when there is none. */
    String preset() {
        return preset;
    }

    /** What a value must look like. */
    String expected() {
        return expected;
    }

    String description() {
        return description;
    }
}
