package io.github.tmuxmcp.host;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A /proc that a test writes itself, for the threads of process 100 on pts/3. */
final class FakeProc implements ProcFiles {
    static final int PTS_3 = 136 << 8 | 3;

    private final Map<String, String> files = new HashMap<>();
    private final Map<String, String> links = new HashMap<>();
    private final List<String> threads = new ArrayList<>();

    /** Adds a thread; the first one is the main thread. A null file cannot be read. */
    FakeProc thread(@Nullable String syscall, @Nullable String wchan) {
        String id = Integer.toString(100 + threads.size());
        threads.add(id);
        String folder = "/proc/100/task/" + id;
        file(folder + "/stat", id + " (x) S 1 100 100 34819 100 0 0 0 0 0 0 0 0 0 20 0 1 0 5 0\n");
        file(folder + "/schedstat", "1000 20 7\n");
        if (syscall != null) {
            file(folder + "/syscall", syscall);
        }
        if (wchan != null) {
            file(folder + "/wchan", wchan);
        }
        return this;
    }

    FakeProc file(String path, String content) {
        files.put(path, content);
        return this;
    }

    FakeProc descriptor(int number, String target) {
        links.put("/proc/100/fd/" + number, target);
        return this;
    }

    Foreground.Reading reading(String architecture, char state) {
        return activity(architecture, state).reading();
    }

    ProcessActivity activity(String architecture, char state) {
        return new ProcProcessTable(this, SystemCalls.of(architecture))
                .activity(new ProcessEntry(100, 1, 100, 100, 100, PTS_3, state, 5, "x"));
    }

    @Override
    public byte @Nullable [] read(String path) {
        String content = files.get(path);
        return content == null ? null : content.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public @Nullable String link(String path) {
        return links.get(path);
    }

    @Override
    public @Nullable List<String> list(String path) {
        if (path.endsWith("/task")) {
            return threads.isEmpty() ? null : threads;
        }
        String prefix = path + "/";
        List<String> names = links.keySet().stream()
                .filter(link -> link.startsWith(prefix))
                .map(link -> link.substring(prefix.length()))
                .toList();
        return names.isEmpty() ? null : names;
    }
}
