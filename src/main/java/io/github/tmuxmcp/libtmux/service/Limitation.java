package io.github.tmuxmcp.libtmux.service;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Something that a tool cannot do on this server, told in advance.
 *
 * @param tool the tool's name
 * @param needs what it would take, such as {@code tmux 3.7}
 * @param detail what does not work
 */
public record Limitation(String tool, String needs, String detail) {
    Map<String, Object> members() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("tool", tool);
        members.put("needs", needs);
        members.put("detail", detail);
        return members;
    }
}
