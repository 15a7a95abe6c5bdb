#!/bin/sh
# hlcov prune --equivalent does not prove again what no edit can have changed: the mutants of functions whose text, and
# whose callees' texts, are the same. What is remembered is what would be proved.
. "$(dirname "$0")/common.sh"

cat >type.h <<'END'
typedef unsigned number;
END
cat >unit.c <<'END'
#include "type.h"
static int helper(int n)
{
    return n + 1;
}
int typed(number n)
{
    return n > 0 ? 1 : 0;
}
int caller(int n)
{
    return n == 3 ? helper(n) : 4;
}
int other(int n)
{
    return n > 5 && n > 2;
}
int main(void)
{
    return typed(1) + caller(1) + other(0) > 9;
}
END

# Proves all mutants in a new data directory, so that nothing but the cache is known.
prune()
{
    rm -rf "$HLCOV_DIR"
    "$HLCOV" cc --criteria=WM gcc -w -c unit.c && "$HLCOV" cc --strong gcc -w -o strong.o -c unit.c &&
        "$HLCOV" prune --equivalent --steps=1 --criteria=SM --timeout=60000 --budget=100000 "$@"
}

# proves KNOWN OPTION...: it does, and so many of the functions were known.
proves()
{
    known=$1
    shift
    prune "$@" >out 2>&1 && grep -qF "unit.c: functions 5 ($known known)" out && return 0
    cat out
    return 1
}

verdicts()
{
    cat "$HLCOV_DIR"/verdicts/*.hlv | sed -e '/"table"/d' -e 's/"known":[a-z]*,//' | sort
}

# anew: what was remembered is what is proved without the cache.
anew()
{
    verdicts >remembered
    prune --no-cache >out && verdicts >proved && diff remembered proved
}

check "at first nothing is known" proves 0
check "some mutants are equivalent" sh -c '[ "$(cat data/verdicts/*.hlv | grep -o SM: | wc -l)" -ge 3 ]'
check "then all functions are" proves 5
check "the same is remembered" anew
sed -i '1i\
/* Lines below are moved. */\
' unit.c
check "functions that were moved are known" proves 5
sed -i 's/n > 2;/n > 7;/' unit.c
check "one that was changed is not, nor one that names it" proves 3
check "nothing old is taken for it" anew
sed -i 's/return n + 1;/return n + 2;/' unit.c
check "nor those that name it by way of others" proves 2
check "nothing old is taken for these" anew
sed -i 's/unsigned/int/' type.h
check "a change outside of functions may change all" proves 0
check "nothing old is taken after that" anew
finish
