#!/bin/sh
# A solver that crashes, runs out of memory or does not end: the function stays unpruned, verdicts and reports say why,
# and other functions are proved. The solver is the real one behind a library that does that to it.
. "$(dirname "$0")/common.sh"

cat >unit.c <<'END'
int one(unsigned n, unsigned k)
{
    return n > 700000 && n * 3 < k && k < 5 && n < 600000;
}
int two(unsigned n, unsigned k)
{
    return n > 800000 && n * 5 < k && k < 7 && n < 600000;
}
int main(void)
{
    return 0;
}
END

# What the first process does that asks more than AFTER questions, if it is still to be done.
cat >trouble.c <<'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

static void make_trouble(const char *what)
{
    if (strcmp(what, "crash") == 0)
        abort();
    while (strcmp(what, "loop") == 0)
        ;
    for (size_t size = (size_t)1 << 24; size >= 16; size /= 2)
        while (malloc(size))
            ;
}

int Z3_solver_check_assumptions(void *context, void *solver, unsigned n, void *const *assumptions)
{
    static int asked;
    const char *what = getenv("TROUBLE"), *after = getenv("AFTER");
    int (*real)(void *, void *, unsigned, void *const *) = dlsym(RTLD_NEXT, "Z3_solver_check_assumptions");
    if (what && asked++ >= (after ? atoi(after) : 0) && open("done", O_CREAT | O_EXCL, 0600) >= 0)
        make_trouble(what);
    return real(context, solver, n, assumptions);
}
END

# prunes_with TROUBLE: one process of the solver has that trouble.
prunes_with()
{
    rm -f done
    TROUBLE=$1 LD_PRELOAD=$work/trouble.so "$HLCOV" prune --budget 100 --criteria MCC "$work/data" >out 2>&1 &&
        [ -e done ] && return 0
    cat out
    return 1
}

# said WORDS: of one function, and the other one has verdicts.
said()
{
    [ "$(grep -cE "^  [a-z]+: $1" out)" = 1 ] && grep -q 'infeasible [1-9]' out && return 0
    cat out
    return 1
}

reported()
{
    "$HLCOV" report --details --criteria MCC --badge badge.svg >report 2>&1
    grep -E "unit.c: 1 function was not pruned: $1" report && return 0
    cat report
    return 1
}

check "it compiles" "$HLCOV" cc gcc -w -o unit unit.c
check "the solver has a library before it" gcc -shared -fPIC -o trouble.so trouble.c -ldl
check "without trouble all is proved" "$HLCOV" prune --no-cache --criteria MCC
for trouble in "crash:the solver crashed" "memory:the solver (crashed|failed: no memory)" \
    "loop:the solver took too long"; do
    check "${trouble%%:*}: pruning goes on" prunes_with "${trouble%%:*}"
    check "it is said, and the other function is proved" said "${trouble#*:}"
    check "the report says it" reported "${trouble#*:}"
    rm -rf cache
done
check "what failed is not kept in the cache" prunes_with crash
check "it is asked again" sh -c '"$HLCOV" prune --budget 100 --criteria MCC "$HLCOV_DIR" | grep -q "known), inf" &&
    ! "$HLCOV" report --details --criteria MCC | grep -q "not pruned"'

# The first function asks 15 questions about its vectors, and then about its mutants.
mutants()
{
    rm -f done
    env "$@" "$HLCOV" prune --equivalent --no-cache --jobs=1 --steps=1 --budget 1000 --criteria MCC,SM >out 2>&1 &&
        grep -q "unit.c: functions 3 (0 known), infeasible [1-9]" out && return 0
    cat out
    return 1
}

count() { sed -n 's/.*infeasible \([0-9]*\),.*/\1/p' out; }

check "a strong build" "$HLCOV" cc --strong gcc -w -c unit.c
check "mutants are proved equivalent" mutants TROUBLE=
all=$(count)
check "the solver crashes at a mutant" mutants TROUBLE=crash AFTER=17 LD_PRELOAD="$work/trouble.so"
check "it did" test -e done
check "it is said" grep -q '^  one: \([0-9]*\) of .* questions were not answered' out
check "what else was proved stays" sh -c "[ $(count) -gt 1 ] && [ $(count) -lt $all ] &&
    cat data/verdicts/*.hlv | grep '\"function\":0' | grep -q MCC"
finish
