# The markers of a private fish. Sourced by --init-command, after the user's files; README.md beside this file has the layout.
set -g __mcp_n 0
set -g __mcp_ended 0

function __mcp_preexec --on-event fish_preexec
    set -g __mcp_n (builtin math $__mcp_n + 1)
    set -g __mcp_ended 0
    builtin printf '\e]133;C;mcp=@NONCE@.%s\a' $__mcp_n
end

function __mcp_postexec --on-event fish_postexec
    builtin printf '\e]133;D;%s;mcp=@NONCE@.%s\a' $status $__mcp_n
    set -g __mcp_ended 1
end

# An empty line has no postexec. Also wraps a fish_prompt that was defined since.
function __mcp_atprompt --on-event fish_prompt
    set -l s $status
    if test $__mcp_ended = 0
        builtin printf '\e]133;D;%s;mcp=@NONCE@.%s\a' $s $__mcp_n
    end
    set -g __mcp_ended 0
    if not string match -q '*__mcp_shown*' -- (functions fish_prompt)
        __mcp_wrap
    end
end

function __mcp_wrap
    functions -e __mcp_shown
    if functions -q fish_prompt
        functions -c fish_prompt __mcp_shown
    else
        function __mcp_shown
            builtin printf '> '
        end
    end
    function fish_prompt
        builtin printf '\e]133;A;mcp=@NONCE@.%s\a' $__mcp_n
        __mcp_shown
        builtin printf '\e]133;B;mcp=@NONCE@.%s\a' $__mcp_n
    end
end
__mcp_wrap

# fish 3 runs a function for each quote and backslash of a bracketed paste, which takes seconds for a few kilobytes, and drops the tabs.
for __mcp_key in \' \\ ' '
    builtin bind --mode paste $__mcp_key self-insert
end
set -e __mcp_key
builtin bind --mode paste \t 'commandline -i \t'

# Keys that nobody has, in each mode of the line editor, also behind an Escape that waits for its other key: C-^ C-k clears the line, C-^ C-u
# keeps it and where the cursor is, C-^ C-y brings it back.
function __mcp_clear
    commandline -r ''
    if test "$fish_key_bindings" != fish_default_key_bindings
        set -g fish_bind_mode insert
    end
end

function __mcp_aside
    set -g __mcp_line (commandline -b | string collect)
    set -g __mcp_cursor (commandline -C)
    __mcp_clear
end

function __mcp_back
    commandline -r -- $__mcp_line
    commandline -C $__mcp_cursor
end

for __mcp_key in '' \e
    for __mcp_mode in default insert visual replace replace_one
        builtin bind -M $__mcp_mode $__mcp_key\x1e\v __mcp_clear
        builtin bind -M $__mcp_mode $__mcp_key\x1e\x15 __mcp_aside
        builtin bind -M $__mcp_mode $__mcp_key\x1e\x19 __mcp_back
    end
end
set -e __mcp_key __mcp_mode
