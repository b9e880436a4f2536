# The markers of a private bash. Read through --rcfile; README.md beside this file has the layout and the reasons.
# The functions come before the user's files, so that no alias of theirs is in them.

# First at each prompt: D, before a hook of the user prints. Only what starts a PROMPT_COMMAND entry sees the real status.
__mcp_first() {
  __mcp_s=$?
  if [[ ${PROMPT_COMMAND-} == "$__mcp_F"* ]]; then
    __mcp_k=$((${__mcp_h@P} - __mcp_0))
    __mcp_o=
    builtin printf -v __mcp_o ok # a user's function named builtin leaves it empty, and then PS1 writes D
    if [[ $__mcp_o == ok ]] && builtin printf '\033]133;D;%s;mcp=@NONCE@.%s\007' "$__mcp_s" "$__mcp_k" >&9; then
      __mcp_d=1
      # What a hook of the user prints from here on is part of the prompt.
      [[ -n $__mcp_p && ${#PROMPT_COMMAND[@]} == 2 ]] || builtin printf '\033]133;A;mcp=@NONCE@.%s\007' "$__mcp_k" >&9
    fi
  fi
  __mcp_history
  return "$__mcp_s"
}

# Last at each prompt: puts back what was rewritten since the prompt before.
__mcp_last() {
  __mcp_s=$?
  __mcp_history
  [[ -z $__mcp_p ]] || __mcp_hooks
  __mcp_prompts
  return "$__mcp_s"
}

# No history file. Unset would not do: `history -a` then writes ~/.history. Not exported: a nested zsh would replace /dev/null by a file.
__mcp_history() {
  if [[ -z $__mcp_r && ${HISTFILE-} != /dev/null ]]; then
    HISTFILE=/dev/null
    builtin export -n HISTFILE
  fi
}

# Keys that nobody has, in each keymap of the line editor, also behind an Escape that waits for its other key: C-^ C-k clears the line, C-^ C-u
# keeps it with a mark where the cursor is, C-^ C-y brings it back. Macros of the editor's own functions, so that no code of ours runs.
__mcp_keys() {
  for __mcp_o in emacs vi-insert; do
    builtin bind -m "$__mcp_o" '"\C-^\C-k": kill-whole-line' '"\C-^\C-q": quoted-insert' '"\C-^\C-p": yank' \
      '"\C-^\C-r": character-search-backward' '"\C-^\C-d": delete-char' \
      '"\C-^\C-u": "\C-^\C-q\C-^\C-^\C-k"' '"\C-^\C-y": "\C-^\C-p\C-^\C-r\C-^\C-^\C-d"' \
      '"\e\C-^\C-k": "\C-^\C-k"' '"\e\C-^\C-u": "\C-^\C-u"'
  done
  builtin bind -m vi-command '"\C-^\C-i": vi-insertion-mode' \
    '"\C-^\C-k": "\C-^\C-i\C-^\C-k"' '"\e\C-^\C-k": "\C-^\C-i\C-^\C-k"' \
    '"\C-^\C-u": "\C-^\C-i\C-^\C-u"' '"\e\C-^\C-u": "\C-^\C-i\C-^\C-u"'
}

# Our two entries around the user's. An entry that has one of ours inside (x; $PROMPT_COMMAND) keeps a `:` in its place.
__mcp_hooks() {
  if [[ ${PROMPT_COMMAND-} == "$__mcp_F"* && ${PROMPT_COMMAND[4096]-} == "$__mcp_L" && ${#PROMPT_COMMAND[@]} == "$__mcp_n" ]] ||
    [[ ${PROMPT_COMMAND[*]@a} == *r* ]]; then
    return
  fi
  __mcp_e=("$__mcp_F")
  for __mcp_o in "${PROMPT_COMMAND[@]}"; do
    if [[ -n $__mcp_o && $__mcp_o != "$__mcp_F" && $__mcp_o != "$__mcp_L" ]]; then
      __mcp_o=${__mcp_o//"$__mcp_F"/:}
      __mcp_e+=("${__mcp_o//"$__mcp_L"/:}")
    fi
  done
  PROMPT_COMMAND=("${__mcp_e[@]}")
  PROMPT_COMMAND[4096]=$__mcp_L # a number that nobody else writes to, so that PS1 can see whether we are still there
  __mcp_n=${#PROMPT_COMMAND[@]}
}

# A and B around PS1, C at the end of PS0. With promptvars they are constants that expand at each prompt; without, they are baked here.
__mcp_prompts() {
  __mcp_a=$__mcp_A __mcp_b=$__mcp_B __mcp_c=$__mcp_C$__mcp_R
  if [[ -n $__mcp_h && $BASHOPTS != *promptvars* ]]; then
    __mcp_k=$((${__mcp_h@P} - __mcp_0))
    __mcp_a='\[\e]133;A;mcp=@NONCE@.'$__mcp_k'\a\]' __mcp_b='\[\e]133;B;mcp=@NONCE@.'$__mcp_k'\a\]' __mcp_c=$__mcp_C
    if [[ $__mcp_d == 0 ]]; then
      __mcp_a='\[\e]133;D;'$__mcp_s';mcp=@NONCE@.'$__mcp_k'\a\]'$__mcp_a
    fi
    __mcp_d=0
  fi
  if [[ ${PS1-} != "$__mcp_a"*"$__mcp_b" ]] && ! __mcp_readonly PS1; then
    PS1=${PS1-}
    for __mcp_o in "$__mcp_A" "$__mcp_B" "${__mcp_x[@]}"; do
      PS1=${PS1//"$__mcp_o"}
    done
    PS1=$__mcp_a$PS1$__mcp_b
    __mcp_x=("$__mcp_a" "$__mcp_b")
  fi
  if [[ ${PS0-} != *"$__mcp_c" ]] && ! __mcp_readonly PS0; then
    PS0=${PS0-}
    [[ -z $__mcp_R ]] || PS0=${PS0//"$__mcp_R"}
    PS0=${PS0//"$__mcp_C"}$__mcp_c
  fi
  # A child must see neither the nonce nor our hooks; under set -a every assignment exports.
  builtin export -n PS0 PS1 PROMPT_COMMAND HISTFILE "${!__mcp_@}"
}

__mcp_readonly() {
  [[ -n $__mcp_h && -n ${!1+x} && ${!1@a} == *r* ]]
}

__mcp_start() {
  __mcp_d=0 __mcp_n=0 __mcp_p= __mcp_r= __mcp_s=0 __mcp_k=0 __mcp_R= __mcp_C= __mcp_h= __mcp_o=
  __mcp_f=([1]=)
  # Redirected as a group: set -x and a DEBUG trap write into /dev/null, the marker through 9. In an && list: no errexit, no ERR trap.
  __mcp_F='{ __mcp_first && :; } 2>/dev/null 9>/dev/tty >/dev/null'
  __mcp_L='{ __mcp_last && :; } >/dev/null 2>&1'
  # [0] is never set, so the first expansion gives D when no hook has done it; the second gives nothing and clears the flag.
  __mcp_A='${__mcp_f[__mcp_d]-\[\e]133;D;$?;mcp=@NONCE@.$((\#-1))\a\]}${__mcp_f[__mcp_d=0,1]}'
  __mcp_B='\[\e]133;B;mcp=@NONCE@.$((\#-1))\a\]'
  ((__mcp_v = BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1], 1))
  if ((__mcp_v >= 404)); then
    __mcp_h='\#' # the number of the command last run; the one that bash counts up itself
    __mcp_0=${__mcp_h@P}
    __mcp_C='\e]133;C;mcp=@NONCE@.\#\a'
  fi
  # printf -v fails where an assignment to a readonly variable would end us, and needs no fork.
  builtin printf -v HISTFILE /dev/null || __mcp_r=1
  [[ -z $__mcp_r ]] || set +o history
  __mcp_history
  if builtin printf -v PROMPT_COMMAND %s "${PROMPT_COMMAND-}"; then
    if ((__mcp_v >= 501)); then
      __mcp_p=1
      # Gives nothing; sets our entry again when PROMPT_COMMAND was unset or replaced.
      __mcp_R='${__mcp_L##"${PROMPT_COMMAND[4096]:=$__mcp_L}"}'
      __mcp_hooks
    else
      PROMPT_COMMAND=${__mcp_h:+$__mcp_F}$'\n'${PROMPT_COMMAND-}$'\n'$__mcp_L
    fi
  fi
  __mcp_A=$__mcp_A$__mcp_R'\[\e]133;A;mcp=@NONCE@.$((\#-1))\a\]'
  __mcp_x=("$__mcp_A")
  __mcp_prompts
  # `. ~/.bashrc` may set HISTFILE and call `history -a` before our hooks come round. The group hides us from set -x, not errors from the user.
  history() { { __mcp_history && :; builtin history "$@" 2>&8; } 8>&2 2>/dev/null; }
  builtin export -nf history
  # The line by which a long command is read from its file is nobody's history.
  builtin printf -v HISTIGNORE %s "${HISTIGNORE:+$HISTIGNORE:}"' \\builtin . *.command-[0-9]*'
  set +H
  builtin bind 'set enable-bracketed-paste on'
  __mcp_keys
  # Whatever is typed next undoes a C-s, which would otherwise hold all output back until somebody thinks of C-q.
  builtin command -p stty ixany </dev/tty
}

HISTFILE=/dev/null # a smaller HISTFILESIZE cuts the file at once
[[ -r ~/.bashrc ]] && . ~/.bashrc
{ __mcp_start && :; } >/dev/null 2>&1
