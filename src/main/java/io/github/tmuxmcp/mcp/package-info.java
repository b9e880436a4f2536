/**
 * Level 2: the wire: our stdio transport under the SDK's session. Uses {@code tool} and {@code limits}.
 *
 * <pre>
 *   channel → LineReader → MessageParser → McpServer → McpServerSession (SDK) → ToolCalls → Dispatcher
 *   stream  ← LineWriter ← MessageWriter ← Transport ←──────────┘        answers, progress, log messages
 * </pre>
 *
 * <p>A request that names its protocol version itself goes past the session, through {@link io.github.tmuxmcp.mcp.StatelessRequests}.
 * {@link io.github.tmuxmcp.mcp.Resources} is what a server has to read besides its tools.
 *
 * <p>Threads: one reads, and answers whatever needs no tool; each call of a tool that runs has a worker; one writes, so that a client that does
 * not read is still heard; one reports for the calls that wait for their turn. {@link io.github.tmuxmcp.mcp.InFlight} decides whether a request
 * is answered or cancelled, {@link io.github.tmuxmcp.mcp.Room} how much is in flight.
 */
@NullMarked
package io.github.tmuxmcp.mcp;

import org.jspecify.annotations.NullMarked;
