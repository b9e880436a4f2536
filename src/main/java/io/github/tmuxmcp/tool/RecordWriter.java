package io.github.tmuxmcp.tool;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.SerializedString;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * From an output record to JSON on one line: a member for each component, in order, called as in the schema. A component that is absent is
 * null. What is no record, list, map with strings for keys or enum is a plain JSON value. Any thread.
 */
final class RecordWriter {
    private static final ClassValue<Member[]> MEMBERS = new ClassValue<>() {
        @Override
        protected Member[] computeValue(Class<?> type) {
            RecordComponent[] components = type.getRecordComponents();
            Member[] members = new Member[components.length];
            for (int i = 0; i < members.length; i++) {
                Method accessor = components[i].getAccessor();
                accessor.setAccessible(true);
                members[i] = new Member(new SerializedString(Argument.outputName(components[i])), accessor);
            }
            return members;
        }
    };

    private record Member(SerializedString name, Method accessor) {}

    private RecordWriter() {}

    static String json(Record output) {
        StringWriter text = new StringWriter();
        try (JsonGenerator generator = Json.FACTORY.createGenerator(text)) {
            write(generator, output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    private static void write(JsonGenerator generator, @Nullable Object value) throws IOException {
        if (value instanceof Record output) {
            generator.writeStartObject();
            for (Member member : MEMBERS.get(output.getClass())) {
                generator.writeFieldName(member.name());
                write(generator, of(output, member));
            }
            generator.writeEndObject();
        } else if (value instanceof List<?> list) {
            generator.writeStartArray();
            for (Object element : list) {
                write(generator, element);
            }
            generator.writeEndArray();
        } else if (value instanceof Map<?, ?> map) {
            generator.writeStartObject();
            for (Map.Entry<?, ?> member : map.entrySet()) {
                generator.writeFieldName(Json.wellFormed(String.valueOf(member.getKey())));
                write(generator, member.getValue());
            }
            generator.writeEndObject();
        } else if (value instanceof Enum<?> constant) {
            generator.writeString(Argument.name(constant));
        } else {
            Json.write(generator, value);
        }
    }

    private static @Nullable Object of(Record output, Member member) {
        try {
            return member.accessor().invoke(output);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException(
                    "cannot read " + member.name() + " of " + output.getClass().getSimpleName(), e);
        }
    }
}
