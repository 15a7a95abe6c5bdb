#!/bin/sh
# Builds random programs of csmith with and without coverage and compares what they print: a checksum of all their
# variables. It does not look at the coverage.
#
# usage: tests/oracle/csmith.sh [PROGRAMS [FIRST_SEED]]

. "$(dirname "$0")/../subr.sh"

programs=${1:-20}
first=${2:-1000}
include=$(dirname "$(find /usr/include -name csmith.h -print -quit)")
seconds=5
options=
compared=0
slow=0

# build OUTPUT COMPILER...: compiles the program; its warnings are of no interest.
build()
{
    build_output=$1
    shift
    timeout 120 "$@" -w -I "$include" -o "$work/$build_output" "$work/program.c" >"$work/messages" 2>&1
}

# The checksum of a build, or nothing where it runs too long.
checksum()
{
    timeout $seconds "$work/$1" </dev/null 2>&1
}

# one SEED COMPILER LEVEL
one()
{
    build plain "$2" "$3" || { cat "$work/messages"; return 1; }
    plain=$(checksum plain) || { slow=$((slow + 1)); return 0; }
    build covered "$HLCOV" cc $options "$2" "$3" || { echo "seed $1: not compiled"; cat "$work/messages"; return 1; }
    seconds=60
    covered=$(checksum covered)
    seconds=5
    compared=$((compared + 1))
    [ "$plain" = "$covered" ] && [ ! -s "$HLCOV_DIR/notes.log" ] && return 0
    echo "seed $1: $plain without, $covered with coverage"
    cat "$HLCOV_DIR/notes.log" 2>/dev/null
    return 1
}

# all COMPILER LEVEL
all()
{
    all_status=0
    seed=$first
    while [ "$seed" -lt $((first + programs)) ]; do
        (cd "$work" && csmith --seed "$seed" --max-funcs 8 >program.c 2>/dev/null) &&
            one "$seed" "$1" "$2" >>"$work/all" || all_status=1
        seed=$((seed + 1))
    done
    return $all_status
}

HLCOV_DIR=$work/data
export HLCOV_DIR
for compiler in gcc clang-19; do
    for level in -O0 -O2; do
        : >"$work/all"
        if all $compiler $level; then
            ok "$programs programs print the same, $compiler $level"
        else
            not_ok "$programs programs print the same, $compiler $level" "$(cat "$work/all")"
        fi
    done
done
# What is recorded otherwise is also another text: fewer programs, from other seeds.
wanted=$((programs * 3))
first=$((first + programs))
programs=$(((programs + 3) / 4))
for options in --semantics=complete "--semantics=complete --decisions=branching" --criteria=all \
    "--criteria=all --aliases=kill" "--criteria=all --semantics=complete"; do
    for compiler in gcc clang-19; do
        : >"$work/all"
        if all $compiler -O2; then
            ok "$programs programs print the same, $options, $compiler -O2"
        else
            not_ok "$programs programs print the same, $options, $compiler -O2" "$(cat "$work/all")"
        fi
    done
done
echo "# $compared builds compared, $slow ran longer than $seconds seconds"
check "most programs end in time" test "$compared" -ge "$wanted"
finish
