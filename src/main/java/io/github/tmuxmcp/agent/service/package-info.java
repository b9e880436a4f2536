/**
 * Level 3, mode 2: what the agent tools share.
 */
@NullMarked
package io.github.tmuxmcp.agent.service;

import org.jspecify.annotations.NullMarked;
