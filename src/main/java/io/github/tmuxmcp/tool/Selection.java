package io.github.tmuxmcp.tool;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Which tools of a mode are served: whole groups, then single tools more, then single tools less; what is excluded stays out whatever else
 * was said. Decided once, at the start.
 *
 * @param groups the groups that count, in the mode's order
 * @param included tools that were added by name, sorted
 * @param excluded tools that were taken out by name, sorted
 * @param effective what is served, sorted
 */
public record Selection(List<String> groups, List<String> included, List<String> excluded, List<String> effective) {
    public Selection {
        groups = List.copyOf(groups);
        included = List.copyOf(included);
        excluded = List.copyOf(excluded);
        effective = List.copyOf(effective);
    }

    /**
     * What an operator asks for; every name is a known one.
     *
     * @param groups null: whatever the mode offers by default; empty: none
     */
    public record Request(@Nullable Set<String> groups, Set<String> included, Set<String> excluded) {
        /** Nothing was asked for. */
        public static final Request DEFAULT = new Request(null, Set.of(), Set.of());

        public Request {
            groups = groups == null ? null : Set.copyOf(groups);
            included = Set.copyOf(included);
            excluded = Set.copyOf(excluded);
        }
    }

    /**
     * Decides.
     *
     * @param tools the names of each group's tools, in the mode's order
     * @param defaults the groups that count when the request names none
     */
    public static Selection of(Map<String, ? extends Collection<String>> tools, Request request, Set<String> defaults) {
        Set<String> wanted = request.groups() == null ? defaults : request.groups();
        List<String> groups = new ArrayList<>();
        TreeSet<String> effective = new TreeSet<>(request.included());
        tools.forEach((group, names) -> {
            if (wanted.contains(group)) {
                groups.add(group);
                effective.addAll(names);
            }
        });
        effective.removeAll(request.excluded());
        return new Selection(groups, sorted(request.included()), sorted(request.excluded()), List.copyOf(effective));
    }

    private static List<String> sorted(Set<String> names) {
        return List.copyOf(new TreeSet<>(names));
    }

    /**
     * Reads names that are separated by commas; blanks around a name do not count. An empty text has none.
     *
     * @param known the names that may stand there
     * @throws IllegalArgumentException when a name is empty or unknown; the message says which, as in {@code "insepct" is none of them}
     */
    public static Set<String> names(String text, Collection<String> known) {
        Set<String> names = new LinkedHashSet<>();
        if (text.isEmpty()) {
            return names;
        }
        int place = 0;
        for (String element : text.split(",", -1)) {
            String name = element.strip();
            place++;
            if (name.isEmpty()) {
                throw new IllegalArgumentException("element " + place + " is empty");
            }
            if (!known.contains(name)) {
                String near = NearMiss.of(name, List.copyOf(known));
                throw new IllegalArgumentException(
                        "element " + place + " is unknown" + (near == null ? "" : "; did you mean " + near + "?"));
            }
            names.add(name);
        }
        return names;
    }
}
