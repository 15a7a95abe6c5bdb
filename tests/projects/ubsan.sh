#!/bin/sh
# Builds other people's projects with the sanitizer of undefined behaviour, with and without coverage by all criteria,
# and runs their tests with both: same results, same reports of the sanitizer.
#
# usage: tests/projects/ubsan.sh [NAME...]

. "$(dirname "$0")/common.sh"
. "$top_srcdir/tests/semantics/sanitized.sh"

# sanitized NAME VARIANT COMPILER: builds it and runs its tests, whose reports are in VARIANT.reports.
sanitized()
{
    check "$1, $2: builds" build_variant "$1" "$2" "$3 $sanitize" "-O1 -g"
    log_reports "$projects/$1/$2.reports"
    check "$1, $2: its tests pass" test_variant "$1" "$2" "$3 $sanitize" "-O1 -g"
    unset UBSAN_OPTIONS
}

for name in ${*:-zlib lua}; do
    load_recipe "$name"
    check "$name: its source is here" fetch "$package"
    sanitized "$name" ubsan gcc
    HLCOV_DIR=$projects/$name/ubsan-data
    export HLCOV_DIR
    rm -rf "$HLCOV_DIR"
    sanitized "$name" ubsan-covered "$HLCOV cc --criteria=all gcc"
    check "$name: no file had to be compiled without coverage" no_notes "$HLCOV_DIR"
    check "$name: tests give the same results" same_results "$name" ubsan ubsan-covered
    check "$name: the same reports" same_reports "$projects/$name/ubsan.reports" "$projects/$name/ubsan-covered.reports"
    echo "# $name: $(reports "$projects/$name/ubsan.reports" | wc -l) reports"
done
finish
