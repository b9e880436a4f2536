package io.github.tmuxmcp.tool;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Turns JSON arguments into an input record, or refuses them with the argument's name, its bounds and what was expected. Nothing is
 * converted from one JSON type to another; only {@code 5.0} is an integer, as JSON Schema has it.
 */
final class Binder<I> {
    /** A refused value is shown up to this many characters. */
    private static final int SHOWN_CHARACTERS = 200;

    private final String tool;
    private final List<Argument> arguments;
    private final List<String> names;
    private final Constructor<I> constructor;
    private final NullPolicy nulls;
    /** For the lists of objects among the arguments. */
    private final Map<String, Binder<?>> elements = new HashMap<>();

    Binder(String tool, Class<I> input, NullPolicy nulls) {
        this.tool = tool;
        this.nulls = nulls;
        arguments = Argument.of(input);
        names = arguments.stream().map(Argument::name).toList();
        for (Argument argument : arguments) {
            if (argument.kind() == List.class && argument.elements().isRecord()) {
                elements.put(argument.name(), new Binder<>(argument.name(), argument.elements(), nulls));
            }
        }
        try {
            constructor = input.getDeclaredConstructor(Arrays.stream(input.getRecordComponents())
                    .map(RecordComponent::getType)
                    .toArray(Class<?>[]::new));
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("a record without its constructor: " + input, e);
        }
        constructor.setAccessible(true);
    }

