package io.github.tmuxmcp.cli;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * stdin, on which a terminal that was hung up is at its end, as a closed pipe is: on Linux a read of one fails with EIO, elsewhere it
 * returns nothing. One thread reads, any may close.
 */
final class StandardInput implements ReadableByteChannel {
    private final FileChannel channel;

    StandardInput(FileChannel channel) {
        this.channel = channel;
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        try {
            return channel.read(into);
        } catch (ClosedChannelException ours) {
            throw ours;
        } catch (IOException failed) {
            if (isTerminal()) {
                return -1;
            }
            throw failed;
        }
    }

    private static boolean isTerminal() {
        try {
            String file = Files.readSymbolicLink(Path.of("/proc/self/fd/0")).toString();
            return file.startsWith("/dev/pts/") || file.startsWith("/dev/tty") || file.startsWith("/dev/console");
        } catch (IOException | UnsupportedOperationException notLinux) {
            return false;
        }
    }

    @Override
    public boolean isOpen() {
        return channel.isOpen();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
