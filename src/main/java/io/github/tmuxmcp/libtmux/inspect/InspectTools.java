package io.github.tmuxmcp.libtmux.inspect;

import io.github.tmuxmcp.libtmux.service.Declaration;
import java.util.List;

/** The toolset {@code inspect}. */
public final class InspectTools {
    /** Tools whose handlers are still to come, sorted by name. */
    public static final List<Declaration<?, ?>> DECLARED = List.of(
            CallReadToolsBatch.DECLARATION,
            CapturePane.DECLARATION,
            CaptureSince.DECLARATION,
            FindPaneByPosition.DECLARATION,
            GetPaneInfo.DECLARATION,
            GetServerInfo.DECLARATION,
            GetSessionInfo.DECLARATION,
            GetTmuxVariables.DECLARATION,
            GetWindowInfo.DECLARATION,
            ListPanes.DECLARATION,
            ListSessions.DECLARATION,
            ListWindows.DECLARATION,
            SearchPanes.DECLARATION,
            ShowEnvironment.DECLARATION,
            ShowHooks.DECLARATION,
            ShowOption.DECLARATION,
            SnapshotPane.DECLARATION,
            WaitForText.DECLARATION);

    private InspectTools() {}
}
