#!/bin/sh
# What tests recorded says what hlcov prune asks first, and no more: with enough patience the verdicts are the same;
# with little, those are left out that tests speak against. What is proved, other tests ask.
. "$(dirname "$0")/common.sh"

# Products that the program meets, and the solver does not find soon; then what is never so.
{
    echo 'int all(unsigned long a, unsigned long b, unsigned n) {'
    echo '    int sum = 0;'
    for at in 1 2 3 4 5 6 7 8; do
        echo "    if (a * b == 1000003ul * 100000${at}1ul && a > 1 && b > 1) sum += $at;"
    done
    cat <<'END'
    if (n > 5) {
        if (n > 3 && n < 90) sum++;
        if (n < 4) sum++;
    }
    return sum;
}
#include <stdlib.h>
int main(int argc, char **argv)
{
    return all(1000003, strtoul(argv[1], 0, 10), argc > 2 ? 7 : 0) > 50;
}
END
} >unit.c

# verdicts FILE OPTION...: all that was proved, in any order; for which other one, and why, may hang on what was asked.
verdicts()
{
    file=$1
    shift
    "$HLCOV" prune --no-cache --criteria=DC,CC,BBC "$@" >out 2>&1 &&
        tail -n +2 data/verdicts/* | grep -o '"verdict":"[^"]*","objective":"[^"]*"' | sort >"$file"
}

run_tests()
{
    for at in 1 2 3 4 5 6 7 8; do
        "$HLCOV" run --test "t$at" -- ./unit 100000${at}1 more || return 1
    done
    "$HLCOV" run --test few -- ./unit 3
}

check "it compiles" "$HLCOV" cc gcc -w -o unit unit.c
check "it is proved" verdicts before --timeout=20 --budget=100000
check "with little patience" verdicts hasty --timeout=20 --budget=60
check "tests are run" run_tests
check "it is proved again" verdicts after --timeout=20 --budget=100000
check "the verdicts are the same" diff before after
check "with little patience" verdicts likely --timeout=20 --budget=60
check "what is likely is found first" sh -c '[ $(wc -l <likely) -gt $(wc -l <hasty) ]'
check "and nothing else" sh -c '! comm -13 after likely | grep .'
check "reports agree" sh -c '"$HLCOV" report -q'
finish
