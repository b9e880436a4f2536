package io.github.tmuxmcp.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tmuxmcp.tool.Catalog;
import io.github.tmuxmcp.tool.Dispatcher;
import io.github.tmuxmcp.tool.TextResult;
import io.github.tmuxmcp.tool.Tool;
import io.github.tmuxmcp.tool.ToolAnswer;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Our tools against the schemas that clients of this tool set were written for: the same calls are taken, the same are refused. */
final class ContractTest {
    private static final BigDecimal STEP = new BigDecimal("0.001");

    /** The tools with handlers that only say that the arguments were taken. */
    private static final Dispatcher<Object> BINDING = new Dispatcher<>(
            new Catalog<>(AgentTools.ALL.stream().map(ContractTest::onlyBinding).toList()), new Object());

    private static <I> Tool<Object, I, TextResult> onlyBinding(Tool<AgentServices, I, ?> tool) {
        return Tool.of(
                tool.name(),
                tool.title(),
                tool.description(),
                tool.capability(),
                tool.input(),
                TextResult.class,
                (services, input, call) -> TextResult.of("taken"));
    }

    static List<Contract.Described> expected() throws IOException {
        return Contract.read(Files.readString(Path.of("src/test/resources/contract/agent-contract.json")));
    }

    private static Contract.Described ours(String name) {
        return Contract.read(AgentTools.toolsListJson()).stream()
                .filter(tool -> tool.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void theToolsAreThese() throws IOException {
        assertThat(Contract.read(AgentTools.toolsListJson()))
                .extracting(Contract.Described::name)
                .containsExactlyElementsOf(
                        expected().stream().map(Contract.Described::name).toList());
    }

    @ParameterizedTest
    @MethodSource("expected")
    void argumentsTypesBoundsAndHintsAreThese(Contract.Described expected) {
        Contract.Described ours = ours(expected.name());
        assertThat(ours.annotations()).isEqualTo(expected.annotations());
        assertThat(ours.required()).containsExactlyInAnyOrderElementsOf(expected.required());
        expected.properties().forEach((argument, schema) -> {
            Map<String, Object> said =
                    new LinkedHashMap<>(Contract.map(ours.properties().get(argument)));
            said.remove("description");
            assertThat(said).as("%s.%s", expected.name(), argument).isEqualTo(schema);
        });
    }

    @ParameterizedTest
    @MethodSource("expected")
    void whatTheContractTakesIsTaken(Contract.Described tool) throws InterruptedException {
        assertTaken(tool, minimal(tool));
        Map<String, Object> all = new LinkedHashMap<>();
        tool.properties()
                .forEach((argument, schema) ->
                        all.put(argument, valid(Contract.map(schema)).get(0)));
        assertTaken(tool, all);
        for (Map.Entry<String, Object> property : tool.properties().entrySet()) {
            for (Object value : valid(Contract.map(property.getValue()))) {
                assertTaken(tool, with(minimal(tool), property.getKey(), value));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("expected")
    void whatTheContractRefusesIsRefusedByTheNameOfTheArgument(Contract.Described tool) throws InterruptedException {
        for (Map.Entry<String, Object> property : tool.properties().entrySet()) {
            for (Object value : invalid(Contract.map(property.getValue()))) {
                assertRefused(tool, with(minimal(tool), property.getKey(), value), property.getKey());
            }
        }
        for (String required : tool.required()) {
            Map<String, Object> without = minimal(tool);
            without.remove(required);
            assertRefused(tool, without, required);
        }
    }

    @ParameterizedTest
    @MethodSource("expected")
    void anArgumentThatNoToolHasIsRefused(Contract.Described tool) throws InterruptedException {
        for (String unknown : List.of("time_out", "Session", "", "__proto__", "x".repeat(5_000))) {
            ToolAnswer answer = call(tool, with(minimal(tool), unknown, "x"));
            assertThat(answer.isError()).isTrue();
            assertThat(answer.text())
                    .startsWith("unknown argument")
                    .contains(tool.name() + " takes")
                    .hasLineCount(1)
                    .hasSizeLessThan(600);
        }
    }

    private static void assertTaken(Contract.Described tool, Map<String, Object> arguments)
            throws InterruptedException {
        assertThat(call(tool, arguments).text())
                .as("%s %s", tool.name(), shortened(arguments))
                .isEqualTo("taken");
    }

    private static void assertRefused(Contract.Described tool, Map<String, Object> arguments, String argument)
            throws InterruptedException {
        ToolAnswer answer = call(tool, arguments);
        assertThat(answer.isError())
                .as("%s %s", tool.name(), shortened(arguments))
                .isTrue();
        assertThat(answer.text())
                .contains("\"" + argument + "\"")
                .hasLineCount(1)
                .hasSizeLessThan(600);
    }

    private static ToolAnswer call(Contract.Described tool, Map<String, Object> arguments) throws InterruptedException {
        return BINDING.call(tool.name(), arguments, AgentHarness.call());
    }

    private static Map<String, Object> minimal(Contract.Described tool) {
        Map<String, Object> arguments = new LinkedHashMap<>();
        for (String required : tool.required()) {
            arguments.put(
                    required,
                    valid(Contract.map(tool.properties().get(required))).get(0));
        }
        return arguments;
    }

    private static Map<String, Object> with(Map<String, Object> arguments, String name, Object value) {
        Map<String, Object> more = new LinkedHashMap<>(arguments);
        more.put(name, value);
        return more;
    }

    private static String shortened(Map<String, Object> arguments) {
        String text = arguments.toString();
        return text.length() > 200 ? text.substring(0, 200) : text;
    }

    private static List<Object> valid(Map<String, Object> schema) {
        if (schema.containsKey("enum")) {
            return List.copyOf((List<?>) schema.get("enum"));
        }
        return switch ((String) schema.get("type")) {
            case "string" -> List.of("a", "", "\u0000 \ud83d\ude00 \ud800\n", "x".repeat(100_000));
            case "boolean" -> List.of(true, false);
            case "number" -> numbersWithin(schema);
            case "integer" ->
                List.of(
                        number(schema, "minimum").longValueExact(),
                        number(schema, "maximum").longValueExact());
            case "array" -> List.of(List.of("a"), List.of("", "b", "b"), Collections.nCopies(1_000, "x"));
            default -> throw new IllegalArgumentException("no values for " + schema);
        };
    }

    private static List<Object> numbersWithin(Map<String, Object> schema) {
        BigDecimal least = number(schema, "minimum");
        BigDecimal most = number(schema, "maximum");
        return List.of(least, most, least.add(STEP), most.subtract(STEP), 1L, new BigDecimal("1e0"), 7L);
    }

    private static List<Object> invalid(Map<String, Object> schema) {
        String type = (String) schema.get("type");
        List<Object> values = new ArrayList<>();
        values.add(null);
        Map<String, Object> byType = new LinkedHashMap<>();
        byType.put("string", "5");
        byType.put("boolean", true);
        byType.put("number", 5L);
        byType.put("array", List.of("a"));
        byType.put("object", Map.of("a", "b"));
        byType.forEach((other, value) -> {
            boolean number = other.equals("number") && type.equals("integer");
            if (!other.equals(type) && !number) {
                values.add(value);
            }
        });
        if (type.equals("number")) {
            BigDecimal least = number(schema, "minimum");
            BigDecimal most = number(schema, "maximum");
            Stream.of(least.subtract(STEP), most.add(STEP), most.negate(), new BigDecimal("1e400"))
                    .forEach(values::add);
        }
        if (type.equals("integer")) {
            values.add(number(schema, "minimum").subtract(BigDecimal.ONE));
            values.add(number(schema, "maximum").add(BigDecimal.ONE));
            values.add(number(schema, "minimum").add(STEP));
        }
        if (schema.containsKey("enum")) {
            values.add("none of them");
        }
        if (type.equals("array")) {
            values.add(List.of());
            values.add(List.of("a", 5L));
            values.add(Collections.singletonList(null));
        }
        return values;
    }

    private static BigDecimal number(Map<String, Object> schema, String bound) {
        return new BigDecimal(schema.get(bound).toString());
    }
}
