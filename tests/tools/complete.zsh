# Prints what zsh offers to complete a line with, each between < and >: an interactive zsh, whose compadd tells.
#
# usage: zsh -f complete.zsh DIRECTORY LINE; DIRECTORY holds _hlcov
zmodload zsh/zpty
zpty inner zsh -f -i
zpty -w inner "PROMPT=; fpath=($1 \$fpath); autoload -Uz compinit; compinit -u -D
compadd() {
    if [[ \${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then builtin compadd \"\$@\"; return; fi
    local -a hits; builtin compadd -O hits \"\$@\"; print -rl -- \"<\"\$^hits\">\"; builtin compadd \"\$@\"
}
comppostfuncs=(ended); ended() { print '<'end'>' }; bindkey '^I' complete-word
print '<'begin'>'"
zpty -r inner out '*<begin>*'
zpty -w -n inner "$2"$'\t'
zpty -r inner out '*<end>*'
print -r -- "$out"
