package io.github.tmuxmcp.mcp;

import com.fasterxml.jackson.core.io.SerializedString;

/** JSON that is sent as it is. Its bytes are made once. */
record RawJson(SerializedString text) {
    RawJson(String json) {
        this(new SerializedString(json.strip()));
        if (text.getValue().indexOf('\n') >= 0) {
            throw new IllegalArgumentException("raw JSON of more than one line");
        }
    }
}
