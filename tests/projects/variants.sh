#!/bin/sh
# Builds other people's projects by other compilers and with other options, with and without coverage, and runs their
# tests with both: same results, no file without coverage. It judges no coverage, but that there is some.
#
# usage: tests/projects/variants.sh [NAME...]

. "$(dirname "$0")/common.sh"

CRITERIA=${CRITERIA-all}

# A test that fails in this build, as where Python loads a library that is built with a sanitizer, must fail in both.
tests_run()
{
    test_variant "$@" || [ -s "$projects/$1/$2.results" ]
}

some_coverage()
{
    "$HLCOV" report --quiet --criteria FC,DC --json "$projects/$1/$2.json" "$HLCOV_DIR" &&
        "$python" -c 'import json, sys
for criterion, totals in json.load(open(sys.argv[1]))["totals"].items():
    print(criterion, totals["covered"], totals["objectives"])
    assert 0 < totals["covered"] <= totals["objectives"]' "$projects/$1/$2.json"
}

# variant PROJECT NAME COMPILER CFLAGS: options that linking needs too stand behind the compiler.
variant()
{
    check "$1, $2: builds" build_variant "$1" "variant-$2" "$3" "$4"
    check "$1, $2: its tests run" tests_run "$1" "variant-$2" "$3" "$4"
    HLCOV_DIR=$projects/$1/variant-$2-data
    export HLCOV_DIR
    rm -rf "$HLCOV_DIR"
    covered="$HLCOV cc ${CRITERIA:+--criteria=$CRITERIA} $3"
    check "$1, $2: builds with hlcov cc" build_variant "$1" "variant-$2-hlcov" "$covered" "$4"
    check "$1, $2: its tests run with it" tests_run "$1" "variant-$2-hlcov" "$covered" "$4"
    check "$1, $2: tests give the same results" same_results "$1" "variant-$2" "variant-$2-hlcov"
    check "$1, $2: no file had to be compiled without coverage" no_notes "$HLCOV_DIR"
    check "$1, $2: some coverage" some_coverage "$1" "variant-$2"
    unset HLCOV_DIR
}

# What sanitizers report goes elsewhere: columns are those of another text with coverage. tests/projects/ubsan.sh
# compares what they report.
sanitized()
{
    UBSAN_OPTIONS=log_path=$work/ubsan
    ASAN_OPTIONS=log_path=$work/asan:detect_leaks=0
    export UBSAN_OPTIONS ASAN_OPTIONS
    variant "$1" sanitizers "gcc -fsanitize=address,undefined" "-O1 -g"
    unset UBSAN_OPTIONS ASAN_OPTIONS
}

for name in ${*:-zlib lua jansson cmark}; do
    load_recipe "$name"
    check "$name: its source is here" fetch "$package"
    for level in O0 O2 O3; do
        variant "$name" $level gcc "-$level -g"
    done
    variant "$name" clang clang-19 "-O2 -g"
    variant "$name" lto "gcc -flto" "-O2"
    sanitized "$name"
done
finish
