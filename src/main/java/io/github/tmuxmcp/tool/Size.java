package io.github.tmuxmcp.tool;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** What a string may be, for a list of strings each of them. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Size {
    /** Characters (code points, as JSON Schema counts), at the most. */
    int max() default Integer.MAX_VALUE;

    /** A regular expression with the same meaning in Java and in JSON Schema, from {@code ^} to {@code $}; empty: any text. */
    String pattern() default "";

    /** The pattern in words, such as {@code a letter, then letters, digits and _}. */
    String words() default "";
}
