#!/bin/sh
# hlcov prune does not prove twice what did not change, and proves again what did, though the text of the function is
# the same. How entries are kept, tests/unit/test_cache.c asks.
. "$(dirname "$0")/common.sh"

cat >type.h <<'END'
typedef unsigned number;
END
cat >unit.c <<'END'
#include "type.h"
enum limit { MIDDLE = 30 };
static int helper(int n)
{
    return n + 1;
}
int typed(number n)
{
    return n < 0 ? 1 : 0;
}
int caller(int n)
{
    int more = 0;
    if (n)
        more = helper(n);
    if (n)
        more++;
    return more;
}
int other(int n)
{
    return n > MIDDLE && n < 20;
}
int main(void)
{
    return typed(1) + caller(1) + other(0) > 9;
}
END

prune()
{
    "$HLCOV" prune --criteria CC,ROR --timeout 60000 --budget 100000 "$@" unit.c
}

# proves KNOWN OPTION...: it does, and so many of the functions were known.
proves()
{
    known=$1
    shift
    "$HLCOV" cc --criteria=CC,ROR gcc -w -o unit unit.c && ./unit && prune "$@" >out 2>&1 &&
        grep -qF "unit.c: functions 5 ($known known)" out && return 0
    cat out
    return 1
}

# What was proved, in any order, wherever it was found.
verdicts()
{
    table=$(ls -t data/verdicts/*.hlv | head -n 1)
    sed -e 1d -e 's/"known":[a-z]*,//' "$table" | sort
}

# as NAME: the verdicts are those that were saved under that name.
as()
{
    verdicts >now
    diff "$1" now
}

# Damages every entry, in the middle.
damage()
{
    for entry in "$1"/*/*; do
        size=$(wc -c <"$entry")
        printf '\000' | dd of="$entry" bs=1 seek=$((size / 2)) conv=notrunc 2>/dev/null
    done
}

check "at first nothing is known" proves 0
verdicts >first
check "something was proved" grep -q '"infeasible"' first
check "the usual directory is that of the user" test -d cache/hlcov
check "then all is" proves 5
check "and the same as before" as first
check "without the cache nothing is known" proves 0 --no-cache
check "nor in another one" proves 0 --cache "$work/elsewhere"
check "which is used" proves 5 --cache "$work/elsewhere"
check "other steps are other questions" proves 0 --steps 1
check "so are other criteria" proves 0 --criteria CC

sed -i '1i\
\
static int added;' unit.c
check "functions that were moved are known" proves 5
sed -i 's/n < 20/n < 0x14/' unit.c
check "one that was changed is not" proves 4
sed -i 's/unsigned/int/' type.h
check "nor one whose types were" proves 4
sed -i 's/MIDDLE = 30/MIDDLE = 10/' unit.c
check "nor one whose constants were" proves 4
sed -i 's/^    return n + 1;/    return 1 \/ n;/' unit.c
check "nor the callers of one that may not return any more" proves 3

verdicts >last
damage cache/hlcov
check "damaged entries are none" proves 0
check "and nothing of them is used" as last
check "all is known again" proves 5

# The text is too much for a millisecond.
cp "$top_srcdir"/tests/torture/torture.[ch] .
torture() { "$HLCOV" prune --cache "$work/slow" --steps=1 --criteria=DC --jobs 2 "$@" torture.c; }
torture --timeout 1 --budget 1 >out
check "a function is not proved in time" grep -q 'not answered in time' out
torture --timeout 1 --budget 1 >again
check "which is known" sh -c "grep -q '(\([0-9]*\) known)' again && ! grep -q '(0 known)' again &&
    grep -q 'not answered in time' again"
torture --timeout 200 --budget 400 >longer
check "with more patience it is asked again" sh -c \
    '[ $(grep -c "not answered in time" longer) -lt $(grep -c "not answered in time" out) ]'

(
    for run in 1 2 3; do
        prune --cache "$work/shared" >"run$run" 2>&1 &
    done
    wait
)
check "runs at a time share it" sh -c 'cat run?; [ $(cat run? | grep -c "unit.c: functions 5") = 3 ]'
check "and leave nothing half" proves 5 --cache "$work/shared"
check "sizes must be" sh -c '! "$HLCOV" prune --cache-size 0 unit.c 2>out && grep -q "cache-size must be" out'
finish
