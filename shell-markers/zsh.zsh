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
    if [[ ${precmd_functions[1]-} != __mcp_first || ${precmd_functions[-1]-} != __mcp_last || -n ${functions[precmd]-} ]]; then
      __mcp_hooks
    fi
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
    if [[ ${precmd_functions[(I)__mcp_first]} == 0 ]]; then
      __mcp_hooks
    fi
    __mcp_keep
    builtin print -rn -- $'\e]133;C;mcp=@NONCE@.'$__mcp_n$'\a' >/dev/tty
  } 2>/dev/null
}

# A function named precmd runs before the array; it becomes a member of it, so that D comes first.
__mcp_hooks() {
  local -a theirs
  theirs=(${precmd_functions:#__mcp_*})
  if [[ -n ${functions[precmd]-} ]]; then
    functions[__mcp_precmd]=${functions[precmd]}
    unfunction precmd
  fi
  if [[ -n ${functions[__mcp_precmd]-} ]]; then
    theirs=(__mcp_precmd $theirs)
  fi
  typeset -ga precmd_functions preexec_functions
  precmd_functions=(__mcp_first $theirs __mcp_last)
  preexec_functions=(${preexec_functions:#__mcp_*} __mcp_preexec)
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
}

# No history file, and a prompt and pastes that leave the bytes alone.
__mcp_keep() {
  unset HISTFILE
  SAVEHIST=0
}

__mcp_start() {
  emulate -L zsh
  setopt no_xtrace no_err_exit no_err_return
  typeset -gi __mcp_n=0
  typeset -ga __mcp_wrapped=()
  __mcp_keep
  (( HISTSIZE >= 1000 )) || HISTSIZE=1000
  __mcp_hooks
  typeset -ga zle_bracketed_paste=($'\e[?2004h' $'\e[?2004l')
  zle -A .bracketed-paste bracketed-paste
}
{ __mcp_start } >/dev/null 2>&1
unsetopt bang_hist prompt_sp
setopt interactive_comments
