package io.github.tmuxmcp.libtmux;

import static io.github.tmuxmcp.libtmux.JsonSchema.map;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tmuxmcp.libtmux.inspect.InspectTools;
import io.github.tmuxmcp.libtmux.service.CallerContext;
import io.github.tmuxmcp.libtmux.service.CapabilityRow;
import io.github.tmuxmcp.libtmux.service.Connection;
import io.github.tmuxmcp.libtmux.service.Connection.Provenance;
import io.github.tmuxmcp.libtmux.service.Declaration;
import io.github.tmuxmcp.libtmux.service.Limitation;
import io.github.tmuxmcp.libtmux.service.Toolset;
import io.github.tmuxmcp.tool.AnswerRoom;
import io.github.tmuxmcp.tool.Dispatcher;
import io.github.tmuxmcp.tool.Json;
import io.github.tmuxmcp.tool.Selection;
import io.github.tmuxmcp.tool.TextResult;
import io.github.tmuxmcp.tool.Tool;
import io.github.tmuxmcp.tool.ToolAnswer;
import io.github.tmuxmcp.tool.ToolFailure;
import io.github.tmuxmcp.tool.ToolsJson;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What one process serves of the tools, for every wish of an operator. */
final class LibtmuxSurfaceTest {
    private static final String BATCH = "call_read_tools_batch";
    private static final List<Tool<Object, ?, ?>> TOOLS = withOneThatKills();
    private static final String COMPLETE = ToolsJson.list(LibtmuxSurface.describe(TOOLS));

    record Nothing() {}

    private static List<Tool<Object, ?, ?>> withOneThatKills() {
        List<Tool<Object, ?, ?>> tools = new ArrayList<>(DeclaredTools.ALL);
        CapabilityRow row = CapabilityRow.of(
                Toolset.TEARDOWN,
                CapabilityRow.ProcessReach.NONE,
                List.of(CapabilityRow.TmuxEffect.DELETE),
                List.of(CapabilityRow.OutputClass.TMUX_METADATA));
        tools.add(Tool.of(
                "kill_pane",
                "Kill a pane",
                "Kills.",
                row.capability(),
                Nothing.class,
                TextResult.class,
                (services, input, call) -> {
                    throw new ToolFailure("object_gone", "no pane %9");
                }));
        tools.sort(Comparator.comparing(Tool::name));
        return List.copyOf(tools);
    }

    private static LibtmuxSurface<Object> surface(Set<String> toolsets, Set<String> tools, Set<String> excluded) {
        return surface(new Selection.Request(toolsets, tools, excluded), Provenance.DEDICATED_MINIMAL);
    }

    private static LibtmuxSurface<Object> surface(Selection.Request request, Provenance provenance) {
        return new LibtmuxSurface<>(
                TOOLS,
                request,
                new Connection("name:libtmux-mcp", provenance, "/usr/bin/tmux", "/tmp/it's"),
                List.of(new Limitation("capture_pane", "tmux 3.7", "last_command shows the screen")));
    }

    private static List<String> listed(LibtmuxSurface<Object> surface) {
        return LibtmuxContract.described(map(Json.parse(surface.toolsListJson(COMPLETE)))).stream()
                .map(LibtmuxContract.Described::name)
                .toList();
    }

    @ParameterizedTest
    @EnumSource
    void whatDeletesIsOfferedOnlyWhereNothingCanBeAnybodyElses(Provenance provenance) {
        LibtmuxSurface<Object> surface = surface(Selection.Request.DEFAULT, provenance);
        boolean ours = provenance == Provenance.DEDICATED_MINIMAL;
        assertThat(listed(surface).contains("kill_pane")).isEqualTo(ours);
        assertThat(surface.selection().groups())
                .isEqualTo(ours ? Toolset.NAMES : List.of("inspect", "manage", "execute"));
    }

    @Test
    void teardownIsSelectedOnAnyServer() {
        LibtmuxSurface<Object> surface =
                surface(new Selection.Request(Set.of("teardown"), Set.of(), Set.of()), Provenance.SELECTED_EXISTING);
        assertThat(listed(surface)).containsExactly("kill_pane");
    }

