package io.github.tmuxmcp.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BinderTest {
    private static final String GOOD = "'command':'ls','keys':['a']";

    private final Binder<Sample.Input> binder = new Binder<>("sample_tool", Sample.Input.class, NullPolicy.REFUSE);
    private final Binder<Sample.Operations> operations =
            new Binder<>("sample_batch", Sample.Operations.class, NullPolicy.ABSENT);

    @Test
    void allThatIsGivenArrives() {
        assertThat(binder.bind(json("{'command':'ls','keys':['a','b'],'timeout':0.1,'size':95,'wait_for':'x',"
                        + "'select':true,'direction':'right_of','names':[],'pause':0}")))
                .isEqualTo(new Sample.Input(
                        "ls", List.of("a", "b"), 0.1, 95, "x", true, Sample.Direction.RIGHT_OF, List.of(), 0.0));
    }

    @Test
    void whatIsLeftOutIsAbsentOrItsDefault() {
        assertThat(binder.bind(json("{" + GOOD + "}")))
                .isEqualTo(new Sample.Input(
                        "ls", List.of("a"), null, null, null, false, Sample.Direction.BELOW, null, 2.5));
    }

    @Test
    void objectsInAListAreBoundLikeArguments() {
        assertThat(operations.bind(json("{'operations':[{'tool':'a'},{'tool':'b','arguments':{'x':[1]}}],"
                        + "'names':['abc'],'corner':'top-left'}")))
                .isEqualTo(new Sample.Operations(
                        List.of(new Sample.Operation("a", null), new Sample.Operation("b", Map.of("x", List.of(1L)))),
                        List.of("abc"),
                        Sample.Corner.TOP_LEFT));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'operations':[]              | \"operations\" must be a list of at least 1 at most 2 objects, not a list of 0",
                "'operations':['a']           | \"operations\" element 0 must be an object, not \"a\"",
                "'operations':[{'tool':'a'},{}] | \"operations\" element 1: missing argument \"tool\": expected a string. "
                        + "operations takes: tool, arguments",
                "'operations':[{'tool':'a','arguments':[]}] | \"operations\" element 0: \"arguments\" must be an object, "
                        + "not a list of 0",
                "'operations':[{'tool':'a'}],'names':['a','B'] | \"names\" must be a list of strings (small letters); "
                        + "element 1 is \"B\"",
                "'operations':[{'tool':'a'}],'corner':'top_left' | \"corner\" must be one of top-left, right, not \"top_left\""
            })
    void anObjectInAListIsRefusedByItsPlace(String members, String message) {
        assertThat(catchThrowableOfType(ToolFailure.class, () -> operations.bind(json("{" + members + "}"))))
                .hasMessage(message);
    }

    @ParameterizedTest
    @CsvSource({"5.0", "5", "5e0", "50E-1", "0.5e1"})
    void anIntegerMayBeWrittenAsARealNumber(String number) {
        assertThat(binder.bind(json("{" + GOOD + ",'size':" + number + "}")).size())
                .isEqualTo(5);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'time_out':5        | unknown argument \"time_out\"; did you mean \"timeout\"? sample_tool takes: command, keys, "
                        + "timeout, size, wait_for, select, direction, names, pause",
                "'Timeout':5         | unknown argument \"Timeout\"; did you mean \"timeout\"? sample_tool takes: command, keys, "
                        + "timeout, size, wait_for, select, direction, names, pause",
                "'waitfor':5         | unknown argument \"waitfor\"; did you mean \"wait_for\"? sample_tool takes: command, keys, "
                        + "timeout, size, wait_for, select, direction, names, pause",
                "'zzzzzz':5          | unknown argument \"zzzzzz\". sample_tool takes: command, keys, timeout, size, wait_for, "
                        + "select, direction, names, pause",
                "'timeout':'5'       | \"timeout\" must be a number from 0.1 to 3600, not \"5\"",
                "'timeout':true      | \"timeout\" must be a number from 0.1 to 3600, not true",
                "'timeout':0         | \"timeout\" must be a number from 0.1 to 3600, not 0",
                "'timeout':3600.001  | \"timeout\" must be a number from 0.1 to 3600, not 3600.001",
                "'timeout':1e400     | \"timeout\" must be a number from 0.1 to 3600, not 1E+400",
                "'timeout':null      | \"timeout\" must be a number from 0.1 to 3600, not null; leave it out instead",
                "'timeout':{}        | \"timeout\" must be a number from 0.1 to 3600, not an object",
                "'size':5.5          | \"size\" must be an integer from 5 to 95, not 5.5",
                "'size':4            | \"size\" must be an integer from 5 to 95, not 4",
                "'size':1e999999999  | \"size\" must be an integer from 5 to 95, not 1E+999999999",
                "'size':99999999999999999999 | \"size\" must be an integer from 5 to 95, not 99999999999999999999",
                "'size':'5'          | \"size\" must be an integer from 5 to 95, not \"5\"",
                "'wait_for':1        | \"wait_for\" must be a string, not 1",
                "'wait_for':true     | \"wait_for\" must be a string, not true",
                "'select':1          | \"select\" must be true or false, not 1",
                "'select':'true'     | \"select\" must be true or false, not \"true\"",
                "'direction':'up'    | \"direction\" must be one of below, right_of, not \"up\"",
                "'direction':'BELOW' | \"direction\" must be one of below, right_of, not \"BELOW\"",
                "'names':'a'         | \"names\" must be a list of strings, not \"a\"",
                "'names':['a',1]     | \"names\" must be a list of strings; element 1 is 1",
                "'names':[null]      | \"names\" must be a list of strings; element 0 is null",
                "'pause':-1          | \"pause\" must be a number of at least 0, not -1"
            })
    void aWrongArgumentIsNamedWithWhatWasExpected(String member, String message) {
        ToolFailure failure = refused(binder, "{" + GOOD + "," + member + "}");
        assertThat(failure.kind()).isEqualTo("invalid_argument");
        assertThat(failure).hasMessage(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'keys':['a']}                   | missing argument \"command\": expected a string of at most 20 characters.",
                "{'command':'ls'}                 | missing argument \"keys\": expected a list of at least 1 string.",
                "{'command':'ls','keys':[]}       | \"keys\" must be a list of at least 1 string, not a list of 0",
                "{'command':null,'keys':['a']}    | \"command\" must be a string of at most 20 characters, not null",
                "{'command':'123456789012345678901','keys':['a']} | \"command\" must be a string of at most 20 characters, not \"1234"
            })
    void whatIsRequiredIsNamed(String arguments, String start) {
        assertThat(refused(binder, arguments)).hasMessageStartingWith(start);
    }

    @Test
    void charactersAreCountedAsCodePoints() {
        assertThat(binder.bind(json("{'command':'" + "😀".repeat(20) + "','keys':['a']}"))
                        .command())
                .hasSize(40);
    }

    @Test
    void aLongValueIsShownInPart() {
        assertThat(refused(binder, "{" + GOOD + ",'select':'" + "x".repeat(5000) + "'}")
                        .message())
                .hasSizeLessThan(300)
                .endsWith("x…\" (5000 characters)");
        assertThat(refused(binder, "{" + GOOD + ",'" + "y".repeat(5000) + "':1}")
                        .message())
                .hasSizeLessThan(400);
    }

    @Test
    void nullMayMeanAbsent() {
        Binder<Sample.Input> lenient = new Binder<>("sample_tool", Sample.Input.class, NullPolicy.ABSENT);
        assertThat(lenient.bind(json("{" + GOOD + ",'timeout':null,'select':null}")))
                .isEqualTo(binder.bind(json("{" + GOOD + "}")));
        assertThat(refused(lenient, "{'command':null,'keys':['a']}"))
                .hasMessageStartingWith("missing argument \"command\"");
    }

    @Test
    void aToolWithoutArgumentsSaysSo() {
        Binder<Sample.Nothing> none = new Binder<>("empty", Sample.Nothing.class, NullPolicy.REFUSE);
        assertThat(none.bind(Map.of())).isEqualTo(new Sample.Nothing());
        assertThat(refused(none, "{'a':1}")).hasMessage("unknown argument \"a\". empty takes no arguments");
    }

    private static ToolFailure refused(Binder<?> binder, String arguments) {
        return catchThrowableOfType(ToolFailure.class, () -> binder.bind(json(arguments)));
    }

    /** Reads an object; ' stands for ". */
    @SuppressWarnings("unchecked")
    static Map<String, @Nullable Object> json(String text) {
        try (JsonParser parser = Json.FACTORY.createParser(text.replace('\'', '"'))) {
            parser.nextToken();
            return (Map<String, @Nullable Object>) Json.read(parser);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
