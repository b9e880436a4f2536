/**
 * Level 1: what the system tells of processes and terminals, from /proc where it exists, else from ps and stty. Uses {@code limits}.
 */
@NullMarked
package io.github.tmuxmcp.host;

import org.jspecify.annotations.NullMarked;
