/** JMH benchmarks of the parts that see every byte; built and run by the Maven profile {@code bench} alone. */
package io.github.tmuxmcp.bench;
