/**
 * Level 4: the command line, the environment and the wiring. The only place that touches standard streams and the environment.
 */
@NullMarked
package io.github.tmuxmcp.cli;

import org.jspecify.annotations.NullMarked;
