/**
 * tmux-mcp: a tmux server for AI agents and the people beside them. MCP over stdio, two modes.
 *
 * <p>The packages form a DAG by level, held by a test: {@code cli} (4) over the modes {@code agent} and {@code libtmux} (3) over
 * {@code mcp} (2) over {@code tool}, {@code tmux}, {@code terminal}, {@code shell}, {@code host} (1, no edges among them) over
 * {@code limits} (0). The modes see neither each other nor {@code mcp}.
 */
@NullMarked
package io.github.tmuxmcp;

import org.jspecify.annotations.NullMarked;
