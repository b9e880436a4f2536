package io.github.tmuxmcp.limits;

/** A number of bytes as a person writes it: {@code 4096}, {@code 512K}, {@code 64M}, {@code 1G} (powers of 1,024). */
public record ByteSize(long bytes) {
    public ByteSize {
        if (bytes < 0) {
            throw new IllegalArgumentException("a size is not negative");
        }
    }

    /**
     * Reads a size.
     *
     * @throws IllegalArgumentException when the text is not digits with at most one suffix of K, M or G (either case), or is too large
     */
    public static ByteSize parse(String text) {
        String digits = text;
        long unit = 1;
        if (!text.isEmpty()) {
            switch (Character.toUpperCase(text.charAt(text.length() - 1))) {
                case 'K' -> unit = 1L << 10;
                case 'M' -> unit = 1L << 20;
                case 'G' -> unit = 1L << 30;
                default -> unit = 1;
            }
            if (unit > 1) {
                digits = text.substring(0, text.length() - 1);
            }
        }
        if (digits.isEmpty() || digits.length() > 15 || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
            throw new IllegalArgumentException("expected bytes with K, M or G, such as 64M");
        }
        return new ByteSize(Math.multiplyExact(Long.parseLong(digits), unit));
    }
}
