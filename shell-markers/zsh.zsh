# The markers of a private zsh. Stands in a folder of ours both as .zshenv and as .zshrc, which zsh finds through ZDOTDIR.
# README.md beside this file has the layout and the reasons. While the user's files run, ZDOTDIR is what it would be without us.
if [[ -z ${__mcp_stage-} ]]; then
  __mcp_stage=env
  @THEIRS@
  if [[ -r ${ZDOTDIR:-$HOME}/.zshenv ]]; then
    . ${ZDOTDIR:-$HOME}/.zshenv
  fi
  __mcp_dot=${ZDOTDIR-} __mcp_dottype=${(t)ZDOTDIR-}
  ZDOTDIR=@OURS@
  return
fi

# The functions come before the user's files, so that no alias of theirs is in them.

# First at each prompt: D, before a function of the user prints. The group hides us from xtrace.
__mcp_first() {
  {
    local __mcp_s=$?
    emulate -L zsh
    setopt no_xtrace no_err_exit no_err_return
    builtin print -rn -- $'\e]133;D;'$__mcp_s$';mcp=@NONCE@.'$__mcp_n$'\a' >/dev/tty
    # zsh's own mark of an unfinished line stands before precmd, in the output. Ours, without a sign, stands in the prompt.
    builtin print -rn -- ${(l:COLUMNS:: :)}$'\r \r' >/dev/tty
    __mcp_keep
    __mcp_hooks
    # What a function of the user prints from here on is part of the prompt.
    (( $#precmd_functions == 2 )) || builtin print -rn -- $'\e]133;A;mcp=@NONCE@.'$__mcp_n$'\a' >/dev/tty
  } 2>/dev/null
}

# Last at each prompt: A and B around what the prompt has become.
__mcp_last() {
  {
    emulate -L zsh
    setopt no_xtrace no_err_exit no_err_return
    __mcp_wrap ''
  } 2>/dev/null
}

# C. The prompt that follows says D itself if the command takes our precmd functions away; they take it out again.
__mcp_preexec() {
  {
    emulate -L zsh
    setopt no_xtrace no_err_exit no_err_return
    (( ++__mcp_n ))
    __mcp_wrap $'%{\e]133;D;%?;mcp=@NONCE@.'$__mcp_n$'\a%}'
    __mcp_keep
    builtin print -rn -- $'\e]133;C;mcp=@NONCE@.'$__mcp_n$'\a' >/dev/tty
  } 2>/dev/null
}

# Ours around the user's. A function named precmd or preexec runs before the arrays: the user's becomes a member of its array, so that
# D comes before and C after what it prints, and a preexec of ours looks whether the arrays still have us.
__mcp_hooks() {
  if [[ ${precmd_functions[1]-} == __mcp_first && ${precmd_functions[-1]-} == __mcp_last && -z ${functions[precmd]-} &&
    ${preexec_functions[-1]-} == __mcp_preexec && ${functions[preexec]-} == ${functions[__mcp_guard]} &&
    ${zshaddhistory_functions[-1]-} == __mcp_nowrite ]]; then
    return
  fi
  if [[ -n ${functions[precmd]-} ]]; then
    functions[__mcp_user_precmd]=${functions[precmd]}
    unfunction precmd
  fi
  if [[ -n ${functions[preexec]-} && ${functions[preexec]} != ${functions[__mcp_guard]} ]]; then
    functions[__mcp_user_preexec]=${functions[preexec]}
  fi
  functions[preexec]=${functions[__mcp_guard]}
  typeset -ga precmd_functions preexec_functions zshaddhistory_functions
  precmd_functions=(__mcp_first ${functions[__mcp_user_precmd]:+__mcp_user_precmd} ${precmd_functions:#__mcp_*} __mcp_last)
  preexec_functions=(${functions[__mcp_user_preexec]:+__mcp_user_preexec} ${preexec_functions:#__mcp_*} __mcp_preexec)
  zshaddhistory_functions=(${zshaddhistory_functions:#__mcp_*} __mcp_nowrite)
}

__mcp_guard() {
  {
    emulate -L zsh
    setopt no_xtrace no_err_exit no_err_return
    __mcp_hooks
  } 2>/dev/null
}

# 2: the line is kept in memory and never written, also when the file set HISTFILE a moment ago. 1: the line by which a long command is read from
# its file is nobody's history.
__mcp_nowrite() {
  {
    emulate -L zsh
    setopt no_xtrace no_err_exit no_err_return
    [[ $1 == ' \builtin . '*.command-<->* ]] && return 1
    return 2
  } 2>/dev/null
}

# $1: what stands before A.
__mcp_wrap() {
  if [[ ! -o prompt_percent ]]; then
    return
  fi
  local a=$1$'%{\e]133;A;mcp=@NONCE@.'$__mcp_n$'\a%}' b=$'%{\e]133;B;mcp=@NONCE@.'$__mcp_n$'\a%}' old
  if [[ ${PROMPT-} != $a*$b ]]; then
    for old in $__mcp_wrapped; do
      PROMPT=${PROMPT//$old}
    done
    PROMPT=$a$PROMPT$b
    typeset -g +x PROMPT
    __mcp_wrapped=($a $b)
  fi
  a=$'%{\e]133;A;mcp=@NONCE@.'$__mcp_n$'\a%}'
  if [[ -n ${RPROMPT-} && $RPROMPT != $a*$b ]]; then
    for old in $__mcp_rwrapped; do
      RPROMPT=${RPROMPT//$old}
    done
    RPROMPT=$a$RPROMPT$b
    typeset -g +x RPROMPT
    __mcp_rwrapped=($a $b)
  fi
}

# No history file.
__mcp_keep() {
  unset HISTFILE
  SAVEHIST=0
}

__mcp_start() {
  emulate -L zsh
  setopt no_xtrace no_err_exit no_err_return
  typeset -gi __mcp_n=0
  typeset -ga __mcp_wrapped=() __mcp_rwrapped=()
  __mcp_keep
  (( HISTSIZE >= 1000 )) || HISTSIZE=1000
  __mcp_hooks
  typeset -ga zle_bracketed_paste=($'\e[?2004h' $'\e[?2004l')
  zle -A .bracketed-paste bracketed-paste
  # Whatever is typed next undoes a C-s, which would otherwise hold all output back until somebody thinks of C-q.
  builtin command -p stty ixany </dev/tty
}

# Keys that nobody has, in each keymap of the line editor, also behind an Escape that waits for its other key: C-^ C-k clears the line, C-^ C-u
# puts it onto the stack from which it comes back by itself.
__mcp_keys() {
  emulate -L zsh
  setopt no_xtrace no_err_exit no_err_return
  local map escape
  for escape in '' '^['; do
    for map in emacs viins main; do
      bindkey -M $map $escape'^^^K' .kill-buffer $escape'^^^U' .push-input
    done
    bindkey -M vicmd $escape'^^^I' .vi-insert
    bindkey -M vicmd -s $escape'^^^K' '^^^I^^^K' $escape'^^^U' '^^^I^^^U'
  done
}

# Not emulate -L: these are to stay.
__mcp_options() {
  unsetopt bang_hist prompt_sp
  setopt interactive_comments
}

unset ZDOTDIR
if [[ -n $__mcp_dottype ]]; then
  ZDOTDIR=$__mcp_dot
  if [[ $__mcp_dottype == *export* ]]; then
    export ZDOTDIR
  fi
fi
unset __mcp_stage __mcp_dot __mcp_dottype
if [[ -r ${ZDOTDIR:-$HOME}/.zshrc ]]; then
  . ${ZDOTDIR:-$HOME}/.zshrc
fi
{ __mcp_start; __mcp_keys; __mcp_options; } >/dev/null 2>&1