    /**
     * @throws ToolFailure of kind {@link ToolFailure#INVALID_ARGUMENT}
     */
    I bind(Map<String, ? extends @Nullable Object> given) {
        for (String name : given.keySet()) {
            if (!names.contains(name)) {
                throw unknown(name);
            }
        }
        Object[] values = new Object[arguments.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = value(arguments.get(i), given);
        }
        try {
            return constructor.newInstance(values);
        } catch (InvocationTargetException e) {
            throw refusedByRecord(e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot make the input of " + tool, e);
        }
    }

    private static RuntimeException refusedByRecord(InvocationTargetException e) {
        if (e.getCause() instanceof ToolFailure failure) {
            return failure;
        }
        if (e.getCause() instanceof IllegalArgumentException refusal && refusal.getMessage() != null) {
            return new ToolFailure(ToolFailure.INVALID_ARGUMENT, refusal.getMessage());
        }
        return new IllegalStateException("an input record failed", e.getCause());
    }

    private @Nullable Object value(Argument argument, Map<String, ? extends @Nullable Object> given) {
        Object value = given.get(argument.name());
        if (value != null) {
            return converted(argument, value);
        }
        if (given.containsKey(argument.name()) && nulls == NullPolicy.REFUSE) {
            throw refused(argument, null, argument.required() ? "" : "; leave it out instead");
        }
        if (argument.required()) {
            throw new ToolFailure(
                    ToolFailure.INVALID_ARGUMENT,
                    "missing argument \"" + argument.name() + "\": expected " + argument.expected() + ". " + takes());
        }
        return argument.fallback() == null ? null : fallback(argument, argument.fallback());
    }

    private Object converted(Argument argument, Object value) {
        Class<?> kind = argument.kind();
        if (kind == String.class && value instanceof String text && fits(argument, text)) {
            return text;
        }
        if (kind == Boolean.class && value instanceof Boolean) {
            return value;
        }
        if (kind == Double.class && value instanceof Number number) {
            double real = number.doubleValue();
            if (Double.isFinite(real) && inRange(argument, real)) {
                return real;
            }
        }
        if ((kind == Integer.class || kind == Long.class) && value instanceof Number number) {
            Long integer = integer(number, kind);
            if (integer != null && inRange(argument, integer)) {
                return kind == Long.class ? (Object) integer : (Object) integer.intValue();
            }
        }
        if (kind == List.class && value instanceof List<?> list) {
            Items items = argument.items();
            if (items != null && (list.size() < items.min() || list.size() > items.max())) {
                throw refused(argument, list, "");
            }
            Binder<?> element = elements.get(argument.name());
            return element == null ? strings(argument, list) : objects(argument, element, list);
        }
        if (kind == Map.class && value instanceof Map<?, ?>) {
            return value;
        }
        if (kind.isEnum() && value instanceof String text) {
            int index = Argument.names(kind).indexOf(text);
            if (index >= 0) {
                return kind.getEnumConstants()[index];
            }
        }
        throw refused(argument, value, "");
    }

    private List<String> strings(Argument argument, List<?> list) {
        List<String> strings = new ArrayList<>(list.size());
        for (Object element : list) {
            if (!(element instanceof String text) || !fits(argument, text)) {
                throw new ToolFailure(
                        ToolFailure.INVALID_ARGUMENT,
                        "\"" + argument.name() + "\" must be " + argument.expected() + "; element " + strings.size()
                                + " is " + shown(element));
            }
            strings.add(text);
        }
        return List.copyOf(strings);
    }

    private static List<Object> objects(Argument argument, Binder<?> element, List<?> list) {
        List<Object> objects = new ArrayList<>(list.size());
        for (Object given : list) {
            String place = "\"" + argument.name() + "\" element " + objects.size();
            if (!(given instanceof Map<?, ?> map)) {
                throw new ToolFailure(ToolFailure.INVALID_ARGUMENT, place + " must be an object, not " + shown(given));
            }
            try {
                objects.add(element.bind(named(map)));
            } catch (ToolFailure e) {
                throw new ToolFailure(ToolFailure.INVALID_ARGUMENT, place + ": " + e.message());
            }
        }
        return List.copyOf(objects);
    }

    /** JSON has names for keys only. */
    @SuppressWarnings("unchecked")
    private static Map<String, ? extends @Nullable Object> named(Map<?, ?> map) {
        return (Map<String, ? extends @Nullable Object>) map;
    }

    private static boolean fits(Argument argument, String text) {
        Size size = argument.size();
        if (size == null) {
            return true;
        }
        boolean shortEnough = text.length() <= size.max() || text.codePointCount(0, text.length()) <= size.max();
        return shortEnough && (size.pattern().isEmpty() || text.matches(size.pattern()));
    }

    private static boolean inRange(Argument argument, double number) {
        Range range = argument.range();
        return range == null || (number >= range.min() && number <= range.max());
    }

    /** The number as an integer of that class, or null when it is none or does not fit. */
    private static @Nullable Long integer(Number number, Class<?> kind) {
        long min = kind == Long.class ? Long.MIN_VALUE : Integer.MIN_VALUE;
        long max = kind == Long.class ? Long.MAX_VALUE : Integer.MAX_VALUE;
        BigDecimal exact = number instanceof BigDecimal decimal ? decimal : BigDecimal.valueOf(number.longValue());
        // The range first: expanding 1e999999999 would take all memory.
        if (exact.compareTo(BigDecimal.valueOf(min)) < 0 || exact.compareTo(BigDecimal.valueOf(max)) > 0) {
            return null;
        }
        long whole = exact.longValue();
        return BigDecimal.valueOf(whole).compareTo(exact) == 0 ? whole : null;
    }

    private static Object fallback(Argument argument, String text) {
        Class<?> kind = argument.kind();
        if (kind == Double.class) {
            return Double.valueOf(text);
        }
        if (kind == Integer.class) {
            return Integer.valueOf(text);
        }
        if (kind == Long.class) {
            return Long.valueOf(text);
        }
        if (kind == Boolean.class) {
            return Boolean.valueOf(text);
        }
        return kind.isEnum() ? kind.getEnumConstants()[Argument.names(kind).indexOf(text)] : text;
    }

    private ToolFailure unknown(String name) {
        String near = NearMiss.of(name, names);
        return new ToolFailure(
                ToolFailure.INVALID_ARGUMENT,
                "unknown argument " + shown(name) + (near == null ? ". " : "; did you mean \"" + near + "\"? ")
                        + takes());
    }

    private String takes() {
        return tool + " takes" + (names.isEmpty() ? " no arguments" : ": " + String.join(", ", names));
    }

    private static ToolFailure refused(Argument argument, @Nullable Object value, String advice) {
        return new ToolFailure(
                ToolFailure.INVALID_ARGUMENT,
                "\"" + argument.name() + "\" must be " + argument.expected() + ", not " + shown(value) + advice);
    }

    private static String shown(@Nullable Object value) {
        if (value instanceof List<?> list) {
            return "a list of " + list.size();
        }
        if (value instanceof Map<?, ?>) {
            return "an object";
        }
        if (value instanceof String text) {
            return text.length() <= SHOWN_CHARACTERS
                    ? "\"" + text + "\""
                    : "\"" + text.substring(0, SHOWN_CHARACTERS) + "…\" (" + text.length() + " characters)";
        }
        String text = String.valueOf(value);
        return text.length() <= SHOWN_CHARACTERS ? text : text.substring(0, SHOWN_CHARACTERS) + "…";
    }
}
