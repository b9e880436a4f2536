/**
 * Level 1: shell kinds, the marker files and what they print, quoting. Uses {@code limits}.
 */
@NullMarked
package io.github.tmuxmcp.shell;

import org.jspecify.annotations.NullMarked;
