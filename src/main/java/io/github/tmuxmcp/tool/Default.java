package io.github.tmuxmcp.tool;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The value of a component that the caller leaves out, written as the caller would write it ({@code 5}, {@code false}, {@code below}).
 * It stands in the schema, and the handler never sees the component absent.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Default {
    String value();
}
