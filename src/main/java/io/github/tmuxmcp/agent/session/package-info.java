/**
 * Level 3, mode 2: the agent's private sessions.
 */
@NullMarked
package io.github.tmuxmcp.agent.session;

import org.jspecify.annotations.NullMarked;
