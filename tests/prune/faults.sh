#!/bin/sh
# hlcov prune of what cannot be read, of functions that cannot be proved, and of sources that changed since they were
# built. What it proves of others, other tests ask.
. "$(dirname "$0")/common.sh"

cat >limit.h <<'END'
typedef unsigned number;
END
cat >limit.c <<'END'
#include "limit.h"
#include <setjmp.h>
jmp_buf place;
int least(number n)
{
    if (n < 0)
        return 1;
    return 0;
}
int twice(number n)
{
    return setjmp(place) && n < 0;
}
int wrong(number n)
{
    return nonsense n;
}
int main(void)
{
    return least(0) + twice(0);
}
END
sed '/^int wrong/,/^}/d' limit.c >whole.c

build()
{
    "$HLCOV" cc gcc -w -o whole whole.c && ./whole
}

check "nothing was built" says 1 "$work/data" "$HLCOV" prune
check "a file is missing" says 1 'nothing.c: No such file' "$HLCOV" prune nothing.c
check "steps are wrong" says 1 "--steps takes 1, 2 and 3" "$HLCOV" prune --steps 1,4 whole.c
check "jobs are wrong" says 1 "--jobs must be" "$HLCOV" prune --jobs 0 whole.c
check "jobs are wrong, as make writes them" says 1 "--jobs must be" "$HLCOV" prune -j0 whole.c
check "what was not built, no report will use" says 0 'has compiled no unit of this text' "$HLCOV" prune whole.c
check "the program is built" build
check "a function that returns twice is kept" says 0 'twice: it calls what returns twice' "$HLCOV" prune whole.c
check "another one is proved" grep -qE 'whole.c: functions 3 .[0-9] known., infeasible [1-9]' out
check "the report uses that" says 0 '(pruned 100%: without 1 infeasible' "$HLCOV" report --details --criteria BC
check "a function that does not parse is left out" says 0 'limit.c: functions 3 (' "$HLCOV" prune limit.c
check "without time all is kept" says 0 'were not answered in time' "$HLCOV" prune --budget 1 --timeout 1 \
    "$top_srcdir/tests/torture/torture.c"

# The text of the function stays what it is, and so do its rows.
echo 'typedef int number;' >limit.h
check "a type is changed, and the program built again" build
"$HLCOV" report --details --criteria BC >out
check "verdicts on the former type are not used" sh -c '! grep -q "(pruned" out'
check "the new type is proved" says 0 ', infeasible 0' "$HLCOV" prune whole.c
finish
