#compdef hlcov
# Zsh completion of hlcov: asks the command itself for its subcommands, their options, topics and criteria.

# Lines "name  text" under a heading of the help, as "name:text".
_hlcov_list()
{
    hlcov --help 2>/dev/null | sed -n "/^$1:/,/^\$/s/^  \([a-z]*\)  *\(.*\)/\1:\2/p"
}

# Options of a subcommand, as _arguments wants them: a value behind = is a file or a list of criteria.
_hlcov_options()
{
    hlcov "$1" --help 2>/dev/null | sed -n 's/^  \(-., \)\{0,1\}\(--[a-z-]*\)\(=\{0,1\}\)[^ ]* *\(.*\)/\2 \3 \4/p' |
        while read -r name rest; do
            local value= text=${rest#= }
            if [[ $rest == '='* ]]; then
                value=':value:_files'
                [[ $name != *criteria ]] || value=':criterion:_hlcov_criteria'
            fi
            print -r -- "*${name}${value:+=}[${${text//\[/(}//\]/)}]$value"
        done
}

_hlcov_criteria()
{
    local names=(all ${${(f)"$(hlcov criteria 2>/dev/null)"}%% *})
    _values -s , criterion $names
}

_hlcov()
{
    local commands=(${(f)"$(_hlcov_list Commands)"}) topics=(${(f)"$(_hlcov_list Topics)"})
    if ((CURRENT == 2)); then
        _describe command commands
        _describe option '(help:"explain a command or a topic" --help --version)'
        return
    fi
    local name=$words[2]
    shift words
    ((CURRENT--))
    case $name in
    help | config)
        _describe command commands
        [[ $name == config ]] || _describe topic topics
        ;;
    cc) _arguments ${(f)"$(_hlcov_options cc)"} '(-)1:compiler:_command_names -e' '*::argument:_normal' ;;
    *) _arguments ${(f)"$(_hlcov_options $name)"} '*:file:_files' ;;
    esac
}

_hlcov "$@"
