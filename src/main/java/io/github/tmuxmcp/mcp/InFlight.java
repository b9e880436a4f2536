package io.github.tmuxmcp.mcp;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Disposables;

/**
 * The requests that have no answer yet. The session knows each by a number of ours, since the SDK takes only strings and longs for ids;
 * its own id is the JSON text that the client sent. A request leaves exactly once: answered or cancelled. Any thread.
 */
final class InFlight {
    private final Map<Object, Entry> byId = new HashMap<>();
    private final Map<Long, Entry> byNumber = new HashMap<>();
    private long last;

    /** A request on its way. */
    record Entry(String id, long number, Disposable.Swap work) {}

    /** Takes a request in; null when one of the same id is still here. */
    synchronized @Nullable Entry open(String id) {
        if (byId.containsKey(key(id))) {
            return null;
        }
        Entry entry = new Entry(id, ++last, Disposables.swap());
        byId.put(key(id), entry);
        byNumber.put(entry.number(), entry);
        return entry;
    }

    /** Takes out the request that is about to be answered and gives its id; null when it was cancelled. */
    synchronized @Nullable String answer(long number) {
        Entry entry = byNumber.remove(number);
        if (entry == null) {
            return null;
        }
        byId.remove(key(entry.id()));
        return entry.id();
    }

    /** Takes out a request and stops its work. Nothing happens when it is not here: cancelled and answered may cross. */
    void cancel(String id) {
        Entry entry = remove(id);
        if (entry != null) {
            entry.work().dispose();
        }
    }

    private synchronized @Nullable Entry remove(String id) {
        Entry entry = byId.remove(key(id));
        if (entry != null) {
            byNumber.remove(entry.number());
        }
        return entry;
    }

    /** Numbers are the same however they are spelled: what passes messages on may write 1e3 as 1000. */
    private static Object key(String id) {
        if (id.startsWith("\"")) {
            return id;
        }
        try {
            return new BigDecimal(id).stripTrailingZeros();
        } catch (NumberFormatException | ArithmeticException e) {
            // The null of no id, or an exponent beyond all bounds.
            return id;
        }
    }

    /** Takes out all and stops their work. */
    void cancelAll() {
        List<Entry> all;
        synchronized (this) {
            all = new ArrayList<>(byId.values());
            byId.clear();
            byNumber.clear();
        }
        all.forEach(entry -> entry.work().dispose());
    }
}
