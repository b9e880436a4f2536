/**
 * Level 2: the wire: our stdio transport under the SDK's session. Uses {@code tool} and {@code limits}.
 *
 * <pre>
 *   channel → LineReader → MessageParser → McpServer → McpServerSession (SDK) → ToolCalls → Dispatcher
 *   stream  ← LineWriter ← MessageWriter ← Transport ←──────────┘        answers, progress, log messages
 * </pre>
 *
 * <p>Threads: one reads, and answers whatever needs no tool; each call of a tool has a worker, which writes its own answer; the writer's lock
 * keeps lines whole. {@link io.github.tmuxmcp.mcp.InFlight} decides whether a request is answered or cancelled.
 */
@NullMarked
package io.github.tmuxmcp.mcp;

import org.jspecify.annotations.NullMarked;
