package io.github.tmuxmcp.tool;

import java.lang.reflect.AnnotatedType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A record component as the wire sees it.
 *
 * @param name in {@code snake_case}
 * @param required false when the component is {@code @Nullable} or has a default
 */
record Argument(
        String name,
        Type type,
        boolean required,
        @Nullable String doc,
        @Nullable Range range,
        @Nullable Items items,
        @Nullable Size size,
        @Nullable String fallback) {

    /** The components of an input record, in order. */
    static List<Argument> of(Class<?> type) {
        List<Argument> arguments = new ArrayList<>();
        for (RecordComponent component : type.getRecordComponents()) {
            arguments.add(of(component, snakeCase(component.getName())));
        }
        return List.copyOf(arguments);
    }

    /** The components of an output record, in order. */
    static List<Argument> ofOutput(Class<?> type) {
        List<Argument> arguments = new ArrayList<>();
        for (RecordComponent component : type.getRecordComponents()) {
            arguments.add(of(component, outputName(component)));
        }
        return List.copyOf(arguments);
    }

    private static Argument of(RecordComponent component, String name) {
        AnnotatedType type = component.getAnnotatedType();
        Doc doc = component.getAnnotation(Doc.class);
        Default fallback = component.getAnnotation(Default.class);
        return new Argument(
                name,
                component.getGenericType(),
                fallback == null && !type.isAnnotationPresent(Nullable.class),
                doc == null ? null : doc.value(),
                component.getAnnotation(Range.class),
                component.getAnnotation(Items.class),
                component.getAnnotation(Size.class),
                fallback == null ? null : fallback.value());
    }

    /** The class of the value, boxed; {@code List.class} for a list of anything. */
    Class<?> kind() {
        return kind(type);
    }

    static Class<?> kind(Type type) {
        if (type instanceof ParameterizedType generic) {
            return (Class<?>) generic.getRawType();
        }
        if (type == int.class) {
            return Integer.class;
        }
        if (type == long.class) {
            return Long.class;
        }
        if (type == double.class) {
            return Double.class;
        }
        return type == boolean.class ? Boolean.class : (Class<?>) type;
    }

    /** The class of the elements, for a list. */
    Class<?> elements() {
        return kind(((ParameterizedType) type).getActualTypeArguments()[0]);
    }

    /** What a caller may write, such as {@code a number from 0.1 to 3600}. */
    String expected() {
        Class<?> kind = kind();
        if (kind == Double.class) {
            return "a number" + bounds();
        }
        if (kind == Integer.class || kind == Long.class) {
            return "an integer" + bounds();
        }
        if (kind == Boolean.class) {
            return "true or false";
        }
        if (kind == List.class) {
            return "a list of" + (items != null && items.min() > 0 ? " at least " + items.min() : "")
                    + (items != null && items.max() < Integer.MAX_VALUE ? " at most " + items.max() : "")
                    + (elements().isRecord() ? " object" : " string")
                    + (items != null && items.min() == 1 && items.max() == Integer.MAX_VALUE ? "" : "s")
                    + sizeBound();
        }
        if (kind.isEnum()) {
            return "one of " + String.join(", ", names(kind));
        }
        return kind == Map.class ? "an object" : "a string" + sizeBound();
    }

    private String sizeBound() {
        if (size == null) {
            return "";
        }
        return (size.max() == Integer.MAX_VALUE ? "" : " of at most " + size.max() + " characters")
                + (size.words().isEmpty() ? "" : " (" + size.words() + ")");
    }

    private String bounds() {
        if (range == null) {
            return "";
        }
        boolean low = Double.isFinite(range.min());
        boolean high = Double.isFinite(range.max());
        if (low && high) {
            return " from " + plain(range.min()) + " to " + plain(range.max());
        }
        return low ? " of at least " + plain(range.min()) : high ? " of at most " + plain(range.max()) : "";
    }

    /** A bound as a person writes it: an integer without its {@code .0}. */
    static Number plain(double number) {
        return number == Math.rint(number) && Math.abs(number) < 1e15 ? (Number) (long) number : (Number) number;
    }

    /** The constants of an enum as the wire names them. */
    static List<String> names(Class<?> type) {
        List<String> names = new ArrayList<>();
        for (Object constant : type.getEnumConstants()) {
            names.add(name((Enum<?>) constant));
        }
        return names;
    }

    /** A constant as the wire names it. */
    static String name(Enum<?> constant) {
        String name = constant.name().toLowerCase(Locale.ROOT);
        return constant.getDeclaringClass().isAnnotationPresent(Dashed.class) ? name.replace('_', '-') : name;
    }

    /** A component of an output record as the wire names it. */
    static String outputName(RecordComponent component) {
        return component.getDeclaringRecord().isAnnotationPresent(CamelCase.class)
                ? component.getName()
                : snakeCase(component.getName());
    }

    private static String snakeCase(String name) {
        StringBuilder snake = new StringBuilder();
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (Character.isUpperCase(c)) {
                snake.append('_');
            }
            snake.append(Character.toLowerCase(c));
        }
        return snake.toString();
    }
}
