package io.github.tmuxmcp.agent.session;

import io.github.tmuxmcp.agent.service.AgentSettings;
import io.github.tmuxmcp.agent.service.Texts;
import io.github.tmuxmcp.host.ProcessEntry;
import io.github.tmuxmcp.host.ProcessTable;
import io.github.tmuxmcp.limits.Ticker;
import io.github.tmuxmcp.tool.AnswerRoom;
import io.github.tmuxmcp.tool.ToolFailure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The agent's private sessions by name, and the tmux server that they live on.
 *
 * <p>A daemon thread, the keeper, reads what sessions print between calls, so that logs can be cut without a marker being lost.
 */
public final class PrivateSessions implements AutoCloseable {
    /** Sessions at one time. */
    public static final int MAX_SESSIONS = 64;

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,63}");
    private static final long KEEPER_NANOS = 250_000_000;
    /** Read per session and round, so that a flood in one session does not starve the others. */
    private static final long KEEPER_BYTES = 4 << 20;

    private final AgentSettings settings;
    private final ProcessTable processes;
    private final Ticker ticker;
    private final PrivateServer server;
    private final SessionMemory memory = new SessionMemory();
    private final Map<String, PrivateSession> sessions = new TreeMap<>();
    /** Sessions that were killed a moment ago: whoever takes the name waits until they are gone. */
    private final Map<String, PrivateSession> ending = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, PrivateSession> eldest) {
            return size() > MAX_SESSIONS;
        }
    };

    private @Nullable Thread keeper;
    /** Used by the keeper alone. */
    private boolean keeperFailed;

    private volatile boolean closed;

    /**
     * Nothing is started until a session is asked for.
     *
     * @param ownPid the pid that socket, folder and watchdog are named after
     */
    public PrivateSessions(AgentSettings settings, ProcessTable processes, Ticker ticker, long ownPid) {
        this.settings = settings;
        this.processes = processes;
        this.ticker = ticker;
        this.server = new PrivateServer(settings, processes, ownPid);
    }

    /** What the operator decided. */
    public AgentSettings settings() {
        return settings;
    }

    ProcessTable processes() {
        return processes;
    }

    /** The clock that waits use. */
    public Ticker ticker() {
        return ticker;
    }

    /** Where long answers take their room. */
    public AnswerRoom answers() {
        return memory.answers();
    }

    PrivateServer server() {
        return server;
    }

    /** Refuses a name that is not one of a private session. */
    static void checkName(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new ToolFailure(
                    "invalid_input",
                    "session " + Texts.quoted(name)
                            + " is not a valid name: 1 to 64 letters, digits, - and _, beginning with a letter or digit");
        }
    }

    /** The session of that name, made if need be; its shell starts when it is opened. */
    synchronized PrivateSession obtain(String name, Path directory) {
        PrivateSession existing = sessions.get(name);
        if (existing != null) {
            return existing;
        }
        if (sessions.size() >= MAX_SESSIONS) {
            throw new ToolFailure(
                    "capacity",
                    "there are " + MAX_SESSIONS + " sessions, and no more are allowed; end one with tmux_kill first");
        }
        PrivateSession created =
                new PrivateSession(name, directory, settings, server, memory, processes, ticker, ending.remove(name));
        sessions.put(name, created);
        startKeeper();
        return created;
    }

    /**
     * The session of that name.
     *
     * @throws ToolFailure when the name is not valid or no session has it
     */
    synchronized PrivateSession existing(String name) {
        checkName(name);
        PrivateSession session = sessions.get(name);
        if (session == null) {
            throw unknown(name);
        }
        return session;
    }

    static ToolFailure unknown(String name) {
        return new ToolFailure(
                "unknown_session",
                "there is no session \"" + name + "\"; tmux_list shows what there is, tmux_run creates one");
    }

    synchronized boolean exists(String name) {
        return sessions.containsKey(name);
    }

    /** Forgets a session, if the name still stands for it. */
    synchronized void forget(PrivateSession session) {
        sessions.remove(session.name(), session);
    }

    /** The name is free again; a session that takes it starts once this one is gone. */
    synchronized void ends(PrivateSession session) {
        forget(session);
        ending.put(session.name(), session);
    }

    /** All sessions, by name. */
    synchronized Collection<PrivateSession> all() {
        return List.copyOf(sessions.values());
    }

    private void startKeeper() {
        if (keeper != null) {
            return;
        }
        Thread thread = new Thread(this::keep, "session-keeper");
        thread.setDaemon(true);
        thread.start();
        keeper = thread;
    }

    private void keep() {
        while (!closed) {
            if (readAll()) {
                LockSupport.parkNanos(KEEPER_NANOS);
            }
        }
    }

    /** Whether all that is there has been read. */
    private boolean readAll() {
        try {
            boolean allRead = true;
            for (PrivateSession session : all()) {
                PrivateSession.Shell shell = session.shell();
                if (shell != null && !session.isKilled()) {
                    allRead &= readOn(shell.stream());
                }
            }
            return allRead;
        } catch (OutOfMemoryError e) {
            // Not even for the list: the next round may have it.
            report(e);
            return true;
        }
    }

    /** Whatever one session does to the keeper, the others are read on. */
    private boolean readOn(SessionStream stream) {
        try {
            return stream.catchUp(KEEPER_BYTES);
        } catch (IOException e) {
            // The log was deleted under us; the call that uses the session says so.
            return true;
        } catch (Throwable e) {
            // A fault of ours, or no memory.
            report(e);
            return true;
        }
    }

    /** The first fault only: a session that has one has it in each round. */
    private void report(Throwable fault) {
        if (keeperFailed) {
            return;
        }
        keeperFailed = true;
        try {
            Thread thread = Thread.currentThread();
            thread.getUncaughtExceptionHandler().uncaughtException(thread, fault);
        } catch (Throwable e) {
            // No memory for the report either.
        }
    }

    /** Ends the private server with all that is in it. Idempotent. */
    @Override
    public void close() {
        closed = true;
        Thread thread = keeper;
        if (thread != null) {
            LockSupport.unpark(thread);
        }
        List<ProcessEntry> shells = new ArrayList<>();
        for (PrivateSession session : all()) {
            PrivateSession.Shell shell = session.shell();
            if (shell != null) {
                shells.add(shell.process());
            }
        }
        server.close(shells);
    }
}
