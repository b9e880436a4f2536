# The markers of a private fish. Sourced by --init-command, after the user's files; README.md beside this file has the layout.
set -g __mcp_n 0
set -g __mcp_ended 0
# Whether a command runs, whose `read` shows parts of a prompt as well.
set -g __mcp_busy 0

function __mcp_preexec --on-event fish_preexec
    set -g __mcp_n (builtin math $__mcp_n + 1)
    set -g __mcp_ended 0
    set -g __mcp_busy 1
    builtin printf '\e]133;C;mcp=@NONCE@.%s\a' $__mcp_n
end

# A at once: what other handlers print is part of the prompt.
function __mcp_postexec --on-event fish_postexec
    builtin printf '\e]133;D;%s;mcp=@NONCE@.%s\a\e]133;A;mcp=@NONCE@.%s\a' $status $__mcp_n $__mcp_n
    set -g __mcp_ended 1
    set -g __mcp_busy 0
end

# Where Enter is the user's own key: fish has said what is wrong, and keeps the line in its editor.
function __mcp_refused --on-event fish_posterror
    __mcp_nothing_ran 1
end

function __mcp_cancelled --on-event fish_cancel
    __mcp_nothing_ran 130
end

function __mcp_nothing_ran
    builtin printf '\e]133;D;%s;mcp=@NONCE@.%s\a\e]133;A;mcp=@NONCE@.%s\a' $argv[1] $__mcp_n $__mcp_n
    set -g __mcp_ended 1
    set -g __mcp_busy 0
end

# An empty line has no postexec. Also wraps prompts that were defined since.
function __mcp_atprompt --on-event fish_prompt
    set -l s $status
    if test $__mcp_ended = 0
        builtin printf '\e]133;D;%s;mcp=@NONCE@.%s\a\e]133;A;mcp=@NONCE@.%s\a' $s $__mcp_n $__mcp_n
    end
    set -g __mcp_ended 0
    __mcp_wraps
    __mcp_keys
end

# A before each part of the prompt, B behind the last on its side: fish draws the right one behind the line.
function __mcp_wraps
    for part in fish_mode_prompt fish_prompt fish_right_prompt
        if not string match -q '*__mcp_shown_*' -- (functions $part 2>/dev/null)
            __mcp_wrap $part
        end
    end
end

function __mcp_wrap
    set -l shown __mcp_shown_$argv[1]
    functions -e $shown
    if functions -q $argv[1]
        functions -c $argv[1] $shown
    else if test $argv[1] = fish_prompt
        function $shown
            builtin printf '> '
        end
    else
        return
    end
    set -l end
    if test $argv[1] != fish_mode_prompt
        set end 'test $__mcp_busy = 1; or builtin printf \'\e]133;B;mcp=@NONCE@.%s\a\' $__mcp_n'
    end
    echo "function $argv[1]
        test \$__mcp_busy = 1; or builtin printf '\e]133;A;mcp=@NONCE@.%s\a' \$__mcp_n
        $shown
        $end
    end" | source
end
__mcp_wraps

# Enter. As other shells do, a line is handed over first, and one that is refused leaves the editor.
function __mcp_enter
    commandline --is-valid 2>/dev/null
    switch $status
        case 1
            builtin printf '\e[?2004l\n'
            set -l fish (status fish-path)
            commandline -b | command $fish --no-config --no-execute
            __mcp_nothing_ran 1
            builtin printf '\e[?2004h'
            commandline -r ''
            commandline -f repaint
        case 2
            builtin printf '\e[?2004l\e[?2004h'
            commandline -f execute
        case '*'
            commandline -f execute
    end
    __mcp_insert_mode
end

# C-c. Of an empty line fish tells nobody.
function __mcp_cancel
    if test -z "$(commandline -b)"
        __mcp_nothing_ran 130
        commandline -f repaint
    else
        commandline -f cancel-commandline
    end
    __mcp_insert_mode
end

# Under the user's own bindings, again after a change from emacs to vi keys.
function __mcp_keys
    for mode in default insert
        builtin bind --preset -M $mode \r __mcp_enter
        builtin bind --preset -M $mode \n __mcp_enter
        builtin bind --preset -M $mode \cc __mcp_cancel
    end
end
__mcp_keys

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
    __mcp_insert_mode
end

function __mcp_insert_mode
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
