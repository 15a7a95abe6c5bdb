#!/bin/sh
# A report says of a program that died by a signal where it was and how it came there, if the program is there still.
. "$(dirname "$0")/../subr.sh"

HLCOV_DIR=$work/data
export HLCOV_DIR
cd "$work" || exit 1
cat >a.c <<'END'
#include <stdlib.h>
static int *volatile nowhere;
static __attribute__((noinline)) int f(int n)
{
    return n + *nowhere;
}

static __attribute__((noinline)) int deeper(int n)
{
    int result = n > 0 ? deeper(n - 1) : f(n);

    return result + 1;
}

static __attribute__((noinline)) int g(int n)
{
    if (n == 4)
        return deeper(40) + 2;
    if (n > 2)
        abort();
    return 1 + f(n);
}

int main(int argc, char **argv)
{
    (void)argv;
    return 2 + g(argc);
}
END
crashes()
{
    (ulimit -c 0; HLCOV_CRASH=1 exec "$@") >/dev/null 2>&1
    [ $? -gt 128 ]
} 2>/dev/null

# says LINE...: the report has these lines on crashes, and no others.
says()
{
    "$HLCOV" report --details --criteria FC >report.txt || return 1
    grep -E 'crash' report.txt >found
    printf '%s\n' "$@" | diff - found
}

build()
{
    "$HLCOV" reset -q 2>/dev/null
    "$HLCOV" cc $1 -o a a.c
}

for compiler in "gcc -g -O1" "gcc -g -O2 -static" "gcc -g -O0 -no-pie" "clang-19 -g -O1"; do
    command -v "${compiler%% *}" >/dev/null || continue
    check "$compiler: it compiles" build "$compiler -fno-optimize-sibling-calls"
    check "$compiler: it crashes" crashes ./a
    check "$compiler: once" says "a crashed: SIGSEGV in f (a.c:5), called from g (a.c:21), main (a.c:27)"
    check "$compiler: again" crashes ./a
    check "$compiler: twice" says "a crashed 2 times: SIGSEGV in f (a.c:5), called from g (a.c:21), main (a.c:27)"
done
cat >twin.c <<'END'
struct node { struct node *next; int value; };
static int sum(const struct node *at, int n)
{
    if (n == 0)
        return 0;
    return at->value + sum(at->next, n - 1);
}

int main(void)
{
    struct node last = {0, 3}, first = {&last, 2};
    for (int n = 0; n < 3; n++)
        if (sum(&first, n) < 0)
            return 1;
    return sum(&first, 3) > 0;
}
END
"$HLCOV" reset -q
"$HLCOV" cc gcc -g -O1 -fno-optimize-sibling-calls -o a twin.c
check "its text without probes is of the same name" test "$(nm a | grep -c hlcov_clean_sum)" -gt 0
crashes ./a
at="sum (twin.c:6)"
check "a function that is written twice has one name" \
    says "a crashed: SIGSEGV in $at, called from $at, $at, sum (twin.c:4), main (twin.c:15)"
check "without debugging information it compiles" build "gcc -O1"
crashes ./a
check "without it there are names of functions" \
    says "a crashed: SIGSEGV in f (a), called from g (a), main (a)"
strip a
check "without symbols either" \
    sh -c "'$HLCOV' report --details | grep -q 'a crashed: SIGSEGV in code without a name (a), called'"
rm a
check "without the program there are none" says \
    "a crashed: SIGSEGV in code without a name (a), called from code without a name (a), code without a name (a), ..."

build "gcc -g -O1"
crashes ./a 1 2
"$HLCOV" report --details --criteria FC >report.txt
check "abort: up to main" grep -q '^a crashed: SIGABRT in .*abort (.*, g (a.c:20), main (a.c:27)$' report.txt
build "gcc -g -O0"
crashes ./a 1 2 3
"$HLCOV" report --details --criteria FC --html html --markdown report.md >report.txt
check "a long way is cut" grep -q \
    '^a crashed: SIGSEGV in f (a.c:5), called from deeper (a.c:10)\(, deeper (a.c:10)\)\{7\}, \.\.\.$' report.txt
check "HTML has it" grep -q 'a crashed: SIGSEGV in f (a.c:5)' html/index.html
"$HLCOV" report -q --json report.json
check "JSON has it" "$top_srcdir/tests/json/validate" "$top_srcdir/report/out/json/report.schema.json" report.json
check "as it is" grep -q '"crashes":\["a crashed[^"]*: SIGSEGV in f (a.c:5)' report.json
check "Markdown has it" grep -qF 'a crashed: SIGSEGV in f (a.c:5)' report.md
cp a.c sub.c && mkdir -p "$work/elsewhere" && "$HLCOV" cc gcc -g -O1 -o elsewhere/b sub.c && crashes elsewhere/b
check "each program has its notes" sh -c "'$HLCOV' report --details | grep -c crashed | grep -qx 2"

# Tests: what crashed in which, sealed, and merged.
dies_in()
{
    (ulimit -c 0; exec "$HLCOV" run --test="$@") >/dev/null 2>&1
    [ $? -gt 128 ]
} 2>/dev/null

build "gcc -g -O1 -fno-optimize-sibling-calls"
check "a test crashes" dies_in one -- ./a
dies_in two -- ./a
dies_in one -- ./a
dies_in two -- sh -c './a; ./a 1 2 3 >/dev/null; exec ./a'
"$HLCOV" run --test=three -- ./a 1 2 3 >/dev/null 2>&1
way="SIGSEGV in f (a.c:5), called from g (a.c:21), main (a.c:27)"
long="SIGSEGV in f (a.c:5), called from deeper (a.c:10)$(printf ', deeper (a.c:10)%.0s' 1 2 3 4 5 6 7), ..."
check "tests have their own notes" says "test one: a crashed: $way" "test three: a crashed: $long" \
    "test two: a crashed 2 times: $way" "test two: a crashed: $long"
check "shards have them too" sh -c "
    for i in '$HLCOV_DIR'/shards/*.hls; do '$HLCOV' dump \"\$i\"; done | grep -q '^crash signal=11'"
i=0
while [ $i -lt 40 ]; do
    "$HLCOV" run --test=$i -- true
    i=$((i + 1))
done
check "also when shards were merged" says "test one: a crashed: $way" "test three: a crashed: $long" \
    "test two: a crashed 2 times: $way" "test two: a crashed: $long"
(HLCOV_CRASH= && export HLCOV_CRASH && dies_in four -- ./a)
check "not where it is not wanted" sh -c "! '$HLCOV' report --details | grep -q 'test four'"

# Damage is found.
damaged()
{
    cp "$(ls "$HLCOV_DIR"/*.hlb | head -1)" bad.hlb
    printf "\\$2" | dd of=bad.hlb bs=1 seek="$1" conv=notrunc 2>/dev/null
    "$HLCOV" dump bad.hlb 2>&1 | grep -q "note of a crash: $3"
}

"$HLCOV" reset -q
crashes ./a
check "an impossible state" damaged 2168 003 "its state is impossible"
check "no signal" damaged 2172 000 "it says that nothing happened"
check "too many places" damaged 2180 034 "it has an impossible number of places"
check "no places" damaged 2180 000 "it has an impossible number of places"
check "something behind the path" damaged 2647 001 "the padding behind its path is not zero"
finish
