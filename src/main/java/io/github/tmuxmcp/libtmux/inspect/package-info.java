/** Level 3, mode 1: the toolset {@code inspect}: tools that look at tmux and change nothing, one class each. */
@NullMarked
package io.github.tmuxmcp.libtmux.inspect;

import org.jspecify.annotations.NullMarked;
