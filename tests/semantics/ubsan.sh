#!/bin/sh
# Builds samples, programs of csmith and random functions with the sanitizer of undefined behaviour, with and without
# coverage by all criteria: both print the same, and the sanitizer reports the same. Others' projects are in
# tests/projects/ubsan.sh.
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

# compare NAME KIND SEED: with both compilers, a point each.
compare()
{
    for compiler in gcc clang-19; do
        check "$1 ${3:-sample}, $compiler: the same output and reports" same "$1" "$2" "$3" $compiler
        found=$((found + $(reports "$work/plain.reports" | wc -l)))
    done
}

compare calendar sample ''
compare triangle sample ''
seed=$first
while [ "$seed" -lt $((first + programs)) ]; do
    compare csmith csmith "$seed"
    compare undefined undefined "$seed"
    seed=$((seed + 1))
done
check "there was something to report" test "$found" -gt "$programs"
finish
