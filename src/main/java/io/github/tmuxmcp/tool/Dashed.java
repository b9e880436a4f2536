package io.github.tmuxmcp.tool;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The constants of this enum stand on the wire with dashes: {@code TOP_LEFT} is {@code top-left}, not {@code top_left}. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Dashed {}
