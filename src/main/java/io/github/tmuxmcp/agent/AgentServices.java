package io.github.tmuxmcp.agent;

import io.github.tmuxmcp.agent.service.AgentSettings;
import io.github.tmuxmcp.agent.service.WaitOptions;
import io.github.tmuxmcp.agent.service.Waiting;
import io.github.tmuxmcp.agent.session.PrivateSessions;
import io.github.tmuxmcp.agent.session.SessionCalls;
import io.github.tmuxmcp.agent.session.SessionList;
import io.github.tmuxmcp.agent.user.UserTmux;
import io.github.tmuxmcp.host.ProcessTable;
import io.github.tmuxmcp.limits.Ticker;
import io.github.tmuxmcp.tool.AnswerRoom;
import io.github.tmuxmcp.tool.Call;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What the agent tools work with. */
public final class AgentServices implements AutoCloseable {
    private final AgentSettings settings;
    private final Ticker ticker;
    private final PrivateSessions sessions;
    private final SessionCalls calls;
    private final SessionList list;
    private final UserTmux user;

    /**
     * Nothing is started before a tool needs it.
     *
     * @param ownPid pid of this process
     */
    public AgentServices(AgentSettings settings, Ticker ticker, long ownPid) {
        this.settings = settings;
        this.ticker = ticker;
        this.sessions = new PrivateSessions(settings, ProcessTable.system(), ticker, ownPid);
        this.calls = new SessionCalls(sessions);
        this.list = new SessionList(sessions);
        this.user = new UserTmux(settings, ProcessTable.system(), ticker);
    }

    /** Where long answers take their room. */
    public AnswerRoom answers() {
        return sessions.answers();
    }

    AgentSettings settings() {
        return settings;
    }

    Ticker ticker() {
        return ticker;
    }

    /** The wait arguments of a call, see {@link Waiting}. */
    WaitOptions waiting(
            @Nullable Double timeout,
            Duration defaultIdle,
            @Nullable Double maxTimeout,
            @Nullable String waitFor,
            Call call) {
        return Waiting.options(timeout, defaultIdle, maxTimeout, waitFor, settings, ticker, call);
    }

    SessionCalls calls() {
        return calls;
    }

    SessionList list() {
        return list;
    }

    UserTmux user() {
        return user;
    }

    /** Ends the private tmux server; idempotent. */
    @Override
    public void close() {
        sessions.close();
    }
}
