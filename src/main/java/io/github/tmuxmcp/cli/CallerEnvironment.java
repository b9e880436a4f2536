package io.github.tmuxmcp.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The environment that programs in panes get: the caller's, as if this process were not there.
 *
 * <p>A client describes itself in its servers' environment (session ids, a messaging token, a flag that nested clients obey); none of
 * it belongs into a person's shell. It is a deny list, because an agent's socket or a version manager's variables must live.
 *
 * <p>The launcher gives java a UTF-8 locale when the caller has none, and passes on what it replaced: {@code TMUX_MCP_CALLER_LC_ALL}
 * and {@code TMUX_MCP_CALLER_LC_CTYPE} are {@code =VALUE} when the caller had set the variable and {@code -} when it had not; both are
 * absent when nothing was replaced.
 */
final class CallerEnvironment {
    private static final List<String> PREFIXES = List.of(
            "CLAUDE_CODE_",
            "CLAUDE_AGENT_SDK_",
            "CODEX_",
            "OPENCODE",
            "QWEN_",
            "CHUK_",
            "TMUX_MCP_",
            "npm_lifecycle_",
            "npm_package_");
    private static final Set<String> NAMES = Set.of(
            "CLAUDECODE",
            "CLAUDE_PROJECT_DIR",
            "AI_AGENT",
            "AGENT",
            "GEMINI_CLI",
            "CURSOR_AGENT",
            "CURSOR_TRACE_ID",
            "CLINE_ACTIVE",
            "TMUX",
            "TMUX_PANE",
            // npx describes its own run; npm_config_prefix alone makes version managers refuse to start.
            "INIT_CWD",
            "npm_command",
            "npm_execpath",
            "npm_node_execpath",
            "npm_config_user_agent",
            "npm_config_prefix",
            "npm_config_local_prefix",
            "npm_config_global_prefix");
    private static final String REPLACED = "TMUX_MCP_CALLER_";
    private static final List<String> LOCALE = List.of("LC_ALL", "LC_CTYPE");

    private CallerEnvironment() {}

    /**
     * The variables for panes.
     *
     * @param ours this process's variables
     * @param keep names that are passed on although they are a client's
     */
    static Map<String, String> forPanes(Map<String, String> ours, Set<String> keep) {
        Map<String, String> theirs = new LinkedHashMap<>();
        ours.forEach((name, value) -> {
            if (keep.contains(name) || !isClients(name)) {
                theirs.put(name, value);
            }
        });
        for (String name : LOCALE) {
            restore(theirs, name, ours.get(REPLACED + name));
        }
        return theirs;
    }

    private static void restore(Map<String, String> theirs, String name, @Nullable String original) {
        if (original == null) {
            return;
        }
        if (original.startsWith("=")) {
            theirs.put(name, original.substring(1));
        } else {
            theirs.remove(name);
        }
    }

    private static boolean isClients(String name) {
        if (NAMES.contains(name)) {
            return true;
        }
        for (String prefix : PREFIXES) {
            if (name.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }
}
