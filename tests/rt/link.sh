#!/bin/sh
# Every way to link a program of two annotated units records all that happened before a SIGKILL: compilers,
# linkers, kinds of programs, link-time optimization.
. "$(dirname "$0")/../subr.sh"
. "$(dirname "$0")/fixture.sh"

unit 1 5 main.c >"$work/main.c"
unit 2 9000 other.c >"$work/other.c"
plain main.c >"$work/plain_main.c"
plain other.c >"$work/plain_other.c"
expected="01: 0 2-3
02: 8000"

# link NAME COMPILER [FLAG...]: compiles both units by one command; the plain program is the yardstick.
link()
{
    name=$1
    compiler=$2
    shift 2
    rm -f "$work/program" "$work/plain"
    if ! output=$("$compiler" "$@" -o "$work/program" "$work/main.c" "$work/other.c" 2>&1); then
        not_ok "$name" "$output"
        return
    fi
    "$compiler" "$@" -o "$work/plain" "$work/plain_main.c" "$work/plain_other.c"
    linked_well "$name" "$expected"
}

in_every_way link
finish
