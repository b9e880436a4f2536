package io.github.tmuxmcp.tool;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * JSON as plain values: {@code Map}, {@code List}, {@code String}, {@code Long} or {@code BigDecimal}, {@code Boolean}, null. Jackson's
 * streaming core alone: its data binding would load six hundred classes at start-up.
 */
public final class Json {
    /** Objects and arrays inside one another, at the most. */
    public static final int MAX_NESTING = 500;
    /** Characters of one string, at the most; reading one takes six bytes of heap a character for a moment. */
    public static final int MAX_STRING = 8 << 20;
    /** Tokens of one message, at the most: a line of a million empty lists would take twenty times its length of heap. */
    public static final int MAX_TOKENS = 200_000;
    /** Characters of one number, at the most. */
    public static final int MAX_NUMBER = 1000;

    /** Bounded, and an object that has a name twice is refused: readers that take the first and the last one see different requests. */
    public static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_NESTING)
                    .maxStringLength(MAX_STRING)
                    .maxTokenCount(MAX_TOKENS)
                    .maxNumberLength(MAX_NUMBER)
                    .build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    static {
        FACTORY.setCharacterEscapes(new LineSafeEscapes());
    }

    /** For what we wrote ourselves; made when it is first needed. */
    private static final class Unbounded {
        private static final JsonFactory FACTORY = JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxStringLength(Integer.MAX_VALUE)
                        .build())
                .build();

        private Unbounded() {}
    }

    private Json() {}

    /** Reads the value at the parser's current token and leaves the parser at its last token. */
    public static @Nullable Object read(JsonParser parser) throws IOException {
        return switch (parser.currentToken()) {
            case START_OBJECT -> object(parser);
            case START_ARRAY -> array(parser);
            case VALUE_STRING -> parser.getText();
            case VALUE_NUMBER_INT -> integer(parser);
            case VALUE_NUMBER_FLOAT -> new BigDecimal(parser.getText());
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            case FIELD_NAME, END_OBJECT, END_ARRAY, VALUE_EMBEDDED_OBJECT, NOT_AVAILABLE ->
                throw new IllegalStateException("no value here");
        };
    }

    /**
     * Reads a text of our own making that is one JSON value; of whatever length.
     *
     * @throws IllegalArgumentException when it is not
     */
    public static @Nullable Object parse(String text) {
        try (JsonParser parser = Unbounded.FACTORY.createParser(text)) {
            parser.nextToken();
            Object value = read(parser);
            if (parser.nextToken() != null) {
                throw new IllegalArgumentException("more than one JSON value");
            }
            return value;
        } catch (IOException e) {
            throw new IllegalArgumentException("no JSON", e);
        }
    }

    private static Map<String, @Nullable Object> object(JsonParser parser) throws IOException {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            parser.nextToken();
            members.put(name, read(parser));
        }
        return members;
    }

    private static List<@Nullable Object> array(JsonParser parser) throws IOException {
        List<@Nullable Object> elements = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            elements.add(read(parser));
        }
        return elements;
    }

    private static Number integer(JsonParser parser) throws IOException {
        return switch (parser.getNumberType()) {
            case INT, LONG -> (Number) parser.getLongValue();
            case BIG_INTEGER, FLOAT, DOUBLE, BIG_DECIMAL -> (Number) new BigDecimal(parser.getText());
        };
    }

    /** Writes a plain value. Half of a surrogate pair becomes U+FFFD, so that the bytes are always UTF-8. */
    public static void write(JsonGenerator generator, @Nullable Object value) throws IOException {
        if (value == null) {
            generator.writeNull();
        } else if (value instanceof String text) {
            generator.writeString(wellFormed(text));
        } else if (value instanceof Boolean flag) {
            generator.writeBoolean(flag);
        } else if (value instanceof Integer || value instanceof Long) {
            generator.writeNumber(((Number) value).longValue());
        } else if (value instanceof BigDecimal decimal) {
            generator.writeNumber(decimal);
        } else if (value instanceof Double real) {
            writeReal(generator, real);
        } else if (value instanceof List<?> list) {
            generator.writeStartArray();
            for (Object element : list) {
                write(generator, element);
            }
            generator.writeEndArray();
        } else if (value instanceof Map<?, ?> map) {
            generator.writeStartObject();
            for (Map.Entry<?, ?> member : map.entrySet()) {
                generator.writeFieldName(wellFormed(String.valueOf(member.getKey())));
                write(generator, member.getValue());
            }
            generator.writeEndObject();
        } else {
            throw new IllegalArgumentException("no JSON value: " + value.getClass());
        }
    }

    private static void writeReal(JsonGenerator generator, double real) throws IOException {
        Number plain = Argument.plain(real);
        if (plain instanceof Long whole) {
            generator.writeNumber(whole);
        } else if (Double.isFinite(real)) {
            generator.writeNumber(real);
        } else {
            generator.writeNull();
        }
    }

    /** The text with each half of a surrogate pair replaced by U+FFFD. */
    public static String wellFormed(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                return replacingHalves(text, i);
            }
        }
        return text;
    }

    private static String replacingHalves(String text, int from) {
        StringBuilder whole = new StringBuilder(text.length()).append(text, 0, from);
        int i = from;
        while (i < text.length()) {
            int codePoint = text.codePointAt(i);
            boolean half = codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
            whole.appendCodePoint(half ? 0xFFFD : codePoint);
            i += Character.charCount(codePoint);
        }
        return whole.toString();
    }

    /** An output record on one line, as the answer of its tool has it. */
    public static String ofRecord(Record output) {
        return RecordWriter.json(output);
    }

    /** A plain value on one line. */
    public static String compact(Object value) {
        StringWriter text = new StringWriter();
        try (JsonGenerator generator = FACTORY.createGenerator(text)) {
            write(generator, value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    /** A plain value for a person's eyes. */
    public static String pretty(Object value) {
        Separators separators =
                Separators.createDefaultInstance().withObjectFieldValueSpacing(Separators.Spacing.AFTER);
        DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
        StringWriter text = new StringWriter();
        try (JsonGenerator generator = FACTORY.createGenerator(text)) {
            generator.setPrettyPrinter(new DefaultPrettyPrinter(separators)
                    .withObjectIndenter(indenter)
                    .withArrayIndenter(indenter));
            write(generator, value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }
}
