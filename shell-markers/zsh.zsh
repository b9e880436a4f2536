# The markers of a private zsh. Stands in a folder of ours both as .zshenv and as .zshrc, which zsh finds through ZDOTDIR;
# README.md beside this file has the layout and the reasons. ZDOTDIR is the user's own while the user's files run.
if [[ -z ${__mcp_stage-} ]]; then
  typeset -g __mcp_stage=env
  @THEIRS@
  [[ ! -r ${ZDOTDIR:-$HOME}/.zshenv ]] || . ${ZDOTDIR:-$HOME}/.zshenv
  if [[ -o interactive && -o rcs ]]; then
    typeset -ga __mcp_dot=(${ZDOTDIR+"$ZDOTDIR"} ${ZDOTDIR+${(t)ZDOTDIR}})
    ZDOTDIR=@OURS@
  fi
  return
fi
