package io.github.tmuxmcp.libtmux.service;

import java.nio.file.Path;

/** Which tmux server the operator wants. {@code $TMUX} is not followed. */
public sealed interface ServerChoice {
    /** The name of the dedicated socket. */
    String DEDICATED_NAME = "libtmux-mcp";

    /** How clients read it. */
    String selector();

    /** Nothing was said: the socket that is only for this program. */
    record Dedicated() implements ServerChoice {
        @Override
        public String selector() {
            return "name:" + DEDICATED_NAME;
        }
    }

    /**
     * A socket by its name ({@code tmux -L}).
     *
     * @param name not empty, without {@code /}
     */
    record Named(String name) implements ServerChoice {
        public Named {
            if (name.isEmpty() || name.indexOf('/') >= 0) {
                throw new IllegalArgumentException("not the name of a socket");
            }
        }

        @Override
        public String selector() {
            return "name:" + name;
        }
    }

    /**
     * A socket by its path ({@code tmux -S}).
     *
     * @param path absolute
     */
    record AtPath(Path path) implements ServerChoice {
        public AtPath {
            if (!path.isAbsolute()) {
                throw new IllegalArgumentException("not an absolute path");
            }
        }

        @Override
        public String selector() {
            return "path:" + path;
        }
    }
}
