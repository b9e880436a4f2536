/**
 * Level 3, mode 2: one class per tool; what they share is in {@code service}.
 */
@NullMarked
package io.github.tmuxmcp.agent;

import org.jspecify.annotations.NullMarked;
