#!/bin/sh
# Limits of hlcov prune are of work, not of time: however slow the machine is, the same verdicts are found, and the same
# questions are not answered. What is proved, other tests ask.
. "$(dirname "$0")/common.sh"

# Products that are hard to tell anything of: some questions are too much.
{
    for constant in 3 5 7 11 13 17 19 23; do
        cat <<END
int of_$constant(unsigned a, unsigned b, unsigned c, unsigned char d)
{
    int n = 0;
    if (a * b * c == $constant && a > 1 && b > 1 && c > 1)
        n += 1;
    if (a * a + b * b == c * c * $constant && a > 9)
        n += 2;
    if (d % $constant == 1 && d * d == 4)
        n += 4;
    if (d > 40 && d < 30)
        n += 8;
    return n;
}
END
    done
    echo 'int main(void) { return 0; }'
} >hard.c

# A library before the solver makes each question take longer.
cat >slow.c <<'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>

int Z3_solver_check_assumptions(void *context, void *solver, unsigned n, void *const *assumptions)
{
    int (*real)(void *, void *, unsigned, void *const *) = dlsym(RTLD_NEXT, "Z3_solver_check_assumptions");
    for (clock_t end = clock() + CLOCKS_PER_SEC / 100; clock() < end;)
        continue;
    return real(context, solver, n, assumptions);
}
END

# One tells of each question, by the process and the formula.
cat >tell.c <<'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int Z3_solver_check_assumptions(void *context, void *solver, unsigned n, void *const *assumptions)
{
    int (*real)(void *, void *, unsigned, void *const *) = dlsym(RTLD_NEXT, "Z3_solver_check_assumptions");
    FILE *file = fopen(getenv("TOLD"), "a");
    fprintf(file, "%d %p\n", (int)getpid(), assumptions[0]);
    fclose(file);
    return real(context, solver, n, assumptions);
}
END

# verdicts FILE OPTION...: of a run, in order.
verdicts()
{
    file=$1
    shift
    "$HLCOV" prune --no-cache --criteria CC,MCC --timeout 20 --budget 100 "$@" >out 2>&1 &&
        sort data/verdicts/* >"$file"
}

slowly()
{
    LD_PRELOAD=$work/slow.so verdicts "$@"
}

check "it compiles" "$HLCOV" cc gcc -w -o hard hard.c
check "the solver has a library before it" gcc -shared -fPIC -o slow.so slow.c -ldl
check "it is proved" verdicts first
check "not all of it" grep -q 'not answered in time' out
check "but something of each function" sh -c '[ $(grep -c "\"infeasible\"" first) = 8 ]'
check "another run finds the same" verdicts second --jobs 2
check "all of it" diff first second
check "a slower one does, too" slowly slow
check "all of that" diff first slow

check "another library" gcc -shared -fPIC -o tell.so tell.c -ldl
check "it tells what is asked" env TOLD=told LD_PRELOAD="$work/tell.so" "$HLCOV" prune --no-cache --timeout 20 \
    --budget 1000 --criteria CC,MCC,ROR,AOR
check "something is" test -s told
check "nothing twice" sh -c '! sort told | uniq -d | grep .'

# patience MS OPTION...: with so much for a question, what was there for all, of functions that are kept with unanswered
# ones.
patience()
{
    rm -rf cache
    timeout=$1
    shift
    "$HLCOV" prune --cache cache --timeout "$timeout" --criteria CC,MCC "$@" >out 2>&1 &&
        sed -n "2s/^$timeout \([0-9]*\)$/\1/p" -s $(find cache -type f) | sort -n | uniq
}

check "one with much to ask" sh -c '
    (sed 1q hard.c | sed s/of_3/of_many/; echo "{ int n = 0;"
     for i in 101 103 107 109 113; do echo "if (a * a + b * b == c * c * $i && a > 9) n++;"; done
     echo "return n; }"; echo "int main(void) { return 0; }") >many.c'
check "it compiles too" "$HLCOV" cc gcc -w -o many many.c
check "what is said is what all have" sh -c "$(printf 'test "%s" = 300' "$(patience 20 --budget 300)")"
check "else it follows what is recorded" test "$(patience 20 | awk '$1 > 10000' | wc -l)" -ge 2
check "too hard ones are told from others" says 0 'too hard (--timeout=MS gives each more)' "$HLCOV" prune --no-cache \
    --timeout 20 --criteria CC,MCC
check "so are those without time" says 0 'not even asked (--budget=MS gives the function more)' "$HLCOV" prune \
    --no-cache --timeout 20 --budget 50 --criteria CC,MCC
finish
