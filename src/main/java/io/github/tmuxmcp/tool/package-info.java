/**
 * Level 1: what a tool is, free of tmux and of JSON-RPC: one value per tool, from which schema, annotations, documentation and binding come.
 *
 * <p>{@link io.github.tmuxmcp.tool.Tool} is the value, {@link io.github.tmuxmcp.tool.Catalog} the list of a mode,
 * {@link io.github.tmuxmcp.tool.Dispatcher} runs calls. A component of an input record says with {@code @Doc}, {@code @Range},
 * {@code @Size}, {@code @Items}, {@code @Default} and {@code @Nullable} what its argument may be. An output record becomes schema, text and
 * structured content; {@link io.github.tmuxmcp.tool.Refusals} is how the calls of a mode fail where that is more than a sentence,
 * {@link io.github.tmuxmcp.tool.Selection} which of its tools are served. {@link io.github.tmuxmcp.tool.ToolsJson} and
 * {@link io.github.tmuxmcp.tool.ToolsTable} write what is committed; nothing looks at a record before its tool is called.
 *
 * <p>Uses nothing of ours. Values are immutable; a dispatcher may be called by any number of threads.
 */
@NullMarked
package io.github.tmuxmcp.tool;

import org.jspecify.annotations.NullMarked;
