/**
 * Level 0: byte budgets, deadlines and the clock. Everything may use it; it uses nothing of ours.
 */
@NullMarked
package io.github.tmuxmcp.limits;

import org.jspecify.annotations.NullMarked;
