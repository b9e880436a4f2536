package io.github.tmuxmcp.mcp;

import java.io.ByteArrayOutputStream;

/** A line being made. */
final class LineBuffer extends ByteArrayOutputStream {
    LineBuffer() {
        super(512);
    }
}
