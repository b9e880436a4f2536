/**
 * Level 2: the wire: our stdio transport under the SDK's session. Uses {@code tool} and {@code limits}.
 */
@NullMarked
package io.github.tmuxmcp.mcp;

import org.jspecify.annotations.NullMarked;
