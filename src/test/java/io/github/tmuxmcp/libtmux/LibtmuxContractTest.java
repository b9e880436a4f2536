package io.github.tmuxmcp.libtmux;

import static io.github.tmuxmcp.libtmux.JsonSchema.map;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tmuxmcp.libtmux.service.CapabilityRow;
import io.github.tmuxmcp.libtmux.service.CapabilityRow.Literalization;
import io.github.tmuxmcp.libtmux.service.CapabilityRow.OutputClass;
import io.github.tmuxmcp.libtmux.service.CapabilityRow.ProcessReach;
import io.github.tmuxmcp.libtmux.service.CapabilityRow.TmuxEffect;
import io.github.tmuxmcp.libtmux.service.Connection;
import io.github.tmuxmcp.libtmux.service.ErrorKind;
import io.github.tmuxmcp.libtmux.service.Patterns;
import io.github.tmuxmcp.libtmux.service.Toolset;
import io.github.tmuxmcp.tool.Catalog;
import io.github.tmuxmcp.tool.Dispatcher;
import io.github.tmuxmcp.tool.Json;
import io.github.tmuxmcp.tool.NullPolicy;
import io.github.tmuxmcp.tool.Selection;
import io.github.tmuxmcp.tool.TextResult;
import io.github.tmuxmcp.tool.Tool;
import io.github.tmuxmcp.tool.ToolAnswer;
import io.github.tmuxmcp.tool.ToolsJson;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Our tools against what clients of this tool set were written for: the same calls are taken, every answer is one they know. */
final class LibtmuxContractTest {
    private static final List<LibtmuxContract.Described> OURS =
            LibtmuxContract.described(map(Json.parse(ToolsJson.list(LibtmuxSurface.describe(DeclaredTools.ALL)))));

    private static final Dispatcher<Object> BINDING =
            new Dispatcher<>(new Catalog<>(DeclaredTools.BINDING), new Object(), NullPolicy.ABSENT);

    record Nothing() {}

    static List<LibtmuxContract.Described> inspectTools() {
        return LibtmuxContract.tools().stream()
                .filter(tool -> row(tool).get("toolset").equals("inspect"))
                .toList();
    }

    static List<LibtmuxContract.Described> allTools() {
        return LibtmuxContract.tools();
    }

    private static Map<String, Object> row(LibtmuxContract.Described tool) {
        return map(tool.meta().get(CapabilityRow.META_KEY));
    }

