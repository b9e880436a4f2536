/**
 * Level 1: a pane's bytes become text or a screen. Bytes until someone needs text. The only package that knows JLine. Uses {@code limits}.
 *
 * <p>{@link VtParser} turns bytes into tokens; {@link VtHandler}s read them: {@link OutputText} makes clean, bounded text, {@link FullScreen} watches
 * for full-screen programs and keeps their {@link Screen}. One parser may feed several of them. {@link Utf8Text} cleans short strings.
 *
 * <p>Nothing here locks: each object belongs to the thread that feeds it. A {@link TextSnapshot} may go anywhere.
 */
@NullMarked
package io.github.tmuxmcp.terminal;

import org.jspecify.annotations.NullMarked;
