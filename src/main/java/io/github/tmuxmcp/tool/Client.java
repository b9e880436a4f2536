package io.github.tmuxmcp.tool;

/**
 * Who is calling, as it named itself when the session began.
 *
 * @param name empty when it did not say
 * @param version empty when it did not say
 */
public record Client(String name, String version) {
    /** A client that said nothing about itself. */
    public static final Client UNKNOWN = new Client("", "");
}
