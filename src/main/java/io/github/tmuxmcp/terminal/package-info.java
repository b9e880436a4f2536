/**
 * Level 1: a pane's bytes become text or a screen. Bytes until someone needs text. The only package that knows JLine. Uses {@code limits}.
 */
@NullMarked
package io.github.tmuxmcp.terminal;

import org.jspecify.annotations.NullMarked;
