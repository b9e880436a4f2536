/**
 * Level 3, mode 1: what the tools of all toolsets share: settings, the capability row of a tool, the kinds of failure, the caller's place in
 * tmux, and the rows that several tools answer with.
 */
@NullMarked
package io.github.tmuxmcp.libtmux.service;

import org.jspecify.annotations.NullMarked;
