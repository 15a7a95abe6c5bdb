# Does for compare.py what scripts of a build do: functions, text taken apart, subshells and pipes, nearly each a
# process. It runs builtins of the shell only, and prints a sum.
#
# usage: SHELL tests/bench/forks.sh ROUNDS

rounds=$1 round=0 sum=0

# quoted WORD: as make would want it.
quoted()
{
    quoted_rest=$1 quoted_done=
    while :; do
        case $quoted_rest in
        *' '*) quoted_done=$quoted_done${quoted_rest%%' '*}'\ ' quoted_rest=${quoted_rest#*' '} ;;
        *) break ;;
        esac
    done
    echo "$quoted_done$quoted_rest"
}

kind()
{
    case $1 in
    *.[ch]) echo source ;;
    *.sh | *.py) echo script ;;
    lib*.a | lib*.so*) echo library ;;
    *) echo other ;;
    esac
}

while [ "$round" -lt "$rounds" ]; do
    round=$((round + 1))
    for name in "a file.c" "lib$round.so.1" "run me.sh" "$round"; do
        text=$(quoted "$name")
        what=$(kind "$text")
        sum=$(((sum * 31 + ${#text} + ${#what}) % 1000003))
    done
    (cd / && [ -d . ] && exit $((round % 7)))
    sum=$((sum + $?))
    echo "$round:$sum:$what" | while IFS=: read -r first second rest; do
        [ "$first" -gt "$second" ] || echo "$rest" >/dev/null
    done
done
echo "$sum"
