#!/bin/sh
# Builds samples, programs of csmith and random functions with the sanitizer of undefined behaviour, with and without
# coverage by all criteria, and with mutants of which none is chosen: all print the same, and the sanitizer reports the
# same. With mutants that of addresses does, too. Others' projects are in tests/projects/ubsan.sh.
#
# usage: tests/semantics/ubsan.sh [PROGRAMS [FIRST_SEED]]

. "$(dirname "$0")/../subr.sh"
. "$top_srcdir/tests/semantics/sanitized.sh"

programs=${1:-3}
first=${2:-3000}
include=$(dirname "$(find /usr/include -name csmith.h -print -quit)")
found=0

# A program is made in the working directory by make_NAME SEED, built by build_KIND COMPILER, run by run_KIND.
make_calendar()
{
    cp -R "$top_srcdir/samples/calendar/." .
}

make_triangle()
{
    cp -R "$top_srcdir/samples/triangle/." .
}

build_sample()
{
    make -s CC="$1" CFLAGS="-O1 -g $sanitize" LDFLAGS="$sanitize"
}

run_sample()
{
    ./test.sh
}

make_csmith()
{
    csmith --seed "$1" --max-funcs 3 --max-block-size 3 --max-block-depth 3 >program.c
}

build_csmith()
{
    $1 -w -O1 $sanitize -I "$include" program.c -o program
}

# One that runs too long prints nothing.
run_csmith()
{
    timeout 10 ./program
}

make_undefined()
{
    PYTHONDONTWRITEBYTECODE=1 "$top_srcdir/tests/oracle/mutation/write.py" "$1"
}

build_undefined()
{
    gcc -w -c caller.c && $1 -w -O0 $sanitize -c subject.c && $1 $sanitize subject.o caller.o -o program -lm
}

run_undefined()
{
    ./program
}

# What goes wrong in one run for each word: the sanitizer says what, and in which line of which function.
make_faults()
{
    cat >program.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int shifted(int by) { return 1 << by; }
static int summed(int most) { return most + 1 > 0 ? most : -most; }
static char heap(int n)
{
    char *text = malloc((size_t)n), c;
    memset(text, 'a', (size_t)n);
    c = text[n > 4 ? n : n - 1];
    free(text);
    return c;
}
static int stack(int n)
{
    int numbers[4] = {1, 2, 3, 4}, sum = 0;
    for (int i = 0; i <= n; i++)
        sum += numbers[i];
    return sum;
}
static int freed(int n)
{
    int *number = malloc(sizeof *number);
    *number = n;
    if (n > 4)
        free(number);
    n = *number;
    free(number);
    return n;
}
static int lost(int n)
{
    int *volatile number = malloc(sizeof *number);
    *number = n;
    number = n > 4 ? NULL : (free(number), NULL);
    return number == NULL;
}
int main(int argc, char **argv)
{
    int n = argc > 2 ? atoi(argv[2]) : 0;
    switch (argc > 1 ? argv[1][0] : 0) {
    case 's': printf("%d\n", shifted(n)); break;
    case 'o': printf("%d\n", summed(n == 5 ? 2147483647 : n)); break;
    case 'h': printf("%c\n", heap(n)); break;
    case 'a': printf("%d\n", stack(n)); break;
    case 'f': printf("%d\n", freed(n)); break;
    case 'l': printf("%d\n", lost(n)); break;
    default: break;
    }
    return 0;
}
END
}

build_faults()
{
    $1 -g -O0 $sanitize program.c -o program
}

# Addresses differ, columns, and what follows a report.
run_faults()
{
    for word in s o h a f l; do
        for n in 3 5 40; do
            UBSAN_OPTIONS=log_path=stderr ./program $word $n 2>said
            echo "$word $n: status $?"
            sed -n -e 's/0x[0-9a-f]*/0x/g' -e 's/^==[0-9]*==\(ERROR: [A-Za-z]*: [a-z-]*\).*/\1/p' \
                -e 's/^ *#[0-9]* .* in \([a-z]*\) .*\(program.c:[0-9]*\).*/\1 \2/p' \
                -e 's/^.*\(program.c:[0-9]*\):[0-9]*: runtime error/ERROR: \1/p' said
        done
    done
}

# build_and_run VARIANT NAME KIND SEED COMPILER: in a directory of its own.
build_and_run()
{
    mkdir -p "$work/$1" && cd "$work/$1" || return 1
    "make_$2" "$4" && "build_$3" "$5" >build.log 2>&1 || { cat build.log; return 1; }
    log_reports "$work/$1.reports" || return 1
    "run_$3" >"$work/$1.output" 2>&1
    return 0
}

# same NAME KIND SEED COMPILER. gcc computes what is converted to a narrower type without a sign, and reports no
# overflow of it; with coverage the value is computed first, as C has it. So what clang reports of it is no news.
same()
{
    rm -rf "$work/plain" "$work/covered" "$work/clang" "$work/data"
    (build_and_run plain "$1" "$2" "$3" "$4") && (build_and_run clang "$1" "$2" "$3" clang-19) || return 1
    (HLCOV_DIR=$work/data && export HLCOV_DIR &&
        build_and_run covered "$1" "$2" "$3" "$HLCOV cc --criteria=all $4") || return 1
    [ ! -s "$work/data/notes.log" ] || { cat "$work/data/notes.log"; return 1; }
    ls "$work"/data/*.hlb || return 1
    diff "$work/plain.output" "$work/covered.output" &&
        same_reports "$work/plain.reports" "$work/covered.reports" "$work/clang.reports"
}

# same_with_mutants NAME KIND SEED COMPILER: none of which is chosen, with both sanitizers.
same_with_mutants()
{
    rm -rf "$work/plain" "$work/strong" "$work/data"
    ubsan=$sanitize
    sanitize=$sanitize,address
    (build_and_run plain "$1" "$2" "$3" "$4") &&
        (HLCOV_DIR=$work/data && export HLCOV_DIR &&
            build_and_run strong "$1" "$2" "$3" "$HLCOV cc --strong $4")
    built=$?
    sanitize=$ubsan
    [ $built -eq 0 ] && [ ! -s "$work/data/notes.log" ] && ls "$work"/data/strong/*.hlt || return 1
    diff "$work/plain.output" "$work/strong.output" && same_reports "$work/plain.reports" "$work/strong.reports"
}

# compare NAME KIND SEED: with both compilers, a point each.
compare()
{
    for compiler in gcc clang-19; do
        check "$1 ${3:-sample}, $compiler: the same output and reports" same "$1" "$2" "$3" $compiler
        found=$((found + $(reports "$work/plain.reports" | wc -l)))
    done
}

# compare_mutants NAME KIND SEED
compare_mutants()
{
    for compiler in gcc clang-19; do
        check "$1 ${3:-sample}, $compiler: the same output and reports with mutants" \
            same_with_mutants "$1" "$2" "$3" $compiler
    done
}

compare calendar sample ''
compare triangle sample ''
compare_mutants calendar sample ''
compare_mutants faults faults ''
check "all faults were reported, and nothing else" test "$(grep -c ERROR "$work/plain.output")" -eq 12
compare_mutants csmith csmith "$first"
compare_mutants undefined undefined "$first"
seed=$first
while [ "$seed" -lt $((first + programs)) ]; do
    compare csmith csmith "$seed"
    compare undefined undefined "$seed"
    seed=$((seed + 1))
done
check "there was something to report" test "$found" -gt "$programs"
finish
