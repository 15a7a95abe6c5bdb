#!/bin/sh
# The launcher's own options and environment. What it does with a compiler is tested elsewhere.

. "$(dirname "$0")/common.sh"

echo 'int f(int n) { return n && 1; }' >a.c

# fails PATTERN ARGUMENTS...: status 1, one line on standard error that matches, nothing on standard output.
fails()
{
    pattern=$1
    shift
    "$HLCOV" cc "$@" >"$work/stdout" 2>"$work/stderr"
    status=$?
    cat "$work/stdout" "$work/stderr"
    [ $status = 1 ] && [ ! -s "$work/stdout" ] && [ "$(grep -c '' "$work/stderr")" = 1 ] &&
        grep -q "^hlcov cc: .*$pattern" "$work/stderr"
}

check "no compiler" fails 'name a compiler'
check "an option and no compiler" fails 'name a compiler' --criteria all
check "unknown option" fails 'no-such-option' --no-such-option gcc
check "unknown criterion" fails 'XYZ' --criteria XYZ gcc
check "a misspelt criterion" fails 'did you mean branch?' --criteria=brnch gcc
check "a misspelt option" fails 'did you mean --criteria?' --critera=all gcc
check "no compiler but a source" fails 'a.c is a source, not a compiler' a.c
check "options of the compiler before it" fails 'O2 is an option of compilers' -O2 gcc
check "our options behind the compiler" fails 'those of hlcov stand before the compiler' gcc --criteria=all -c a.c
check "C++ alone" fails 'hlcov measures C' g++
check "semantics" fails "must be 'observed' or 'complete', not 'total'" --semantics total gcc
check "decisions" fails "must be 'all' or 'branching', not 'some'" --decisions=some gcc
check "repeats" fails "--repeats must be a number from 0 to 1000" --repeats=-1 gcc
check "flows" fails "--flows must be a number from 1 to 16777216" --criteria=all --flows=0 gcc
check "mutants" fails "--mutants must be a number from 1 to 16777216" --criteria=all --mutants=0 gcc
check "a trace of nothing" fails "--trace has nothing to report: " --criteria=MCC --trace gcc
check "all that there are" "$HLCOV" cc --criteria all --semantics observed --decisions=all gcc -c a.c
check "it is annotated" annotated a.o
check "complete semantics" "$HLCOV" cc --semantics=observed --semantics complete gcc -c a.c
check "branching decisions" "$HLCOV" cc --decisions=branching gcc -c -o b.o a.c
check "the table says so" [ "$("$HLCOV" dump b.o | grep -c 'decisions="branching"')" = 1 ]
check "the last one counts" [ "$("$HLCOV" dump a.o | grep -c 'semantics="complete"')" = 1 ]
check "criteria by name" "$HLCOV" cc --criteria DC gcc -c a.c
check "chosen functions" "$HLCOV" cc --criteria=IDP --functions='g*, f?' gcc -c -o b.o a.c
check "no other has its parameters recorded" [ "$("$HLCOV" dump b.o | grep -c '^ *operation 0')" = 0 ]
check "chosen by a glob" "$HLCOV" cc --criteria=IDP --functions='g, f*' gcc -c -o b.o a.c
check "it has them recorded" [ "$("$HLCOV" dump b.o | grep -c '^ *operation 0')" = 1 ]
check "the compiler's options are not ours" [ "$("$HLCOV" cc echo --criteria --help -h)" = "--criteria --help -h" ]

HLCOV_CC_OPTIONS="--criteria 'all'  --semantics=observed"
export HLCOV_CC_OPTIONS
check "options from the environment" "$HLCOV" cc gcc -c a.c
HLCOV_CC_OPTIONS="--decisions some"
check "they are checked" fails "not 'some'" gcc -c a.c
HLCOV_CC_OPTIONS="gcc"
check "they are options" fails "HLCOV_CC_OPTIONS: 'gcc' is not an option" -c a.c
HLCOV_CC_OPTIONS="--criteria 'all"
check "a quote is missing" fails "HLCOV_CC_OPTIONS: " gcc -c a.c
HLCOV_CC_OPTIONS=" "
check "none" "$HLCOV" cc gcc -c a.c
unset HLCOV_CC_OPTIONS

rm -rf "$HLCOV_DIR"
mkdir other
check "HLCOV_DIR may be relative" env HLCOV_DIR=other "$HLCOV" cc gcc -c a.c
check "tables are there" [ "$(ls other/tables | grep -c '\.hlt$')" = 1 ]
unset HLCOV_DIR
check "without HLCOV_DIR" "$HLCOV" cc gcc -c a.c
check "tables are in hlcov-data" [ "$(ls hlcov-data/tables | grep -c '\.hlt$')" = 1 ]
finish
