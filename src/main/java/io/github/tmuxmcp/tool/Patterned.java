package io.github.tmuxmcp.tool;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** What a string looks like as a whole, for a list of strings each of them. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Patterned {
    /** A regular expression with the same meaning in Java and in JSON Schema, from {@code ^} to {@code $}. */
    String value();

    /** The same in words, such as {@code a letter, then letters, digits and _}. */
    String words();
}