    @Test
    void withoutARestrictionTheListIsServedAsItWasGenerated() {
        assertThat(surface(null, Set.of(), Set.of()).toolsListJson(COMPLETE)).isSameAs(COMPLETE);
    }

    @Test
    void aRestrictedListHasTheSameToolsAsAreServed() {
        LibtmuxSurface<Object> surface = surface(Set.of("teardown"), Set.of("list_panes", BATCH), Set.of());
        assertThat(listed(surface)).containsExactly(BATCH, "kill_pane", "list_panes");
        assertThat(surface.served()).extracting(Tool::name).containsExactly(BATCH, "kill_pane", "list_panes");
    }

    @Test
    void aHiddenToolIsNeitherListedNorCallable() {
        Dispatcher<Object> dispatcher =
                surface(Set.of("inspect"), Set.of(), Set.of()).dispatcher(new Object(), new AnswerRoom());
        assertThat(dispatcher.knows("kill_pane")).isFalse();
        assertThat(dispatcher.knows("list_panes")).isTrue();
    }

    @Test
    void aCallOfAHiddenToolSaysWhichSettingsOfferIt() {
        ToolFailure failure = surface(Set.of("inspect"), Set.of(), Set.of())
                .dispatcher(new Object(), new AnswerRoom())
                .unknown("kill_pane");
        assertThat(failure).hasMessageContainingAll("teardown", "LIBTMUX_TOOLSETS", "LIBTMUX_TOOLS", "--toolsets");
        assertThat(failure.meta().toString()).isEqualTo("{kind=invalid_input, retryable=false, stale=false}");
    }

    @Test
    void aCallOfAnExcludedToolNamesTheExclusion() {
        ToolFailure failure = surface(null, Set.of("kill_pane"), Set.of("kill_pane"))
                .dispatcher(new Object(), new AnswerRoom())
                .unknown("kill_pane");
        assertThat(failure).hasMessageContaining("LIBTMUX_EXCLUDE_TOOLS");
    }

    @Test
    void aNameOfNoToolGetsAHintAndIsNotRepeatedAtLength() {
        Dispatcher<Object> dispatcher = surface(null, Set.of(), Set.of()).dispatcher(new Object(), new AnswerRoom());
        assertThat(dispatcher.unknown("list_pane")).hasMessage("no tool list_pane; did you mean list_panes?");
        assertThat(dispatcher.unknown("x".repeat(10_000)))
                .message()
                .hasSizeLessThan(250)
                .contains("LIBTMUX_TOOLSETS");
    }

    @Test
    void aloneTheBatchKeepsItsSixteenOperations() {
        LibtmuxSurface<Object> surface = surface(Set.of(), Set.of(BATCH), Set.of());
        assertThat(listed(surface)).containsExactly(BATCH);
        assertThat(nested(surface)).hasSize(16).contains("show_environment");
        assertThat(operations(surface)).isEqualTo(nested(surface));
    }

    @Test
    void anExclusionShrinksTheBatchEverywhere() {
        LibtmuxSurface<Object> surface =
                surface(Set.of(), Set.of(BATCH), Set.of("show_environment", "capture_pane", "wait_for_text"));
        assertThat(nested(surface)).hasSize(14).doesNotContain("show_environment", "capture_pane");
        assertThat(operations(surface)).isEqualTo(nested(surface));
        assertThat(reportedNested(surface)).isEqualTo(nested(surface));
        LibtmuxContract.Described batch = LibtmuxContract.described(map(Json.parse(surface.toolsListJson(COMPLETE))))
                .get(0);
        assertThat(map(batch.meta().get(CapabilityRow.META_KEY)).get("nestedAuthority"))
                .isEqualTo(nested(surface));
    }

    @Test
    void aBatchThatMayCallNothingHasNoEmptyChoice() {
        LibtmuxSurface<Object> all = surface(Set.of(), Set.of(BATCH), Set.of());
        LibtmuxSurface<Object> surface = surface(Set.of(), Set.of(BATCH), Set.copyOf(nested(all)));
        assertThat(nested(surface)).isEmpty();
        assertThat(surface.toolsListJson(COMPLETE)).doesNotContain("oneOf").contains("\"operations\"");
    }

    private static List<String> nested(LibtmuxSurface<Object> surface) {
        return CapabilityRow.of(surface.served().get(0)).nestedAuthority();
    }

