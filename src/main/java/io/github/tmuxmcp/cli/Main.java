package io.github.tmuxmcp.cli;

/** The program's entry. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        System.exit(2);
    }
}
