/**
 * Level 1: what a tool is, free of tmux and of JSON-RPC: one value per tool, from which schema, annotations, documentation and binding come.
 */
@NullMarked
package io.github.tmuxmcp.tool;

import org.jspecify.annotations.NullMarked;
