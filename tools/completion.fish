# Fish completion of hlcov: asks the command itself for its subcommands, their options, topics and criteria.

# The names under a heading of the help, with what is said of them behind a tab.
function __hlcov_list
    hlcov --help 2>/dev/null | sed -n "/^$argv[1]:/,/^\$/s/^  \([a-z]*\)  *\(.*\)/\1\t\2/p"
end

# The options of the subcommand that stands on the line.
function __hlcov_options
    set -l words (commandline -opc)
    hlcov $words[2] --help 2>/dev/null |
        sed -n 's/^  \(-., \)\{0,1\}\(--[a-z-]*=\{0,1\}\)[^ ]* *\(.*\)/\2\t\3/p'
end

# Names of criteria, behind those that stand in the list already.
function __hlcov_criteria
    set -l before (commandline -ct | string replace -r '^--[a-z-]*=' '' | string match -r '^.*,')
    for name in all (hlcov criteria 2>/dev/null | string replace -r ' .*' '')
        echo "$before$name"
    end
end

function __hlcov_has_no_command
    test (count (commandline -opc)) -eq 1
end

function __hlcov_command_is
    set -l words (commandline -opc)
    test (count $words) -gt 1; and contains -- $words[2] $argv
end

complete -c hlcov -n __hlcov_has_no_command -f -a '(__hlcov_list Commands)'
complete -c hlcov -n __hlcov_has_no_command -f -a help -d 'explain a command or a topic'
complete -c hlcov -n __hlcov_has_no_command -f -a '--help --version'
complete -c hlcov -n '__hlcov_command_is help' -f -a '(__hlcov_list Commands; __hlcov_list Topics)'
complete -c hlcov -n '__hlcov_command_is config' -f -a '(__hlcov_list Commands)'
complete -c hlcov -n 'not __hlcov_has_no_command; and not __hlcov_command_is help' -a '(__hlcov_options)'
complete -c hlcov -n 'not __hlcov_has_no_command' -l criteria -x -a '(__hlcov_criteria)'
