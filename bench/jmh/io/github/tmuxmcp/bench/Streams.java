package io.github.tmuxmcp.bench;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** What panes print, a megabyte of it. */
final class Streams {
    static final int MEGABYTE = 1_000_000;

    private Streams() {}

    /** The text over and over. */
    static byte[] megabyteOf(String text) {
        byte[] unit = text.getBytes(StandardCharsets.UTF_8);
        byte[] bytes = new byte[MEGABYTE / unit.length * unit.length];
        for (int at = 0; at < bytes.length; at += unit.length) {
            System.arraycopy(unit, 0, bytes, at, unit.length);
        }
        return bytes;
    }

    static byte[] plain() {
        return megabyteOf("src/main/java/Example.java: a line of plain output, 74 characters in all\r\n");
    }

    static byte[] coloured() {
        return megabyteOf("\033[1m\033[32m   Compiling\033[0m example v0.1.0 (\033[38;5;244m/home/user/example\033[m)\r\n");
    }

    /** Progress bars that return to the start of their line. */
    static byte[] bars() {
        StringBuilder text = new StringBuilder();
        for (int percent = 0; percent <= 100; percent++) {
            text.append('\r').append("#".repeat(percent / 2)).append(" ".repeat(50 - percent / 2));
            text.append(' ').append(percent).append(" %\033[K");
        }
        return megabyteOf(text.append("\r\n").toString());
    }

    /** One line without an end. */
    static byte[] oneLine() {
        byte[] bytes = new byte[MEGABYTE];
        Arrays.fill(bytes, (byte) 'x');
        return bytes;
    }

    /** A full-screen program: cells addressed, rows cleared, wide characters. */
    static byte[] fullScreen() {
        StringBuilder text = new StringBuilder();
        for (int row = 1; row <= 50; row++) {
            text.append("\033[").append(row).append(";1H\033[K\033[7m").append(row).append("\033[0m ");
            text.append("PID 4711 user 20 0 漢字 1.2g 300m S 3.4 0.5 0:12.34 process-").append(row);
        }
        return megabyteOf(text.toString());
    }
}
