package io.github.tmuxmcp.limits;

/**
 * Memory that many users share, counted in characters of two bytes. A user takes what it needs beyond its small fixed part and does with
 * less when it gets none, so that together they never go beyond the bound. Any thread.
 */
public final class MemoryPool {
    private long free;

    /** A pool of {@code chars} characters, 0 or more. */
    public MemoryPool(long chars) {
        if (chars < 0) {
            throw new IllegalArgumentException("a pool holds nothing or more");
        }
        this.free = chars;
    }

    /** A share that is never refused anything, for a text that lives for one call. */
    public static Share unbounded() {
        return new MemoryPool(Long.MAX_VALUE).open();
    }

    /** A new user's share, empty at first. */
    public Share open() {
        return new Share();
    }

    /** Characters that nobody has taken. */
    public synchronized long free() {
        return free;
    }

    /** What one user has taken. */
    public final class Share {
        private long taken;
        private boolean closed;

        private Share() {}

        /**
         * Takes {@code chars} more, or nothing. At most half of what is free is given, so that something is left for those who come later.
         *
         * @return whether it was given
         */
        public boolean take(long chars) {
            synchronized (MemoryPool.this) {
                if (chars > 0 && (closed || chars > free / 2)) {
                    return false;
                }
                free -= chars;
                taken += chars;
                return true;
            }
        }

        /** Gives back {@code chars} of what was taken. */
        public void give(long chars) {
            synchronized (MemoryPool.this) {
                long given = Math.min(chars, taken);
                free += given;
                taken -= given;
            }
        }

        /** Gives all back; nothing is given to it from now on. Idempotent. */
        public void close() {
            synchronized (MemoryPool.this) {
                free += taken;
                taken = 0;
                closed = true;
            }
        }
    }
}