    private static Object reportedNested(LibtmuxSurface<Object> surface) {
        List<?> tools = (List<?>) map(Json.parse(surface.capabilitiesJson())).get("tools");
        return map(tools.get(0)).get("nestedAuthority");
    }

    private static List<String> operations(LibtmuxSurface<Object> surface) {
        Map<String, Object> input = LibtmuxContract.described(map(Json.parse(surface.toolsListJson(COMPLETE))))
                .get(0)
                .input();
        Map<String, Object> operations = map(map(input.get("properties")).get("operations"));
        List<?> alternatives = (List<?>) map(operations.get("items")).get("oneOf");
        return alternatives.stream()
                .map(one -> map(map(map(one).get("properties")).get("tool")).get("enum"))
                .map(names -> (String) ((List<?>) names).get(0))
                .toList();
    }

    @Test
    void theReportHasTheSelectionTheConnectionAndWhatDoesNotWork() {
        Map<String, Object> report =
                map(Json.parse(surface(Set.of("teardown"), Set.of("list_panes"), Set.of("show_hooks"))
                        .capabilitiesJson()));
        assertThat(report)
                .containsEntry("toolsets", List.of("teardown"))
                .containsEntry("includedTools", List.of("list_panes"))
                .containsEntry("excludedTools", List.of("show_hooks"))
                .containsEntry("effectiveTools", List.of("kill_pane", "list_panes"))
                .containsEntry("toolCount", 2L);
        assertThat(map(report.get("connection")))
                .containsEntry("attachCommand", "'/usr/bin/tmux' -N -S '/tmp/it'\\''s' attach")
                .containsEntry("serverState", "created");
        assertThat(report.get("limitations").toString())
                .isEqualTo("[{tool=capture_pane, needs=tmux 3.7, detail=last_command shows the screen}]");
        assertThat(map(((List<?>) report.get("tools")).get(1))).containsEntry("title", "List panes");
    }

    @Test
    void everyFailureIsJsonWithItsDataTwiceAndNothingStructured() throws InterruptedException {
        Dispatcher<Object> dispatcher = surface(null, Set.of(), Set.of()).dispatcher(new Object(), new AnswerRoom());
        expectFailure(
                dispatcher.call("kill_pane", Map.of(), new NoCall()),
                "{kind=object_gone, retryable=false, stale=true}",
                "no pane %9");
        expectFailure(
                dispatcher.call("list_panes", Map.of("a", 1L), new NoCall()),
                "{kind=invalid_input, retryable=false, stale=false}",
                "unknown argument \"a\". list_panes takes no arguments");
        expectFailure(
                dispatcher.failed(new ToolFailure(ToolFailure.CAPACITY, "full")),
                "{kind=capacity, retryable=true, stale=false}",
                "full");
    }

    private static void expectFailure(ToolAnswer answer, String data, String message) {
        assertThat(answer.isError()).isTrue();
        assertThat(answer.structured()).isFalse();
        Map<String, Object> text = map(Json.parse(answer.text()));
        assertThat(text.keySet()).containsExactly("data", "message");
        assertThat(text.get("data").toString()).isEqualTo(data);
        assertThat(text).containsEntry("message", message);
        assertThat(answer.meta()).containsOnlyKeys("tmux-mcp/error");
        assertThat(answer.meta().get("tmux-mcp/error").toString()).isEqualTo(data);
    }

    @Test
    void theGreetingCountsTheToolsAndNamesTheSocket() {
        assertThat(surface(Set.of("teardown"), Set.of("list_panes"), Set.of()).greeting(CallerContext.of(null, null)))
                .isEqualTo("serving 2 tools on one dedicated minimal socket");
        assertThat(surface(Selection.Request.DEFAULT, Provenance.SELECTED_ABSENT)
                        .greeting(CallerContext.of("/tmp/x,1,0", "%3")))
                .isEqualTo("serving 18 tools on one absent operator-selected socket, from pane %3");
    }

    @Test
    void everyDeclaredToolIsNamedOnceAndInOrder() {
        assertThat(InspectTools.DECLARED.stream().map(Declaration::name))
                .doesNotHaveDuplicates()
                .isSorted();
    }
}
