package io.github.tmuxmcp.host;

/**
 * What one process does with its controlling terminal.
 *
 * @param reading what its threads wait for, taken together
 * @param runs a number that differs after any of its threads has run; constant where the system does not tell
 */
public record ProcessActivity(Foreground.Reading reading, long runs) {}
