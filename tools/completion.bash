# Bash completion of hlcov: asks the command itself for its subcommands, their options, topics and criteria. Sourced by
# bash.

_hlcov_list()
{
    hlcov --help 2>/dev/null | sed -n "/^$1:/,/^\$/s/^  \([a-z]*\) .*/\1/p"
}

_hlcov_options()
{
    hlcov "$1" --help 2>/dev/null | grep -o -- '--[a-z][a-z-]*' | sort -u
}

# The last name of a list of criteria; those before it stay.
_hlcov_criteria()
{
    local before=
    [[ $1 != *,* ]] || before=${1%,*},
    compopt -o nospace 2>/dev/null
    COMPREPLY=($(compgen -P "$before" -W "all $(hlcov criteria 2>/dev/null | sed 's/ .*//')" -- "${1##*,}"))
}

# The option that the word is a value of, maybe behind an equals sign, which is a word of its own.
_hlcov_option()
{
    local at=$((COMP_CWORD - 1))
    [[ ${COMP_WORDS[at]} != '=' ]] || at=$((at - 1))
    [[ ${COMP_WORDS[COMP_CWORD]} != '=' ]] || at=$((COMP_CWORD - 1))
    echo "${COMP_WORDS[at]}"
}

# Behind the options of `hlcov cc` stands another command. The value of an option is a word of its own, maybe behind one
# that is an equals sign.
_hlcov_cc()
{
    local at=2
    while [[ $at -lt $COMP_CWORD && ${COMP_WORDS[at]} == -* ]]; do
        [[ ${COMP_WORDS[at + 1]} != '=' ]] || at=$((at + 1))
        at=$((at + 2))
    done
    if [[ $at -gt $COMP_CWORD ]]; then
        COMPREPLY=($(compgen -f -- "$1"))
        return
    fi
    if [[ $at -lt $COMP_CWORD ]]; then
        _command_offset "$at" 2>/dev/null || COMPREPLY=($(compgen -f -- "$1"))
    elif [[ $1 == -* ]]; then
        COMPREPLY=($(compgen -W "$(_hlcov_options cc) --help" -- "$1"))
    else
        COMPREPLY=($(compgen -c -- "$1"))
    fi
}

_hlcov()
{
    local word=${COMP_WORDS[COMP_CWORD]}
    if [[ $COMP_CWORD -eq 1 ]]; then
        COMPREPLY=($(compgen -W "$(_hlcov_list Commands) help --help --version" -- "$word"))
    elif [[ ${COMP_WORDS[1]} == help ]]; then
        COMPREPLY=($(compgen -W "$(_hlcov_list Commands) $(_hlcov_list Topics)" -- "$word"))
    elif [[ $(_hlcov_option) == --*criteria ]]; then
        _hlcov_criteria "${word#=}"
    elif [[ ${COMP_WORDS[1]} == cc ]]; then
        _hlcov_cc "$word"
    elif [[ $word == -* ]]; then
        COMPREPLY=($(compgen -W "$(_hlcov_options "${COMP_WORDS[1]}") --help" -- "$word"))
    elif [[ ${COMP_WORDS[1]} == config ]]; then
        COMPREPLY=($(compgen -W "$(_hlcov_list Commands)" -- "$word"))
    else
        COMPREPLY=($(compgen -f -- "$word"))
    fi
}

complete -o filenames -F _hlcov hlcov