    private static LibtmuxContract.Described ours(LibtmuxContract.Described tool) {
        return OURS.stream()
                .filter(our -> our.name().equals(tool.name()))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void theInspectToolsAreThese() {
        assertThat(OURS)
                .extracting(LibtmuxContract.Described::name)
                .containsExactlyElementsOf(inspectTools().stream()
                        .map(LibtmuxContract.Described::name)
                        .toList());
    }

    @ParameterizedTest
    @MethodSource("inspectTools")
    void annotationsAndRowAreThese(LibtmuxContract.Described tool) {
        assertThat(ours(tool).annotations()).isEqualTo(tool.annotations());
        assertThat(ours(tool).meta()).isEqualTo(tool.meta());
    }

    /** Of every tool of the contract, those included that are still to come. */
    @ParameterizedTest
    @MethodSource("allTools")
    void theHintsFollowFromTheRow(LibtmuxContract.Described tool) {
        CapabilityRow row = capabilityRow(tool);
        assertThat(row.capability().annotations()).isEqualTo(tool.annotations());
        assertThat(row.meta()).isEqualTo(tool.meta());
    }

    private static CapabilityRow capabilityRow(LibtmuxContract.Described tool) {
        Map<String, Object> row = row(tool);
        Map<String, Literalization> literalization = new LinkedHashMap<>();
        map(row.get("inputLiteralization"))
                .forEach((argument, how) -> literalization.put(argument, constant(Literalization.class, how)));
        boolean teardown = row.get("toolset").equals("teardown");
        boolean idempotent = tool.annotations().get("idempotentHint").equals(true);
        boolean readOnly = tool.annotations().get("readOnlyHint").equals(true);
        return new CapabilityRow(
                constant(Toolset.class, row.get("toolset")),
                constant(ProcessReach.class, row.get("processReach")),
                constants(TmuxEffect.class, row.get("tmuxEffects")),
                constants(OutputClass.class, row.get("outputClasses")),
                literalization,
                strings(row.get("nestedAuthority")),
                row.get("amplifiesFutureInput").equals(true),
                idempotent && !readOnly && !teardown,
                tool.meta().containsKey("anthropic/alwaysLoad"));
    }

    private static <E extends Enum<E>> E constant(Class<E> type, Object word) {
        return Enum.valueOf(type, word.toString().toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    private static <E extends Enum<E>> List<E> constants(Class<E> type, Object words) {
        return ((List<?>) words).stream().map(word -> constant(type, word)).toList();
    }

    private static List<String> strings(Object words) {
        return ((List<?>) words).stream().map(Object::toString).toList();
    }

    @Test
    void theReportOfAServerThatServesEverythingIsThis() {
        List<Tool<Object, ?, ?>> everything = allTools().stream()
                .<Tool<Object, ?, ?>>map(tool -> Tool.of(
                        tool.name(),
                        "",
                        "x",
                        capabilityRow(tool).capability(),
                        Nothing.class,
                        TextResult.class,
                        (services, input, call) -> TextResult.of("")))
                .toList();
        LibtmuxSurface<Object> surface = new LibtmuxSurface<>(
                everything,
                Selection.Request.DEFAULT,
                new Connection("name:libtmux-mcp", Connection.Provenance.DEDICATED_MINIMAL, "<tmux>", "<socket-path>"),
                List.of());
        Map<String, Object> report = map(Json.parse(surface.capabilitiesJson()));
        assertThat(report.remove("limitations")).isEqualTo(List.of());
        ((List<?>) report.get("tools")).forEach(tool -> map(tool).remove("title"));
        assertThat(report).isEqualTo(LibtmuxContract.report());
    }

    @ParameterizedTest
    @MethodSource("inspectTools")
    void whatTheContractTakesIsTaken(LibtmuxContract.Described tool) throws InterruptedException {
        SchemaSamples samples = new SchemaSamples(tool.input());
        List<Object> inputs = samples.valid(tool.input());
        assertThat(inputs).isNotEmpty();
        for (Object input : inputs) {
            assertThat(JsonSchema.faults(tool.input(), input)).isEmpty();
            Map<String, Object> arguments = map(input);
            if (!isRefusedByTheContractsServerToo(tool, arguments)) {
                assertThat(call(tool, arguments).text())
                        .as("%s", shortened(arguments))
                        .isEqualTo("taken");
            }
        }
    }

    /** Its schema says that any string is a corner, and any number of bytes a pattern. */
    private static boolean isRefusedByTheContractsServerToo(
            LibtmuxContract.Described tool, Map<String, Object> arguments) {
        return tool.name().equals("find_pane_by_position")
                        && !LibtmuxContract.words("corner").contains(arguments.get("corner"))
                || tool.name().equals("wait_for_text")
                        && Stream.of("patterns", "stop").anyMatch(name -> isTooLong(arguments.get(name)));
    }

    private static boolean isTooLong(Object patterns) {
        return patterns instanceof List<?> list
                && list.stream()
                                .mapToInt(pattern -> pattern.toString().length())
                                .sum()
                        > Patterns.MOST_BYTES_TOGETHER;
    }

    @Test
    void everyCornerIsTaken() throws InterruptedException {
        LibtmuxContract.Described tool = LibtmuxContract.tool("find_pane_by_position");
        for (Object corner : LibtmuxContract.words("corner")) {
            assertThat(call(tool, Map.of("window", "@1", "corner", corner)).isError())
                    .isFalse();
        }
    }

    @ParameterizedTest
    @MethodSource("inspectTools")
    void whatTheContractRefusesIsRefusedByTheNameOfTheArgument(LibtmuxContract.Described tool)
            throws InterruptedException {
        SchemaSamples samples = new SchemaSamples(tool.input());
        Map<String, Object> good = map(samples.valid(tool.input()).get(0));
        if (tool.name().equals("find_pane_by_position")) {
            good.put("corner", "top-left");
        }
        Map<String, Object> properties = map(tool.input().get("properties"));
        properties.forEach((name, schema) -> {
            for (Object bad : samples.invalid(map(schema))) {
                Map<String, Object> arguments = new LinkedHashMap<>(good);
                arguments.put(name, bad);
                // A wait may have a fraction of a second.
                if (!(name.equals("seconds") && bad instanceof Number number && number.doubleValue() >= 0)) {
                    assertRefused(tool, arguments, name);
                }
            }
        });
        for (String name : strings(tool.input().getOrDefault("required", List.of()))) {
            Map<String, Object> without = new LinkedHashMap<>(good);
            without.remove(name);
            assertRefused(tool, without, name);
        }
    }

    @ParameterizedTest
    @MethodSource("inspectTools")
    void anUnknownArgumentIsRefused(LibtmuxContract.Described tool) throws InterruptedException {
        Map<String, Object> arguments = new LinkedHashMap<>(
                map(new SchemaSamples(tool.input()).valid(tool.input()).get(0)));
        arguments.put("no_such_argument", 1L);
        assertThat(call(tool, arguments).text()).startsWith("unknown argument \"no_such_argument\"");
    }

    @ParameterizedTest
    @MethodSource("inspectTools")
    void nullIsTheSameAsAbsentWhereAnArgumentMayBeAbsent(LibtmuxContract.Described tool) throws InterruptedException {
        Map<String, Object> arguments = new LinkedHashMap<>(
                map(new SchemaSamples(tool.input()).valid(tool.input()).get(0)));
        if (tool.name().equals("find_pane_by_position")) {
            arguments.put("corner", "top-left");
        }
        List<?> required = (List<?>) ours(tool).input().getOrDefault("required", List.of());
        map(ours(tool).input().get("properties")).keySet().stream()
                .filter(name -> !required.contains(name))
                .forEach(name -> arguments.put(name, null));
        assertThat(call(tool, arguments).text()).isEqualTo("taken");
    }

    @Test
    void aWaitIsAnyNumberOfSecondsUpToSixHundred() throws InterruptedException {
        LibtmuxContract.Described tool = LibtmuxContract.tool("wait_for_text");
        for (String seconds : List.of("0", "0.25", "600", "600.0", "1e2")) {
            assertThat(call(tool, Map.of("pane", "%1", "seconds", Json.parse(seconds)))
                            .text())
                    .isEqualTo("taken");
        }
        for (String seconds : List.of("600.001", "601", "-0.1", "1e9")) {
            assertRefused(tool, Map.of("pane", "%1", "seconds", Json.parse(seconds)), "seconds");
        }
    }

    /** What our schema allows to answer, the schema allows that clients were written for. */
    @ParameterizedTest
    @MethodSource("inspectTools")
    void everyAnswerIsOneThatClientsKnow(LibtmuxContract.Described tool) {
        Map<String, Object> schema = ours(tool).output();
        List<Object> answers = new SchemaSamples(schema).valid(schema);
        assertThat(answers).isNotEmpty();
        for (Object answer : answers) {
            assertThat(JsonSchema.faults(schema, answer)).isEmpty();
            if (map(answer).keySet().containsAll((List<?>) tool.output().get("required"))) {
                assertThat(JsonSchema.faults(tool.output(), answer))
                        .as("%s", shortened(answer))
                        .isEmpty();
            }
        }
        assertThat(strings(schema.get("required")))
                .containsAll(strings(tool.output().get("required")));
    }

    @Test
    void theWordsAreThese() {
        assertThat(Toolset.NAMES).isEqualTo(LibtmuxContract.words("toolset"));
        assertThat(Arrays.stream(ErrorKind.values()).map(ErrorKind::wireName).toList())
                .isEqualTo(LibtmuxContract.words("errorKinds"));
        assertThat(Arrays.stream(Connection.Provenance.values())
                        .map(provenance -> new Connection("name:x", provenance, "tmux", "/x").connection())
                        .map(connection -> List.of(
                                connection.get("socketProvenance"),
                                connection.get("serverState"),
                                connection.get("configurationProvenance"))))
                .containsExactlyInAnyOrderElementsOf(LibtmuxContract.words("provenanceRows").stream()
                        .<List<Object>>map(words -> List.copyOf((List<?>) words))
                        .toList());
    }

    private static void assertRefused(LibtmuxContract.Described tool, Map<String, Object> arguments, String name) {
        try {
            ToolAnswer answer = call(tool, arguments);
            assertThat(answer.isError())
                    .as("%s %s", tool.name(), shortened(arguments))
                    .isTrue();
            assertThat(answer.text()).contains("\"" + name + "\"").hasLineCount(1);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static ToolAnswer call(LibtmuxContract.Described tool, Map<String, Object> arguments)
            throws InterruptedException {
        return BINDING.call(tool.name(), arguments, new NoCall());
    }

    private static String shortened(Object value) {
        String text = String.valueOf(value);
        return text.length() > 300 ? text.substring(0, 300) : text;
    }
}
